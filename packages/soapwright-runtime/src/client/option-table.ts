/** All options of a client and of a call: place, type, default and check. `option-docs.ts` documents them. */
import {
  checkBlockNames,
  checkBoolean,
  checkExtraHeaders,
  checkFunction,
  checkHttpHeaderSource,
  checkNames,
  checkSignal,
  checkText,
  type NumberRange,
  REQUESTS_A_SECOND,
} from "./option-checks";
import { flag, number, type OptionEntry, type OptionPlace, oneOf, optional, optionalNumber } from "./option-entry";
import { EXTENSIONS } from "./option-extensions";
import type { ErrorRule } from "./option-types";

/** Longest delay of a Node timer: a longer one fires at once. */
const LONGEST_TIMER = 2_147_483_647;
const milliseconds: NumberRange = { least: 1, most: LONGEST_TIMER, unit: "milliseconds" };
const bytes: NumberRange = { least: 1, most: Number.MAX_SAFE_INTEGER, unit: "bytes" };
const codeUnits = (most: number): NumberRange => ({ least: 1, most, unit: "UTF-16 code units" });

export const OPTIONS = {
  endpoint: optional(
    "string",
    "absolute URL",
    {
      place: "both",
    },
    // Checked by `Destinations`, which knows the client's own address.
    (_name, value) => value as string,
  ),
  allowedOrigins: optional(
    "readonly string[]",
    "origins",
    {
      place: "client",
    },
    checkNames,
  ),
  forceSoapVersion: flag(false, "`true` or `false`", {
    place: "client",
  }),
  soapVersion: optional(
    '"1.1" | "1.2"',
    '"1.1", "1.2"',
    {
      place: "client",
    },
    (_name, value) => value,
  ),
  namespaces: optional(
    "(declared: string) => string",
    "function",
    {
      place: "client",
    },
    (_name, value) => value,
  ),
  headers: optional(
    "HeaderSource<H> | CredentialHeaders<H>",
    "object or function",
    {
      place: "both",
      layered: true,
    },
    (_name, value) => value,
  ),
  extraHeaders: optional(
    "ExtraHeaders",
    "XML or function",
    {
      place: "both",
    },
    checkExtraHeaders,
  ),
  understands: optional(
    "readonly HeaderBlockName[]",
    "names of header blocks",
    {
      place: "with",
    },
    checkBlockNames,
  ),
  auth: optional(
    "C",
    "object",
    {
      place: "call",
      layered: true,
    },
    (_name, value) => value,
  ),
  safe: optional(
    "boolean",
    "true, false",
    {
      place: "call",
    },
    checkBoolean,
  ),
  safeOperations: optional(
    "readonly string[]",
    "names of operations",
    {
      place: "client",
    },
    checkNames,
  ),
  errorKind: optional(
    "(error: ServiceError) => ErrorKind | undefined",
    "function",
    {
      place: "client",
    },
    (name, value) => {
      checkFunction(name, value);
      return value as ErrorRule;
    },
  ),
  signal: optional(
    "CallSignal",
    "AbortSignal",
    {
      place: "call",
    },
    (_name, value) => checkSignal(value),
  ),
  httpHeaders: optional(
    "HttpHeaders | ((request: CredentialRequest) => Asked<HttpHeaders>)",
    "object or function",
    {
      place: "both",
      layered: true,
    },
    (_name, value) => checkHttpHeaderSource(value),
  ),
  validation: oneOf(["strict", "standard", "lenient"], "standard", {
    place: "client",
  }),
  timeoutMs: number(milliseconds, 30_000, {
    place: "both",
  }),
  deadlineMs: number(milliseconds, 60_000, {
    place: "both",
  }),
  connectTimeoutMs: number(milliseconds, 10_000, {
    place: "client",
    ofConnections: true,
  }),
  streamIdleMs: number(milliseconds, 60_000, {
    place: "both",
  }),
  retries: number({ least: 0, most: 100, unit: "attempts" }, 2, {
    place: "both",
  }),
  retryTimeouts: flag(false, "`true` or `false`", {
    place: "both",
  }),
  retryDelayMs: number(milliseconds, 100, {
    place: "client",
  }),
  retryBudget: number({ least: 0, most: 1_000_000, unit: "retries" }, 10, {
    place: "client",
  }),
  maxRequestBytes: number(bytes, 67_108_864, {
    place: "both",
  }),
  maxResponseBytes: number(bytes, 67_108_864, {
    place: "both",
  }),
  maxStreamBytes: number(bytes, 17_179_869_184, {
    place: "both",
  }),
  maxDepth: number({ least: 1, most: 10_000, unit: "elements" }, 64, {
    place: "client",
  }),
  maxTextLength: number(codeUnits(500_000_000), 8_388_608, {
    place: "client",
  }),
  connections: number({ least: 1, most: 10_000, unit: "connections" }, 64, {
    place: "client",
  }),
  keepAliveMs: number(milliseconds, 4_000, {
    place: "client",
    ofConnections: true,
  }),
  maxConnectionAgeMs: number(milliseconds, 300_000, {
    place: "client",
    ofConnections: true,
  }),
  maxQueued: number({ least: 0, most: 10_000_000, unit: "calls" }, 100_000, {
    place: "client",
  }),
  requestsPerSecond: optionalNumber(REQUESTS_A_SECOND, {
    place: "client",
  }),
  priority: oneOf(["normal", "low"], "normal", {
    place: "both",
  }),
  proxy: optional(
    "string",
    'URL or `"environment"`',
    {
      place: "client",
      ofConnections: true,
    },
    checkText,
  ),
  tls: optional(
    "TlsOptions",
    "object",
    {
      place: "with",
      ofConnections: true,
    },
    (_name, value) => value,
  ),
  ...EXTENSIONS,
  allowInsecure: flag(false, "`true` or `false`", {
    place: "client",
  }),
  allowControlCharacters: flag(false, "`true` or `false`", {
    place: "client",
  }),
  faultText: flag(false, "`true` or `false`", {
    place: "with",
  }),
  exposeEnvelopes: flag(false, "`true` or `false`", {
    place: "client",
  }),
} as const satisfies { readonly [name: string]: OptionEntry<unknown> };

/** Name of an option. */
export type OptionName = keyof typeof OPTIONS;

/** The names of the options that may be set at place `P`. */
export type OptionNameAt<P extends OptionPlace> = {
  [K in OptionName]: (typeof OPTIONS)[K]["place"] extends P ? K : never;
}[OptionName];

/** The values of all options, defaults included. */
export type OptionValues = { readonly [K in OptionName]: (typeof OPTIONS)[K]["standard"] };
