import type { Advice } from "../errors/advice";
import { ConnectionError } from "../errors/connection-error";
import type { ReasonOf } from "../errors/reasons";
import { ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import { StaleConnection } from "./stale-connection";

/** The unit is bytes. */
export const MAX_HEAD_BYTES = 16_384;

export interface FailurePlace {
  readonly endpoint: string;
  readonly secure: boolean;
  /** Undefined if the client does not set it. */
  readonly connectTimeoutMs?: number | undefined;
  /** No later error then suggests TLS. */
  readonly speaksHttp?: boolean;
  readonly isProxy?: boolean;
  readonly tunnelTo?: string | undefined;
}

/** An error of our own connectors. Its `message` is shown to users. */
export class ConnectRefusal extends Error {
  constructor(
    message: string,
    readonly advice: readonly Advice[],
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

/** A failure to reach a proxy, or to open the tunnel to `tunnelTo` through it. */
export class ProxyFailure extends Error {
  constructor(
    readonly proxy: string,
    readonly failure: unknown,
    readonly tunnelTo?: string,
  ) {
    super("no connection to the proxy");
  }
}

/** Every error of undici, sockets, TLS or DNS is converted here. */
export function connectionFailure(
  error: unknown,
  sent: "no" | "maybe",
  place: FailurePlace,
  heard: "nothing" | "TLS" | "something" = "nothing",
): ServiceError {
  if (error instanceof ProxyFailure) {
    const { proxy, failure, tunnelTo } = error;
    return connectionFailure(
      failure,
      sent,
      { ...place, endpoint: `the proxy ${proxy}`, isProxy: true, tunnelTo },
      heard,
    );
  }
  const code = codeOf(error);
  const { connectTimeoutMs } = place;
  if (code === "UND_ERR_CONNECT_TIMEOUT" && connectTimeoutMs !== undefined) {
    const limit = `${connectTimeoutMs.toLocaleString("en-US")} ms`;
    return new TimeoutError(
      (name) => `${unconnected(place)} within ${name("connections.connectTimeoutMs")} (${limit}).`,
      {
        phase: "connect",
        timeoutMs: connectTimeoutMs,
        cause: cleanCause(error, code),
        advice: [...addressAdvice(place), { action: "raise", option: "connections.connectTimeoutMs" }],
      },
    );
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new ResponseError(
      `The head of the response is longer than ${MAX_HEAD_BYTES.toLocaleString("en-US")} bytes.`,
      { reason: "limit", advice: [REPORT] },
    );
  }
  const { reason, what, advice, isPermanent = false } = diagnose(error, code, sent, place, heard);
  const reached = sent === "no" ? "Nothing was sent." : "The request may have reached the service.";
  return new ConnectionError(what, {
    reason,
    outcome: reached,
    sent,
    cause: cleanCause(error, code),
    advice: advice ?? (place.isProxy === true ? addressAdvice(place) : undefined),
    kind: isPermanent ? "configuration" : undefined,
  });
}

function unconnected({ endpoint, tunnelTo }: FailurePlace): string {
  if (tunnelTo === undefined) return `No connection to ${endpoint} was made`;
  return `${capital(endpoint)} did not open a tunnel to ${tunnelTo}`;
}

function addressAdvice({ isProxy }: FailurePlace): readonly Advice[] {
  return [{ action: "check", option: isProxy === true ? "proxy" : "endpoint" }, { action: "check" }];
}

interface Diagnosis {
  readonly reason: ReasonOf<"CONNECTION">;
  readonly what: string;
  /** Advice in place of the default, which is to check the address and the network. */
  readonly advice?: readonly Advice[];
  readonly isPermanent?: boolean;
}

const REPORT: Advice = { action: "report" };
const USE_TLS: Advice = { action: "set", option: "endpoint", value: "https:" };
const CHECK_ADDRESS: Advice = { action: "check", option: "endpoint" };

function diagnose(
  error: unknown,
  code: string,
  sent: "no" | "maybe",
  place: FailurePlace,
  heard: "nothing" | "TLS" | "something",
): Diagnosis {
  const { endpoint, secure, speaksHttp = false, isProxy = false } = place;
  const mayBeTls = !secure && !speaksHttp && !isProxy;
  if (!secure && heard === "TLS")
    return { reason: "speaks-tls", what: `${endpoint} speaks TLS on this port.`, advice: [USE_TLS] };
  if (error instanceof ConnectRefusal) {
    return { reason: "connector-refused", what: error.message, advice: error.advice, isPermanent: error.isPermanent };
  }
  if (error instanceof StaleConnection) {
    return { reason: "connection-stale", what: `${endpoint} closed the connection before the request was written.` };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { reason: "host-unknown", what: `The host of ${endpoint} cannot be resolved (${code}).` };
  }
  if (code === "ECONNREFUSED")
    return { reason: "connection-refused", what: `${capital(endpoint)} refused the connection (${code}).` };
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return {
      reason: "speaks-no-tls",
      what: `${endpoint} does not speak TLS on this port (${code}).`,
      ...(!isProxy && { advice: [CHECK_ADDRESS, { action: "set", option: "endpoint", value: "http:" }] }),
      isPermanent: true,
    };
  }
  const wanted = isProxy ? undefined : wantedCertificate(code);
  if (wanted !== undefined) {
    const what = `No trusted TLS connection to ${endpoint} was made: ${wanted} (${code}).`;
    return { reason: "client-certificate", what, advice: [CLIENT_CERTIFICATE, REPORT], isPermanent: true };
  }
  if (isTlsCode(code)) {
    const [why, advice] = refusedCertificate(code, isProxy);
    const what = `No trusted TLS connection to ${endpoint} was made${why} (${code}).`;
    return { reason: "certificate", what, advice, isPermanent: true };
  }
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    const what = `The response of ${endpoint} is shorter or longer than its Content-Length, or has more than one Content-Length.`;
    return { reason: "response-length", what, advice: [REPORT] };
  }
  if (code === "HPE_UNEXPECTED_CONTENT_LENGTH" || code === "HPE_INVALID_CONTENT_LENGTH") {
    const what = `The response of ${endpoint} has more than one Content-Length, one beside Transfer-Encoding, or one that is no number (${code}).`;
    return { reason: "content-length", what, advice: [REPORT] };
  }
  if (code.startsWith("HPE_")) {
    const what = `The response of ${endpoint} is not HTTP/1.1 (${code}).`;
    const reason = "no-http";
    if (code === "HPE_INVALID")
      return { reason, what, ...(!isProxy && { advice: [CHECK_ADDRESS] }), isPermanent: true };
    if (!mayBeTls) return { reason, what, advice: [REPORT] };
    return { reason, what: `${what} The port may speak TLS.`, advice: [USE_TLS, CHECK_ADDRESS] };
  }
  if (sent === "no") return { reason: "not-connected", what: `${unconnected(place)} (${code}).` };
  const reason = "connection-lost";
  const what = `The connection to ${endpoint} was lost (${code}).`;
  if (!mayBeTls || heard !== "nothing") return { reason, what };
  return { reason, what: `${what} The port may speak TLS.`, advice: [USE_TLS, CHECK_ADDRESS, { action: "check" }] };
}

const CLIENT_CERTIFICATE: Advice = { action: "set", option: "tls.cert" };

/** What an alert of the service says about the client's certificate (RFC 5246, 7.2.2; RFC 8446, 6.2). */
function wantedCertificate(code: string): string | undefined {
  if (/_ALERT_CERTIFICATE_REQUIRED$|_ALERT_NO_CERTIFICATE$/.test(code))
    return "this service wants a client certificate";
  if (
    /_ALERT_(?:UNKNOWN_CA|(?:BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(?:REVOKED|EXPIRED|UNKNOWN)|ACCESS_DENIED)$/.test(
      code,
    )
  )
    return "this service does not accept the client certificate, or its absence";
  // Services with TLS 1.2 answer so when a certificate is missing.
  if (/_ALERT_HANDSHAKE_FAILURE$/.test(code))
    return "the handshake failed, which may be because this service wants a client certificate";
  return undefined;
}

/** The reason is empty for other failures of TLS. */
function refusedCertificate(code: string, isProxy: boolean): readonly [why: string, advice: readonly Advice[]] {
  if (/^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)) {
    return [": its certificate is not of a trusted authority", [{ action: "set", option: "tls.ca" }]];
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    const address: Advice = { action: "check", option: isProxy ? "proxy" : "endpoint" };
    return [": its certificate is for another host", [address, REPORT]];
  }
  return [code === "CERT_HAS_EXPIRED" ? ": its certificate has expired" : "", [REPORT]];
}

/** Capitalizes "the proxy …" for the beginning of a sentence. An address stays unchanged. */
function capital(place: string): string {
  return place.replace(/^the /, "The ");
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|ERR_OSSL)/.test(
    code,
  );
}

