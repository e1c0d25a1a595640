/** Every option of a client and of a call, once. Declarations and the table of `docs/options.md`: `scripts/write-options.ts`. */
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

/** Node fires a longer timer at once. */
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
      standardWords: "the address of the WSDL's port for `soapVersion`",
      words:
        "Absolute `http:` or `https:` address to post to. With `client.with()` and for one call: another address of the same origin, or of one that `allowedOrigins` names. Another origin gets no credentials, headers or `tls` but those that the same `client.with()` or call sets.",
    },
    // Read where the client's own address is known: see `Destinations`.
    (_name, value) => value as string,
  ),
  allowedOrigins: optional(
    "readonly string[]",
    "origins",
    {
      place: "client",
      standardWords: "none",
      words:
        "Further origins that `endpoint` of `client.with()` and of a call may be at, for example `https://other.example:8443`. They get no credentials, `headers`, `httpHeaders`, `extraHeaders`, `security` or `tls` of the client, only what the same `client.with()` or call sets.",
    },
    checkNames,
  ),
  forceSoapVersion: flag(false, "`true` or `false`", {
    place: "client",
    words:
      "Whether `soapVersion` may be one that the WSDL does not name, for a service whose WSDL is wrong about it. SOAP 1.2 then sends the SOAPAction of 1.1 as `action` of the content type.",
  }),
  soapVersion: optional(
    '"1.1" | "1.2"',
    '"1.1", "1.2"',
    {
      place: "client",
      standardWords: '`"1.1"`, or the only one that the service has',
      words: "Version of SOAP to speak.",
    },
    (_name, value) => value,
  ),
  namespaces: optional(
    "(declared: string) => string",
    "function",
    {
      place: "client",
      standardWords: "as declared",
      words:
        "From a namespace of the WSDL to the one on the wire; what it does to the target namespace also moves SOAPAction.",
    },
    (_name, value) => value,
  ),
  headers: optional(
    "HeaderSource<H> | CredentialHeaders<H>",
    "object or function",
    {
      place: "both",
      layered: true,
      standardWords: "none",
      words: "Header blocks of every call, or a function that yields them. On a call: instead of the client's.",
    },
    (_name, value) => value,
  ),
  extraHeaders: optional(
    "ExtraHeaders",
    "XML or function",
    {
      place: "both",
      standardWords: "none",
      words:
        "Header blocks that the WSDL does not declare, sent as they are: an `XmlElement`, XML text, a list of them, or a function of the call that returns one of these. On a call: instead of the client's.",
    },
    checkExtraHeaders,
  ),
  understands: optional(
    "readonly HeaderBlockName[]",
    "names of header blocks",
    {
      place: "with",
      standardWords: "none",
      words:
        'Header blocks of responses that you take care of, beside those that the WSDL declares: `{ namespace, name }`. Any other block that is sent to the client with `mustUnderstand="1"` is a `ResponseError`.',
    },
    checkBlockNames,
  ),
  plainHeaders: optional(
    "readonly string[]",
    "local names",
    {
      place: "client",
      standardWords: "none",
      words:
        "Local names of header elements whose text is no secret, for example an identifier: messages show it. Every other text of a header block is replaced by `***` where the service repeats it.",
    },
    checkNames,
  ),
  auth: optional(
    "C",
    "object",
    {
      place: "call",
      layered: true,
      standardWords: "none",
      words: "Credentials in the place of the client's. Those that are not given stay the client's.",
    },
    (_name, value) => value,
  ),
  safe: optional(
    "boolean",
    "true, false",
    {
      place: "call",
      standardWords: "what the WSDL or `safeOperations` says",
      words:
        "Whether the call may be repeated after it may have reached the service, because it changes nothing there.",
    },
    checkBoolean,
  ),
  safeOperations: optional(
    "readonly string[]",
    "names of operations",
    {
      place: "client",
      standardWords: "those that the WSDL declares safe",
      words:
        "Further operations, by the name in the WSDL or the method, that change nothing and may be repeated: for a service whose WSDL does not say which are safe.",
    },
    checkNames,
  ),
  errorKind: optional(
    "(error: ServiceError) => ErrorKind | undefined",
    "function",
    {
      place: "client",
      standardWords: "the kind that status, code and reason say",
      words:
        "From an error of a call to its `kind`, or undefined to leave that as it is: for a service whose codes mean something of their own. Credentials, retries and the log go by it.",
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
      standardWords: "none",
      words: "Ends the call with an `AbortError`.",
    },
    (_name, value) => checkSignal(value),
  ),
  httpHeaders: optional(
    "HttpHeaders | ((request: CredentialRequest) => Asked<HttpHeaders>)",
    "object or function",
    {
      place: "both",
      layered: true,
      standardWords: "none",
      words:
        "HTTP headers added to every request, for example for a gateway, or a function that returns them; on a call, added to the client's. Not those that SOAP or HTTP set.",
    },
    (_name, value) => checkHttpHeaderSource(value),
  ),
  validation: oneOf(["strict", "standard", "lenient"], "standard", {
    place: "client",
    words: "How strictly responses are checked against the schema.",
  }),
  timeoutMs: number(milliseconds, 30_000, {
    place: "both",
    words: "Longest time for one attempt. For a stream: to the first item, and then for each wait for bytes.",
  }),
  deadlineMs: number(milliseconds, 60_000, {
    place: "both",
    words:
      "Longest time for the whole call with its retries, waits and credentials. For a stream: to the first item, and then for the waits from one item to the next.",
  }),
  connectTimeoutMs: number(milliseconds, 10_000, {
    place: "client",
    ofConnections: true,
    words: "Longest time to make a connection, TLS and proxy included.",
  }),
  streamIdleMs: number(milliseconds, 60_000, {
    place: "both",
    words:
      "Longest time that the reader of a stream may leave it alone while it holds a connection. The stream then ends with a `TimeoutError`.",
  }),
  refreshAheadMs: optionalNumber(
    { ...milliseconds, least: 0 },
    {
      place: "client",
      standardWords: "a tenth of the lifetime",
      words:
        "How long before its expiry a credential may be fetched anew: by a call, at a moment drawn at random within that time, and at most half of its lifetime. Calls use the old value meanwhile.",
    },
  ),
  retries: number({ least: 0, most: 100, unit: "attempts" }, 2, {
    place: "both",
    words: "Attempts after the first. Only what is safe is repeated: see `ClientOptions`.",
  }),
  retryTimeouts: flag(false, "`true` or `false`", {
    place: "both",
    words: "Whether an attempt that took longer than `timeoutMs` is repeated, when the operation is safe.",
  }),
  retryDelayMs: number(milliseconds, 100, {
    place: "client",
    words:
      "Upper bound of the first wait before a retry; it doubles each time, and the wait is drawn at random below it (full jitter).",
  }),
  maxRetryDelayMs: number(milliseconds, 5_000, {
    place: "client",
    words: "Highest upper bound of a wait before a retry. `Retry-After` may ask for more, up to the deadline.",
  }),
  retryBudget: number({ least: 0, most: 1_000_000, unit: "retries" }, 10, {
    place: "client",
    words: "Retries that may be made in a burst; each response of the service earns a tenth back.",
  }),
  maxRequestBytes: number(bytes, 67_108_864, {
    place: "both",
    words:
      "Longest request envelope. A longer one is an `ArgumentError`, and nothing is sent. Attachments do not count.",
  }),
  maxResponseBytes: number(bytes, 67_108_864, {
    place: "both",
    words: "Longest response, after decompression.",
  }),
  maxStreamBytes: number(bytes, 17_179_869_184, {
    place: "both",
    words: "Longest streamed response, after decompression.",
  }),
  maxDepth: number({ least: 1, most: 10_000, unit: "elements" }, 64, {
    place: "client",
    words: "Deepest nesting of elements in a response.",
  }),
  maxAttributes: number({ least: 1, most: 100_000, unit: "attributes" }, 64, {
    place: "client",
    words: "Most attributes of one element in a response, namespace declarations included.",
  }),
  maxTextLength: number(codeUnits(500_000_000), 8_388_608, {
    place: "client",
    words:
      "Longest text or attribute value in a response. A value of type `base64Binary` or `hexBinary` may have 67,108,864 in any case.",
  }),
  maxNameLength: number(codeUnits(1_000_000), 1_024, {
    place: "client",
    words: "Longest name or reference in a response.",
  }),
  maxNames: number({ least: 1, most: 10_000_000, unit: "names" }, 5_000, {
    place: "client",
    words: "Most names of elements and attributes that differ from one another in a response.",
  }),
  maxHeaderBytes: number({ least: 1024, most: 16_777_216, unit: "bytes" }, 16_384, {
    place: "client",
    ofConnections: true,
    words: "Longest head of a response.",
  }),
  connections: number({ least: 1, most: 10_000, unit: "connections" }, 64, {
    place: "client",
    ofConnections: true,
    words: "Most connections at a time.",
  }),
  keepAliveMs: number(milliseconds, 4_000, {
    place: "client",
    ofConnections: true,
    words: "How long an idle connection is kept; a shorter wish of the service is obeyed.",
  }),
  maxConnectionAgeMs: number(milliseconds, 300_000, {
    place: "client",
    ofConnections: true,
    words:
      "How long a connection is used at most. New ones ask DNS again, so that a busy client follows a moved service.",
  }),
  maxInFlight: optionalNumber(
    { least: 1, most: 1_000_000, unit: "requests" },
    {
      place: "client",
      standardWords: "`connections`",
      words: "Most requests at a time; further calls wait their turn in order.",
    },
  ),
  maxQueued: number({ least: 0, most: 10_000_000, unit: "calls" }, 100_000, {
    place: "client",
    words: "Most calls that wait their turn. One more is an `OverloadError`, and nothing is sent.",
  }),
  requestsPerSecond: optionalNumber(REQUESTS_A_SECOND, {
    place: "client",
    standardWords: "no limit",
    words: "Most requests begun a second, evenly spread, retries included.",
  }),
  maxInFlightPerTenant: optionalNumber(
    { least: 1, most: 1_000_000, unit: "requests" },
    {
      place: "client",
      standardWords: "no limit",
      words: "Most requests of one tenant at a time, within `maxInFlight`. Tenants are told apart as `fairness` says.",
    },
  ),
  requestsPerSecondPerTenant: optionalNumber(REQUESTS_A_SECOND, {
    place: "client",
    standardWords: "no limit",
    words: "Most requests of one tenant begun a second, evenly spread, within `requestsPerSecond`.",
  }),
  retryAfterHolds: oneOf(["call", "tenant", "origin"], "call", {
    place: "client",
    words:
      "Which requests wait when a busy response asks for it with `Retry-After`, for at most a minute: those of the call, of its tenant, or all to that origin.",
  }),
  priority: oneOf(["normal", "low"], "normal", {
    place: "both",
    words:
      "`low` for batches: their calls are sent when no others wait. One that has waited for five seconds gets one turn in ten all the same.",
  }),
  proxy: optional(
    "string",
    'URL or `"environment"`',
    {
      place: "client",
      ofConnections: true,
      standardWords: "none",
      words:
        'Address of an HTTP proxy, or `"environment"` for `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Loopback is never proxied.',
    },
    checkText,
  ),
  tls: optional(
    "TlsOptions",
    "object",
    {
      place: "with",
      ofConnections: true,
      standardWords: "Node's own",
      words:
        "TLS settings. With `client.with()`: a client certificate for one tenant. Its requests go over connections of their own, which no other certificate uses.",
    },
    (_name, value) => value,
  ),
  socketPath: optional(
    "string",
    "path",
    {
      place: "client",
      ofConnections: true,
      standardWords: "none",
      words: "Unix socket to connect to instead of the endpoint's host and port.",
    },
    checkText,
  ),
  ...EXTENSIONS,
  compression: flag(true, "`true` or `false`", {
    place: "client",
    words: "Whether compressed responses are asked for: gzip, deflate, br. Compressed responses are read in any case.",
  }),
  allowInsecure: flag(false, "`true` or `false`", {
    place: "client",
    words: "Allow plain `http:` to a host that is not loopback: credentials travel readable.",
  }),
  allowControlCharacters: flag(false, "`true` or `false`", {
    place: "client",
    words:
      "Read references to control characters in responses, such as `&#x1;`, which XML forbids and real services send.",
  }),
  faultText: flag(false, "`true` or `false`", {
    place: "with",
    words:
      "Show what the service said, a fault's reason or the start of an HTML page, in `JSON.stringify(error)`, and the error's message in lines of `logger`. It may be about a person.",
  }),
  exposeEnvelopes: flag(false, "`true` or `false`", {
    place: "client",
    words:
      "Show whole envelopes, with credentials and data, to listeners of `client.soap`, instead of their structure.",
  }),
} as const satisfies { readonly [name: string]: OptionEntry<unknown> };

/** Name of an option. */
export type OptionName = keyof typeof OPTIONS;

/** Names of the options that may be set there. */
export type OptionNameAt<P extends OptionPlace> = {
  [K in OptionName]: (typeof OPTIONS)[K]["place"] extends P ? K : never;
}[OptionName];

/** The values of all options: as given, or as they are when not given. */
export type OptionValues = { readonly [K in OptionName]: (typeof OPTIONS)[K]["standard"] };
