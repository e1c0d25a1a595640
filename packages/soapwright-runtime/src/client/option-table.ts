/** All options of a client and of a call: place, default and check. `client-options.ts` declares and documents them. */
import { kindOf } from "../kind-of";
import type { CustomTransport } from "../transport/transport";
import type { Admission, Fairness } from "./admission";
import type { SharedCredentials } from "./credential-cache";
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

/** Where an option may be set: on a client only, on a client and `with`, on `with` and one call, or everywhere. */
export type OptionPlace = "client" | "with" | "call" | "both";

type Check<T> = (name: string, value: unknown) => T;

interface OptionEntry<T, P extends OptionPlace> {
  readonly place: P;
  readonly standard: T;
  readonly check: Check<T>;
}

function option<const P extends OptionPlace, T, S extends T | undefined>(
  place: P,
  standard: S,
  check: Check<T>,
): OptionEntry<T | S, P> {
  return { place, standard, check };
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
  endpoint: option("both", undefined, asGiven as Check<string>),
  allowedOrigins: option("client", undefined, checkNames),
  forceSoapVersion: option("client", false, checkBoolean),
  soapVersion: option("client", undefined, asGiven),
  namespaces: option("client", undefined, asGiven),
  headers: option("both", undefined, asGiven),
  extraHeaders: option("both", undefined, checkExtraHeaders),
  understands: option("with", undefined, checkBlockNames),
  auth: option("call", undefined, asGiven),
  safe: option("call", undefined, checkBoolean),
  safeOperations: option("client", undefined, checkNames),
  errorKind: option("client", undefined, checkFunction as Check<ErrorRule>),
  signal: option("call", undefined, (_name, value) => checkSignal(value)),
  httpHeaders: option("both", undefined, (_name, value) => checkHttpHeaderSource(value)),
  validation: option("client", "standard", oneOf("strict", "standard", "lenient")),
  timeoutMs: option("both", 30_000, milliseconds),
  deadlineMs: option("both", 60_000, milliseconds),
  connectTimeoutMs: option("client", 10_000, milliseconds),
  streamIdleMs: option("both", 60_000, milliseconds),
  retries: option("both", 2, within(0, 100, "attempts")),
  retryTimeouts: option("both", false, checkBoolean),
  retryDelayMs: option("client", 100, milliseconds),
  retryBudget: option("client", 10, within(0, 1_000_000, "retries")),
  maxRequestBytes: option("both", 67_108_864, bytes),
  maxResponseBytes: option("both", 67_108_864, bytes),
  maxStreamBytes: option("both", 17_179_869_184, bytes),
  maxDepth: option("client", 64, within(1, 10_000, "elements")),
  maxTextLength: option("client", 8_388_608, within(1, 500_000_000, "UTF-16 code units")),
  connections: option("client", 64, within(1, 10_000, "connections")),
  keepAliveMs: option("client", 4_000, milliseconds),
  maxConnectionAgeMs: option("client", 300_000, milliseconds),
  maxQueued: option("client", 100_000, within(0, 10_000_000, "calls")),
  requestsPerSecond: option("client", undefined, (name, value) => checkWithin(name, value, REQUESTS_A_SECOND)),
  priority: option("both", "normal", oneOf("normal", "low")),
  proxy: option("client", undefined, checkText),
  tls: option("with", undefined, asGiven),
  transport: option("client", undefined, madeBy<CustomTransport>("customTransport({ send })", "open", "collect")),
  fairness: option("client", undefined, madeBy<Fairness>("fairness({ … })", "keyOf", "open")),
  admission: option("client", undefined, checkAdmissions),
  credentialCache: option("client", undefined, madeBy<SharedCredentials>("sharedCredentials(cache)", "fetch")),
  policy: option("both", "obey", oneOf("obey", "ignore")),
  interceptors: option("client", undefined, checkFunctions),
  attemptInterceptors: option("client", undefined, checkFunctions),
  logger: option("with", undefined, (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger),
  allowInsecure: option("client", false, checkBoolean),
  allowControlCharacters: option("client", false, checkBoolean),
  faultText: option("with", false, checkBoolean),
  exposeEnvelopes: option("client", false, checkBoolean),
} as const satisfies { readonly [name: string]: OptionEntry<unknown, OptionPlace> };

/** Name of an option. */
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

function checkAdmissions(name: string, value: unknown): readonly Admission[] {
  const names = new Set<string>();
  return checkList(name, value, "admissions", (at, each) => {
    const admission = Object(each) as Admission;
    if (typeof admission.name !== "string" || typeof admission.open !== "function") {
      throw wrongOption(at, "an admission: { name, open }", kindOf(each));
    }
    if (names.has(admission.name)) throw wrongOption(at, "one of each name", `a second ${admission.name}`);
    names.add(admission.name);
    return admission;
  });
}
