/**
 * The table of all options of a client and of a call: path, places, type (a check of its value) and default. Everything else
 * follows from it: merging and messages (`option-places.ts`, `settings.ts`), `docs/options.md` (`scripts/write-options.ts`).
 * `client-options.ts` declares them for editors: a type that is derived from a table hovers as the table, and cannot
 * carry the headers of a service. The compiler compares both (`option-table.test.ts`), and a test the defaults in the docstrings.
 */
import { kindOf } from "../kind-of";
import type { CustomTransport } from "../transport/transport";
import { DEFAULT_LIMITS } from "../xml/limits";
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

/** Where an option may be set: when the client is made, with `client.with()`, for one call. */
export type OptionPlace = "client" | "with" | "call";

type Check<T> = (name: string, value: unknown) => T;

interface OptionEntry<T, S, P extends readonly OptionPlace[], N extends string> {
  /** The option as users write it: `timeoutMs`, `limits.depth`. */
  readonly path: N;
  readonly places: P;
  /** Returns the value, or throws a `ConfigurationError` that names the option. */
  readonly check: Check<T>;
  readonly default: S;
}

const CLIENT = ["client"] as const;
const CLIENTS = ["client", "with"] as const;
const CALLS = ["with", "call"] as const;
const ANYWHERE = ["client", "with", "call"] as const;

function option<const N extends string, const P extends readonly OptionPlace[], T, S extends T | undefined = undefined>(
  path: N,
  places: P,
  check: Check<T>,
  standard?: S,
): OptionEntry<T, S, P, N> {
  return { path, places, check, default: standard as S };
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
  endpoint: option("endpoint", ANYWHERE, asGiven as Check<string>),
  allowedOrigins: option("allowedOrigins", CLIENT, checkNames),
  soapVersion: option("soapVersion", CLIENT, asGiven),
  headers: option("headers", ANYWHERE, asGiven),
  extraHeaders: option("extraHeaders", ANYWHERE, checkExtraHeaders),
  understands: option("understands", CLIENTS, checkBlockNames),
  auth: option("auth", CALLS, asGiven),
  safe: option("safe", CALLS, checkBoolean),
  signal: option("signal", CALLS, (_name, value) => checkSignal(value)),
  httpHeaders: option("httpHeaders", ANYWHERE, (_name, value) => checkHttpHeaderSource(value)),
  validation: option("validation", CLIENT, oneOf("strict", "standard", "lenient"), "standard"),
  timeoutMs: option("timeoutMs", ANYWHERE, milliseconds, 30_000),
  deadlineMs: option("deadlineMs", ANYWHERE, milliseconds, 60_000),
  requestsPerSecond: option("requestsPerSecond", CLIENT, (name, value) => checkWithin(name, value, REQUESTS_A_SECOND)),
  priority: option("priority", ANYWHERE, oneOf("normal", "low"), "normal"),
  proxy: option("proxy", CLIENT, checkText),
  tls: option("tls", CLIENTS, asGiven),
  transport: option(
    "transport",
    CLIENT,
    madeBy<CustomTransport>("fetchTransport() or customTransport({ send })", "open", "collect"),
  ),
  admission: option("admission", CLIENT, checkAdmissions),
  credentialCache: option("credentialCache", CLIENT, madeBy<SharedCredentials>("sharedCredentials(cache)", "fetch")),
  interceptors: option("interceptors", CLIENT, checkFunctions),
  attemptInterceptors: option("attemptInterceptors", CLIENT, checkFunctions),
  logger: option("logger", CLIENTS, (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger),
  allowInsecure: option("allowInsecure", CLIENT, checkBoolean, false),
  maxRequestBytes: option("limits.requestBytes", ANYWHERE, bytes, 67_108_864),
  maxResponseBytes: option("limits.responseBytes", ANYWHERE, bytes, 67_108_864),
  maxStreamBytes: option("limits.streamBytes", ANYWHERE, bytes, 17_179_869_184),
  streamIdleMs: option("limits.streamIdleMs", ANYWHERE, milliseconds, 60_000),
  maxDepth: option("limits.depth", CLIENT, within(1, 10_000, "elements"), DEFAULT_LIMITS.maxDepth),
  maxTextLength: option(
    "limits.textLength",
    CLIENT,
    within(1, 500_000_000, "UTF-16 code units"),
    DEFAULT_LIMITS.maxTextLength,
  ),
  maxQueued: option("limits.queued", CLIENT, within(0, 10_000_000, "calls"), 100_000),
  retries: option("retries", ANYWHERE, within(0, 100, "attempts"), 2),
  retryTimeouts: option("retries.timeouts", ANYWHERE, checkBoolean, false),
  retryDelayMs: option("retries.delayMs", CLIENT, milliseconds, 100),
  retryBudget: option("retries.budget", CLIENT, within(0, 1_000_000, "retries"), 10),
  connections: option("connections", CLIENT, within(1, 10_000, "connections"), 64),
  connectTimeoutMs: option("connections.connectTimeoutMs", CLIENT, milliseconds, 10_000),
  keepAliveMs: option("connections.keepAliveMs", CLIENT, milliseconds, 4_000),
  maxConnectionAgeMs: option("connections.maxAgeMs", CLIENT, milliseconds, 300_000),
  namespaces: option("quirks.namespaces", CLIENT, asGiven),
  forceSoapVersion: option("quirks.forceSoapVersion", CLIENT, checkBoolean, false),
  safeOperations: option("quirks.safeOperations", CLIENT, checkNames),
  errorKind: option("quirks.errorKind", CLIENT, checkFunction as Check<ErrorRule>),
  allowControlCharacters: option("quirks.allowControlCharacters", CLIENT, checkBoolean, false),
  policy: option("quirks.policy", ANYWHERE, oneOf("obey", "ignore"), "obey"),
  faultText: option("expose.faultText", CLIENTS, checkBoolean, false),
  exposeEnvelopes: option("expose.envelopes", CLIENT, checkBoolean, false),
} as const satisfies { readonly [name: string]: OptionEntry<unknown, unknown, readonly OptionPlace[], string> };

/** Name of a setting: the path of the option that sets it, or a name of its own for a member of a group. */
export type OptionName = keyof typeof OPTIONS;

/** The names of the settings of `with` clients and of calls. */
export type CallOptionName = {
  [K in OptionName]: "with" extends (typeof OPTIONS)[K]["places"][number] ? K : never;
}[OptionName];

/** The values of all options, with defaults. */
export type OptionValues = {
  readonly [K in OptionName]: ReturnType<(typeof OPTIONS)[K]["check"]> | (typeof OPTIONS)[K]["default"];
};

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
