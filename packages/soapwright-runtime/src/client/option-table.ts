/**
 * All settings of a client and of a call: place, default and check. `client-options.ts` declares and documents the options
 * that set them, and `option-places.ts` says which options are members of another.
 */
import { kindOf } from "../kind-of";
import type { CustomTransport } from "../transport/transport";
import type { Admission, Fairness } from "./admission";
import type { Logger } from "./log";
import {
  checkBlockNames,
  checkBoolean,
  checkExtraHeaders,
  checkFunction,
  checkHttpHeaderSource,
  checkList,
  checkMethods,
  checkOneOf,
  checkSignal,
  checkText,
  checkWithin,
  REQUESTS_A_SECOND,
  wrongOption,
} from "./option-checks";
import type { ErrorRule } from "./option-types";
import type { SharedCredentials } from "./shared-credentials";

/** Where an option may be set: on a client only, on a client and `with`, on `with` and one call, or everywhere. */
export type OptionPlace = "client" | "with" | "call" | "both";

type Check<T> = (name: string, value: unknown) => T;

interface OptionEntry<T, P extends OptionPlace> {
  readonly place: P;
  readonly standard: T;
  readonly check: Check<T>;
}

function option<const P extends OptionPlace, T, S extends T | undefined = undefined>(
  place: P,
  check: Check<T>,
  standard?: S,
): OptionEntry<T | S, P> {
  return { place, standard: standard as S, check };
}

const within =
  (least: number, most: number, unit: string): Check<number> =>
  (name, value) =>
    checkWithin(name, value, { least, most, unit });

const oneOf =
  <const T extends readonly string[]>(...values: T): Check<T[number]> =>
  (name, value) =>
    checkOneOf(name, value, values);

/** Maximum delay of a Node timer, in milliseconds. A longer one fires at once. */
const MAX_TIMER_MS = 2_147_483_647;
const milliseconds = within(1, MAX_TIMER_MS, "milliseconds");
const bytes = within(1, Number.MAX_SAFE_INTEGER, "bytes");

const asGiven: Check<unknown> = (_name, value) => value;
const checkNames: Check<readonly string[]> = (name, value) => checkList(name, value, "names", checkText);
const checkFunctions: Check<readonly unknown[]> = (name, value) => checkList(name, value, "functions", checkFunction);

export const OPTIONS = {
  // `Destinations` checks these two, because it knows the client's own address.
  endpoint: option("both", asGiven as Check<string>),
  allowedOrigins: option("client", checkNames),
  forceSoapVersion: option("client", checkBoolean, false),
  soapVersion: option("client", asGiven),
  namespaces: option("client", asGiven),
  headers: option("both", asGiven),
  extraHeaders: option("both", checkExtraHeaders),
  understands: option("with", checkBlockNames),
  auth: option("call", asGiven),
  safe: option("call", checkBoolean),
  safeOperations: option("client", checkNames),
  errorKind: option("client", checkFunction as Check<ErrorRule>),
  signal: option("call", (_name, value) => checkSignal(value)),
  httpHeaders: option("both", (_name, value) => checkHttpHeaderSource(value)),
  validation: option("client", oneOf("strict", "standard", "lenient"), "standard"),
  timeoutMs: option("both", milliseconds, 30_000),
  deadlineMs: option("both", milliseconds, 60_000),
  connectTimeoutMs: option("client", milliseconds, 10_000),
  streamIdleMs: option("both", milliseconds, 60_000),
  retries: option("both", within(0, 100, "attempts"), 2),
  retryTimeouts: option("both", checkBoolean, false),
  retryDelayMs: option("client", milliseconds, 100),
  retryBudget: option("client", within(0, 1_000_000, "retries"), 10),
  maxRequestBytes: option("both", bytes, 67_108_864),
  maxResponseBytes: option("both", bytes, 67_108_864),
  maxStreamBytes: option("both", bytes, 17_179_869_184),
  maxDepth: option("client", within(1, 10_000, "elements"), 64),
  maxTextLength: option("client", within(1, 500_000_000, "UTF-16 code units"), 8_388_608),
  connections: option("client", within(1, 10_000, "connections"), 64),
  keepAliveMs: option("client", milliseconds, 4_000),
  maxConnectionAgeMs: option("client", milliseconds, 300_000),
  maxQueued: option("client", within(0, 10_000_000, "calls"), 100_000),
  requestsPerSecond: option("client", (name, value) => checkWithin(name, value, REQUESTS_A_SECOND)),
  priority: option("both", oneOf("normal", "low"), "normal"),
  proxy: option("client", checkText),
  tls: option("with", asGiven),
  transport: option("client", madeBy<CustomTransport>("customTransport({ send })", "open", "collect")),
  admission: option("client", checkAdmissions),
  credentialCache: option("client", madeBy<SharedCredentials>("sharedCredentials(cache)", "fetch")),
  policy: option("both", oneOf("obey", "ignore"), "obey"),
  interceptors: option("client", checkFunctions),
  attemptInterceptors: option("client", checkFunctions),
  logger: option("with", (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger),
  allowInsecure: option("client", checkBoolean, false),
  allowControlCharacters: option("client", checkBoolean, false),
  faultText: option("with", checkBoolean, false),
  exposeEnvelopes: option("client", checkBoolean, false),
} as const satisfies { readonly [name: string]: OptionEntry<unknown, OptionPlace> };

/** Name of a setting: of the option that sets it, unless `option-places.ts` has a place for it in another. */
export type OptionName = keyof typeof OPTIONS;

/** The names of the options that may be set at place `P`. */
export type OptionNameAt<P extends OptionPlace> = {
  [K in OptionName]: (typeof OPTIONS)[K]["place"] extends P ? K : never;
}[OptionName];

/** The values of all options, with defaults. */
export type OptionValues = { readonly [K in OptionName]: (typeof OPTIONS)[K]["standard"] };

/** Returns the check of a value that a factory creates. It is structural, so that copies of a package work together. */
function madeBy<T>(factory: string, ...methods: readonly (string & keyof T)[]): Check<T> {
  return (name, value) => {
    const object = Object(value) as T;
    if (methods.every((method) => typeof object[method] === "function")) return object;
    throw wrongOption(name, `the result of ${factory}`, kindOf(value));
  };
}

/** An entry of `admission`: an admission, or the rule of `fairness()`. */
export function isFairness(entry: Admission | Fairness): entry is Fairness {
  return typeof (entry as Partial<Fairness>).keyOf === "function";
}

function checkAdmissions(name: string, value: unknown): readonly (Admission | Fairness)[] {
  const names = new Set<string>();
  return checkList(name, value, "admissions", (at, each) => {
    const entry = Object(each) as Admission | Fairness;
    const entryName = isFairness(entry) ? "fairness" : entry.name;
    if (typeof entryName !== "string" || typeof entry.open !== "function") {
      throw wrongOption(at, "an admission, as { name, open } or the result of fairness({ … })", kindOf(each));
    }
    if (names.has(entryName)) throw wrongOption(at, "one of each name", `a second ${entryName}`);
    names.add(entryName);
    return entry;
  });
}
