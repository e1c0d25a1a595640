/** The trace of a caller (Trace Context, level 1). */
import type { FastifyRequest } from "fastify";

/** 3.2.2: an identifier of zeros and the version ff are not valid. */
const TRACE = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

export function traceIdOf({ headers: { traceparent } }: Pick<FastifyRequest, "headers">): string | undefined {
  return typeof traceparent === "string" ? TRACE.exec(traceparent)?.[1] : undefined;
}

/** Options of a call that continue the caller's trace. OpenTelemetry's own headers replace it where it is active. */
export function traceOf(request: Pick<FastifyRequest, "headers">): {
  readonly httpHeaders?: Readonly<Record<string, string>>;
} {
  const { traceparent, tracestate } = request.headers;
  if (typeof traceparent !== "string" || traceIdOf(request) === undefined) return {};
  const state = typeof tracestate === "string" && /^[\x20-\x7e]{1,512}$/.test(tracestate) ? { tracestate } : {};
  return { httpHeaders: { traceparent, ...state } };
}
