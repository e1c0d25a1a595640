import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import { isServiceError, NAME, type Observer } from "soapwright-runtime/errors";
import type { InterceptedAttempt, InterceptedCall } from "soapwright-runtime/extend";
import {
  ERROR_TYPE,
  EXCEPTION_TYPE,
  REQUEST_METHOD,
  REQUEST_SIZE,
  RESEND_COUNT,
  RESPONSE_SIZE,
  RPC_METHOD,
  RPC_SYSTEM,
  STATUS_CODE,
  serverOf,
  URL_FULL,
  VERSION,
} from "./conventions";
import type { CallMetrics } from "./metrics";
import { givenTrace, propagate } from "./propagation";

export function spans(provider: () => TracerProvider, metrics: CallMetrics): Observer {
  // A program may set its global provider later.
  const tracer = () => provider().getTracer(NAME, VERSION);
  return (call) => {
    const startedAt = performance.now();
    const outside = outsideOf(call);
    const attributes = ofCall(call);
    const span = tracer().startSpan(nameOf(call), { kind: SpanKind.CLIENT, attributes }, outside);
    const spanContext = trace.setSpan(outside, span);
    return {
      run: (next) => context.with(spanContext, next),
      attempt(attempt) {
        if (attempt.attempt > 1) span.setAttribute(RESEND_COUNT, attempt.attempt - 1);
        // An interceptor may have started its own span around the request. Without a context manager no span is active.
        const active = context.active();
        const parent = trace.getSpan(active) === undefined ? spanContext : active;
        const options = { kind: SpanKind.CLIENT, attributes: ofAttempt(attempt) };
        const request = tracer().startSpan("attempt", options, parent);
        metrics.request(attempt.queuedMs / 1_000, attempt.attempt, attributes, spanContext);
        const sending = propagate(trace.setSpan(parent, request), attempt.httpHeaders);
        return {
          run: (next) => context.with(sending, next),
          end(error) {
            const status = attempt.status === undefined ? {} : { [STATUS_CODE]: attempt.status };
            span.setAttributes(status);
            request.setAttributes({
              ...status,
              [REQUEST_SIZE]: attempt.requestBytes,
              [RESPONSE_SIZE]: attempt.responseBytes,
            });
            endSpan(request, error);
          },
        };
      },
      end(error) {
        metrics.call((performance.now() - startedAt) / 1_000, { ...attributes, ...typeOf(error) }, spanContext);
        endSpan(span, error);
      },
    };
  };
}

/** Without an active span, the call continues the trace of its own headers: a gateway hands on that of its caller. */
function outsideOf({ httpHeaders }: InterceptedCall): Context {
  const active = context.active();
  return trace.getSpan(active) === undefined ? givenTrace(active, httpHeaders) : active;
}

/** The conventions define the fully qualified name. */
function nameOf({ service, operation }: InterceptedCall): string {
  return `${service}/${operation}`;
}

/** These attributes are known at the start of the call and have low cardinality. */
function ofCall(call: InterceptedCall): Attributes {
  return { [RPC_SYSTEM]: "soap", [RPC_METHOD]: nameOf(call), ...serverOf(call.endpoint) };
}

function ofAttempt(attempt: InterceptedAttempt): Attributes {
  return {
    [REQUEST_METHOD]: "POST",
    [URL_FULL]: attempt.endpoint,
    ...serverOf(attempt.endpoint),
    ...(attempt.attempt > 1 ? { [RESEND_COUNT]: attempt.attempt - 1 } : {}),
  };
}

/** Records only the class and code of an error, because its message may contain text of the service. */
function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    const type = typeOf(error);
    span.setAttributes(type);
    span.addEvent("exception", { [EXCEPTION_TYPE]: isServiceError(error) ? error.name : "Error" });
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(type[ERROR_TYPE]) });
  }
  span.end();
}

function typeOf(error: unknown): Attributes {
  if (error === undefined) return {};
  return { [ERROR_TYPE]: isServiceError(error) ? error.code : "_OTHER" };
}
