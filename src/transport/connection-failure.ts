import { ConnectionError } from "../errors/connection-error";
import { ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import { StaleConnection } from "./stale-connection";

/** Where a connection leads and what it may cost: for messages. */
export interface FailurePlace {
  readonly endpoint: string;
  readonly secure: boolean;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
}

const permanent = new WeakSet<ConnectionError>();

/** Whether connecting again cannot help: a certificate, a proxy's refusal. */
export function isPermanent(error: ConnectionError): boolean {
  return permanent.has(error);
}

const unanswered = new WeakSet<ServiceError>();

/** Says of `error` that its request got not one byte on a connection that had carried others. */
export function markUnanswered(error: ServiceError): void {
  unanswered.add(error);
}

/** Whether the service may have closed the connection before it saw the request: another connection will tell. */
export function isUnanswered(error: ServiceError): boolean {
  return unanswered.has(error);
}

/** Thrown by connectors of ours: `message` is fit for users. */
export class ConnectRefusal extends Error {}

/** A proxy could not be reached: `failure` says why. */
export class ProxyFailure extends Error {
  constructor(
    readonly proxy: string,
    readonly failure: unknown,
  ) {
    super("no connection to the proxy");
  }
}

/** The one place where errors of undici, sockets, TLS and DNS become ours. */
export function connectionFailure(
  error: unknown,
  sent: "no" | "maybe",
  place: FailurePlace,
  heard: "nothing" | "TLS" | "something" = "nothing",
): ServiceError {
  if (error instanceof ProxyFailure) {
    return connectionFailure(error.failure, sent, { ...place, endpoint: `the proxy ${error.proxy}` }, heard);
  }
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    const { endpoint, connectTimeoutMs } = place;
    return new TimeoutError(
      `No connection to ${endpoint} was made within connectTimeoutMs (${connectTimeoutMs.toLocaleString("en-US")} ms). Check the address and the network, or raise connectTimeoutMs.`,
      { phase: "connect", timeoutMs: connectTimeoutMs, cause: cleanCause(error, code) },
    );
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new ResponseError(
      `The head of the response is longer than maxHeaderBytes (${place.maxHeaderBytes.toLocaleString("en-US")} bytes). Raise maxHeaderBytes if that is expected.`,
      { reason: "limit" },
    );
  }
  const failure = new ConnectionError(`${sentence(error, code, sent, place, heard)} ${advice(sent)}`, {
    sent,
    cause: cleanCause(error, code),
  });
  if (error instanceof ConnectRefusal || isTlsCode(code)) permanent.add(failure);
  return failure;
}

function advice(sent: "no" | "maybe"): string {
  return sent === "no" ? "Nothing was sent." : "The request may have reached the service.";
}

function sentence(
  error: unknown,
  code: string,
  sent: "no" | "maybe",
  { endpoint, secure }: FailurePlace,
  heard: "nothing" | "TLS" | "something",
): string {
  if (!secure && heard === "TLS") return `${endpoint} speaks TLS on this port. Use https: in the address.`;
  if (error instanceof ConnectRefusal) return error.message;
  if (error instanceof StaleConnection) return `${endpoint} closed the connection before the request was written.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `The host of ${endpoint} cannot be resolved (${code}).`;
  if (code === "ECONNREFUSED") return `${capital(endpoint)} refused the connection (${code}).`;
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return `${endpoint} does not speak TLS on this port (${code}): check the port, or use http: where that is allowed.`;
  }
  if (isTlsCode(code)) return `No trusted TLS connection to ${endpoint} was made (${code}).`;
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    return `The response of ${endpoint} is shorter or longer than its Content-Length.`;
  }
  if (code.startsWith("HPE_")) {
    const hint = secure ? "" : ` Check that the port speaks plain HTTP: if it speaks TLS, use https:.`;
    return `The response of ${endpoint} is not HTTP/1.1 (${code}).${hint}`;
  }
  if (sent === "no") return `No connection to ${endpoint} was made (${code}).`;
  const hint = secure || heard !== "nothing" ? "" : " If this port speaks TLS, use https: in the address.";
  return `The connection to ${endpoint} was lost (${code}).${hint}`;
}

/** "the proxy …" begins a sentence with a capital; an address does not. */
function capital(place: string): string {
  return place.replace(/^the /, "The ");
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|ERR_OSSL)/.test(
    code,
  );
}

/** Node's or undici's code; for the error of several addresses, the code of the first. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "UNKNOWN";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string" && code !== "") return code;
  const errors: unknown = Reflect.get(error, "errors");
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return "UNKNOWN";
}

/** A cause that shows code, message and stack only: undici's parser error carries the bytes of the response. */
function cleanCause(error: unknown, code: string): Error {
  const cause = Object.assign(new Error(error instanceof Error ? error.message : String(error)), { code });
  if (error instanceof Error && error.stack !== undefined) cause.stack = error.stack;
  return cause;
}
