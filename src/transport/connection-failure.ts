import { ConnectionError } from "../errors/connection-error";
import { ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";

/** What is known about an attempt when its connection fails. */
export interface FailureContext {
  readonly sent: "no" | "maybe";
  readonly endpoint: string;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
}

const permanent = new WeakSet<ConnectionError>();

/** Whether connecting again cannot help: a certificate, a proxy's refusal. */
export function isPermanent(error: ConnectionError): boolean {
  return permanent.has(error);
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
export function connectionFailure(error: unknown, context: FailureContext): ServiceError {
  if (error instanceof ProxyFailure) {
    return connectionFailure(error.failure, { ...context, endpoint: `the proxy ${error.proxy}` });
  }
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    return new TimeoutError(
      `No connection to ${context.endpoint} within connectTimeoutMs of ${context.connectTimeoutMs} ms.`,
      { phase: "connect", timeoutMs: context.connectTimeoutMs, cause: cleanCause(error, code) },
    );
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new ResponseError(
      `The head of the answer is over maxHeaderBytes of ${context.maxHeaderBytes} bytes; raise maxHeaderBytes if that is expected.`,
      { reason: "limit" },
    );
  }
  const failure = new ConnectionError(`${sentence(error, code, context)} ${advice(context.sent)}`, {
    sent: context.sent,
    cause: cleanCause(error, code),
  });
  if (error instanceof ConnectRefusal || isTlsCode(code)) permanent.add(failure);
  return failure;
}

function advice(sent: "no" | "maybe"): string {
  return sent === "no" ? "Nothing was sent." : "The request may have reached the service.";
}

function sentence(error: unknown, code: string, { endpoint, sent }: FailureContext): string {
  if (error instanceof ConnectRefusal) return error.message;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `The host of ${endpoint} cannot be resolved (${code}).`;
  if (code === "ECONNREFUSED") return `Connections to ${endpoint} are refused (${code}).`;
  if (isTlsCode(code)) return `No trusted TLS connection to ${endpoint} (${code}).`;
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return `The answer of ${endpoint} is shorter or longer than its Content-Length.`;
  if (code.startsWith("HPE_")) return `The answer of ${endpoint} is not HTTP/1.1 (${code}).`;
  if (sent === "no") return `No connection to ${endpoint} (${code}).`;
  return `The connection to ${endpoint} was lost (${code}).`;
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

/** A cause that shows code and message only: undici's parser error carries the bytes of the answer. */
function cleanCause(error: unknown, code: string): Error {
  const message = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(message), { code });
}
