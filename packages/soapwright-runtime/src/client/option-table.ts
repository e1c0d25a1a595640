/** All options of a client and of a call: place, type, default and check. `option-docs.ts` documents them. */
import type { CustomTransport } from "../transport/transport";
import type { Fairness } from "./admission";
import type { SharedCredentials } from "./credential-cache";
import type { Logger } from "./log";
import {
  checkBlockNames,
  checkBoolean,
  checkExtraHeaders,
  checkFunction,
  checkFunctions,
  checkHttpHeaderSource,
  checkMethods,
  checkNames,
  checkSignal,
  checkText,
  type NumberRange,
  REQUESTS_A_SECOND,
} from "./option-checks";
import {
  asGiven,
  checkAdmission,
  flag,
  madeBy,
  number,
  type OptionEntry,
  type OptionPlace,
  oneOf,
  optional,
  optionalNumber,
} from "./option-entry";
import type { ErrorRule } from "./option-types";

/** Maximum delay of a Node timer, in milliseconds. A longer one fires at once. */
const MAX_TIMER_MS = 2_147_483_647;
const milliseconds: NumberRange = { least: 1, most: MAX_TIMER_MS, unit: "milliseconds" };
const bytes: NumberRange = { least: 1, most: Number.MAX_SAFE_INTEGER, unit: "bytes" };
const codeUnits = (most: number): NumberRange => ({ least: 1, most, unit: "UTF-16 code units" });

const OF_CONNECTIONS = { ofConnections: true };
const LAYERED = { layered: true };

export const OPTIONS = {
  // `Destinations` checks these two, because it knows the client's own address.
  endpoint: optional("both", (_name, value) => value as string),
  allowedOrigins: optional("client", checkNames),
  forceSoapVersion: flag("client"),
  soapVersion: optional("client", asGiven),
  namespaces: optional("client", asGiven),
  headers: optional("both", asGiven, LAYERED),
  extraHeaders: optional("both", checkExtraHeaders),
  understands: optional("with", checkBlockNames),
  auth: optional("call", asGiven, LAYERED),
  safe: optional("call", checkBoolean),
  safeOperations: optional("client", checkNames),
  errorKind: optional("client", (name, value) => {
    checkFunction(name, value);
    return value as ErrorRule;
  }),
  signal: optional("call", (_name, value) => checkSignal(value)),
  httpHeaders: optional("both", (_name, value) => checkHttpHeaderSource(value), LAYERED),
  validation: oneOf(["strict", "standard", "lenient"], "standard", "client"),
  timeoutMs: number(milliseconds, 30_000, "both"),
  deadlineMs: number(milliseconds, 60_000, "both"),
  connectTimeoutMs: number(milliseconds, 10_000, "client", OF_CONNECTIONS),
  streamIdleMs: number(milliseconds, 60_000, "both"),
  retries: number({ least: 0, most: 100, unit: "attempts" }, 2, "both"),
  retryTimeouts: flag("both"),
  retryDelayMs: number(milliseconds, 100, "client"),
  retryBudget: number({ least: 0, most: 1_000_000, unit: "retries" }, 10, "client"),
  maxRequestBytes: number(bytes, 67_108_864, "both"),
  maxResponseBytes: number(bytes, 67_108_864, "both"),
  maxStreamBytes: number(bytes, 17_179_869_184, "both"),
  maxDepth: number({ least: 1, most: 10_000, unit: "elements" }, 64, "client"),
  maxTextLength: number(codeUnits(500_000_000), 8_388_608, "client"),
  connections: number({ least: 1, most: 10_000, unit: "connections" }, 64, "client"),
  keepAliveMs: number(milliseconds, 4_000, "client", OF_CONNECTIONS),
  maxConnectionAgeMs: number(milliseconds, 300_000, "client", OF_CONNECTIONS),
  maxQueued: number({ least: 0, most: 10_000_000, unit: "calls" }, 100_000, "client"),
  requestsPerSecond: optionalNumber(REQUESTS_A_SECOND, "client"),
  priority: oneOf(["normal", "low"], "normal", "both"),
  proxy: optional("client", checkText, OF_CONNECTIONS),
  tls: optional("with", asGiven, OF_CONNECTIONS),
  transport: optional("client", madeBy<CustomTransport>("customTransport({ send })", "open", "collect")),
  fairness: optional("client", madeBy<Fairness>("fairness({ … })", "keyOf", "open")),
  admission: optional("client", checkAdmission),
  credentialCache: optional("client", madeBy<SharedCredentials>("sharedCredentials(cache)", "fetch")),
  policy: oneOf(["obey", "ignore"], "obey", "both"),
  interceptors: optional("client", checkFunctions),
  attemptInterceptors: optional("client", checkFunctions),
  logger: optional("with", (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger),
  allowInsecure: flag("client"),
  allowControlCharacters: flag("client"),
  faultText: flag("with"),
  exposeEnvelopes: flag("client"),
} as const satisfies { readonly [name: string]: OptionEntry<unknown> };

/** Name of an option. */
export type OptionName = keyof typeof OPTIONS;

/** The names of the options that may be set at place `P`. */
export type OptionNameAt<P extends OptionPlace> = {
  [K in OptionName]: (typeof OPTIONS)[K]["place"] extends P ? K : never;
}[OptionName];

/** The values of all options, with defaults. */
export type OptionValues = { readonly [K in OptionName]: (typeof OPTIONS)[K]["standard"] };