/** Returns the code of the first error in an AggregateError of several addresses. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "UNKNOWN";
  const code: unknown = Reflect.get(error, "code");
  if (code === "EPROTO") return tlsCodeOf(error) ?? code;
  if (typeof code === "string" && code !== "") return code;
  // undici has no code for a response that does not begin as HTTP, for example the greeting of a mail server.
  if (Reflect.get(error, "name") === "HTTPParserError") return "HPE_INVALID";
  const errors: unknown = Reflect.get(error, "errors");
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return "UNKNOWN";
}

/** A failed write has the reason only in its message: "error:0A00010B:SSL routines:…:wrong version number:…". */
function tlsCodeOf(error: object): string | undefined {
  const [, reason] = /:SSL routines:[^:]*:([\w ]+)/.exec(String(Reflect.get(error, "message"))) ?? [];
  return reason === undefined ? undefined : `ERR_SSL_${reason.toUpperCase().replaceAll(" ", "_")}`;
}

/** undici's parser error holds the bytes of the response, so only code, message and stack are kept. */
function cleanCause(error: unknown, code: string): Error {
  const cause = Object.assign(new Error(error instanceof Error ? error.message : String(error)), { code });
  if (error instanceof Error && error.stack !== undefined) cause.stack = error.stack;
  return cause;
}
