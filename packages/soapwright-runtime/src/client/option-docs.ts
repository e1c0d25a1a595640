/**
 * Descriptions and defaults of the options, for the declarations and for `docs/options.md`, which
 * `scripts/write-options.ts` writes. Separate from the table of options, so that programs neither load nor bundle them.
 */
import type { OptionEntry } from "./option-entry";
import { OPTIONS, type OptionName } from "./option-table";

interface Documented {
  /** The type in the declaration, and the kind of value for `docs/options.md`, if the entry does not say them. */
  readonly type?: string;
  readonly unit?: string;
  readonly description: string;
  /** The default as text, if it is not the value itself. */
  readonly defaultText?: string;
}

const DOCUMENTED: { readonly [N in OptionName]: Documented } = {
  endpoint: {
    type: "string",
    unit: "absolute URL",
    description:
      "Absolute `http:` or `https:` address to post to. With `client.with()` and for one call: another address of the same origin, or of one that `allowedOrigins` names. Another origin gets no credentials, headers or `tls` but those that the same `client.with()` or call sets.",
    defaultText: "the address of the WSDL's port for `soapVersion`",
  },
  allowedOrigins: {
    type: "readonly string[]",
    unit: "origins",
    description:
      "Further origins that `endpoint` of `client.with()` and of a call may be at, for example `https://other.example:8443`. They get no credentials, `headers`, `httpHeaders`, `extraHeaders`, `security` or `tls` of the client, only what the same `client.with()` or call sets.",
    defaultText: "none",
  },
  forceSoapVersion: {
    description:
      "Whether `soapVersion` may be one that the WSDL does not name, for a service whose WSDL is wrong about it. SOAP 1.2 then sends the SOAPAction of 1.1 as `action` of the content type.",
  },
  soapVersion: {
    type: '"1.1" | "1.2"',
    unit: '"1.1", "1.2"',
    description: "Version of SOAP to speak.",
    defaultText: '`"1.1"`, or the only one that the service has',
  },
  namespaces: {
    type: "(declared: string) => string",
    unit: "function",
    description:
      "From a namespace of the WSDL to the one on the wire; what it does to the target namespace also moves SOAPAction.",
    defaultText: "as declared",
  },
  headers: {
    type: "HeaderSource<H> | CredentialHeaders<H>",
    unit: "object or function",
    description: "Header blocks of every call, or a function that yields them. On a call: instead of the client's.",
    defaultText: "none",
  },
  extraHeaders: {
    type: "ExtraHeaders",
    unit: "XML or function",
    description:
      "Header blocks that the WSDL does not declare, sent as they are: an `XmlElement`, XML text, a list of them, or a function of the call that returns one of these. On a call: instead of the client's.",
    defaultText: "none",
  },
  understands: {
    type: "readonly HeaderBlockName[]",
    unit: "names of header blocks",
    description:
      'Header blocks of responses that you take care of, beside those that the WSDL declares: `{ namespace, name }`. Any other block that is sent to the client with `mustUnderstand="1"` is a `ResponseError`.',
    defaultText: "none",
  },
  auth: {
    type: "C",
    unit: "object",
    description: "Credentials in the place of the client's. Those that are not given stay the client's.",
    defaultText: "none",
  },
  safe: {
    type: "boolean",
    unit: "true, false",
    description:
      "Whether the call may be repeated after it may have reached the service, because it changes nothing there.",
    defaultText: "what the WSDL or `safeOperations` says",
  },
  safeOperations: {
    type: "readonly string[]",
    unit: "names of operations",
    description:
      "Further operations, by the name in the WSDL or the method, that change nothing and may be repeated: for a service whose WSDL does not say which are safe.",
    defaultText: "those that the WSDL declares safe",
  },
  errorKind: {
    type: "(error: ServiceError) => ErrorKind | undefined",
    unit: "function",
    description:
      "From an error of a call to its `kind`, or undefined to leave that as it is: for a service whose codes mean something of their own. Credentials, retries and the log go by it.",
    defaultText: "the kind that status, code and reason say",
  },
  signal: {
    type: "CallSignal",
    unit: "AbortSignal",
    description: "Ends the call with an `AbortError`.",
    defaultText: "none",
  },
  httpHeaders: {
    type: "HttpHeaders | ((request: CredentialRequest) => Asked<HttpHeaders>)",
    unit: "object or function",
    description:
      "HTTP headers added to every request, for example for a gateway, or a function that returns them; on a call, added to the client's. Not those that SOAP or HTTP set. `Accept-Encoding` replaces `gzip, deflate, br`; `identity` asks for no compression.",
    defaultText: "none",
  },
  validation: { description: "How strictly responses are checked against the schema." },
  timeoutMs: {
    description: "Longest time for one attempt. For a stream: to the first item, and then for each wait for bytes.",
  },
  deadlineMs: {
    description:
      "Longest time for the whole call with its retries, waits and credentials. For a stream: to the first item, and then for the waits from one item to the next.",
  },
  connectTimeoutMs: { description: "Longest time to make a connection, TLS and proxy included." },
  streamIdleMs: {
    description:
      "Longest time that the reader of a stream may leave it alone while it holds a connection. The stream then ends with a `TimeoutError`.",
  },
  retries: { description: "Attempts after the first. Only what is safe is repeated: see `ClientOptions`." },
  retryTimeouts: {
    description: "Whether an attempt that took longer than `timeoutMs` is repeated, when the operation is safe.",
  },
  retryDelayMs: {
    description:
      "Upper bound of the first wait before a retry; it doubles each time up to 5 seconds, and the wait is drawn at random below it (full jitter). `Retry-After` may ask for more, up to the deadline.",
  },
  retryBudget: { description: "Retries that may be made in a burst; each response of the service earns a tenth back." },
  maxRequestBytes: {
    description:
      "Longest request envelope. A longer one is an `ArgumentError`, and nothing is sent. Attachments do not count.",
  },
  maxResponseBytes: { description: "Longest response, after decompression." },
  maxStreamBytes: { description: "Longest streamed response, after decompression." },
  maxDepth: { description: "Deepest nesting of elements in a response." },
  maxTextLength: {
    description:
      "Longest text or attribute value in a response. A value of type `base64Binary` or `hexBinary` may have 67,108,864 in any case.",
  },
  connections: {
    description:
      "Most connections, and so requests, at a time; further calls wait in the queue. With `transport`: most requests.",
  },
  keepAliveMs: { description: "How long an idle connection is kept; a shorter wish of the service is obeyed." },
  maxConnectionAgeMs: {
    description:
      "How long a connection is used at most. New ones ask DNS again, so that a busy client follows a moved service.",
  },
  maxQueued: { description: "Most calls that wait their turn. One more is an `OverloadError`, and nothing is sent." },
  requestsPerSecond: {
    description: "Most requests begun a second, evenly spread, retries included.",
    defaultText: "no limit",
  },
  priority: {
    description:
      "`low` for batches: their calls are sent when no others wait. One that has waited for five seconds gets one turn in ten all the same.",
  },
  proxy: {
    type: "string",
    unit: 'URL or `"environment"`',
    description:
      'Address of an HTTP proxy, or `"environment"` for `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Loopback is never proxied.',
    defaultText: "none",
  },
  tls: {
    type: "TlsOptions",
    unit: "object",
    description:
      "TLS settings. With `client.with()`: a client certificate for one tenant. Its requests go over connections of their own, which no other certificate uses.",
    defaultText: "Node's own",
  },
  allowInsecure: { description: "Allow plain `http:` to a host that is not loopback: credentials travel readable." },
  allowControlCharacters: {
    description:
      "Read references to control characters in responses, such as `&#x1;`, which XML forbids and real services send.",
  },
  faultText: {
    description:
      "Show what the service said, a fault's reason or the start of an HTML page, in `JSON.stringify(error)`, and the error's message in lines of `logger`. It may be about a person.",
  },
  exposeEnvelopes: {
    description:
      "Show whole envelopes, with credentials and data, to listeners of `client.soap`, instead of their structure.",
  },
  transport: {
    type: "CustomTransport",
    unit: "`customTransport({ send })`",
    description:
      "Sends the requests in the place of the client's own connections; `customTransport` is in `soapwright-runtime/extend`. Excludes `keepAliveMs`, `maxConnectionAgeMs`, `connectTimeoutMs`, `tls` and `proxy`.",
    defaultText: "the client's own connections",
  },
  fairness: {
    type: "Fairness",
    unit: "`fairness({ … })`",
    description:
      "Whose queue a call waits in. Tenants who wait have their turns one after the other, so that one with many calls does not hold up the others; a tenant's own calls stay in order. `fairness({ key })` says who is a tenant, with which weight and limits.",
    defaultText: "by the domain and the user name of the credentials, else by the client of `with()`",
  },
  admission: {
    type: "readonly Admission[]",
    unit: "list",
    description:
      "What decides beside the queue whether a request may begin: `breaker()`, `adaptive()`, `sharedRate(limit)`, `retryAfterHold(scope)`, or one of your own; one of each name. What two of them do together: `docs/tenants.md`.",
    defaultText: "none",
  },
  credentialCache: {
    type: "SharedCredentials",
    unit: "`sharedCredentials(cache)`",
    description:
      "Where processes share credentials that expire, so that one of them fetches for all. It is read before a function for credentials is called, if domain and user name are texts, or if the function is a `credentialSource` with a name.",
    defaultText: "each client keeps them for itself",
  },
  policy: {
    description:
      "What happens where the policies of the WSDL ask for more than is set: with `obey` the call is a `ConfigurationError` that names the option, with `ignore` it is made.",
  },
  interceptors: {
    type: "readonly Interceptor[]",
    unit: "functions",
    description: "Functions around each call, the first outermost.",
    defaultText: "none",
  },
  attemptInterceptors: {
    type: "readonly AttemptInterceptor[]",
    unit: "functions",
    description: "Functions around each request of a call, the first outermost.",
    defaultText: "none",
  },
  logger: {
    type: "Logger",
    unit: "object",
    description:
      "Gets a line for each call and for each retry: pino, `console`, or an object with their functions `info`, `warn` and `error`. A call that succeeded, or that you aborted, is `info`, a retry `warn`, a call that failed `error`, or `warn` when the service rejected it or found nothing. No line holds a credential, an argument or a result.",
    defaultText: "none",
  },
};

/** The documentation of one option, with its type in the declaration and its unit or kind of value in the table. */
export interface OptionDoc extends Documented {
  readonly type: string;
  readonly unit: string;
}

/** Returns the documentation of an option. */
export function optionDoc(name: OptionName): OptionDoc {
  const { values, unit }: OptionEntry<unknown> = OPTIONS[name];
  const texts = values?.map((each) => JSON.stringify(each));
  const ofEntry =
    texts !== undefined
      ? { type: texts.join(" | "), unit: texts.join(", ") }
      : unit !== undefined
        ? { type: "number", unit }
        : { type: "boolean", unit: "`true` or `false`" };
  return { ...ofEntry, ...DOCUMENTED[name] };
}
