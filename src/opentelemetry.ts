/**
 * Spans and metrics of every call, for OpenTelemetry. `@opentelemetry/api` is an optional peer: install it beside this
 * package. What stands in them follows the semantic conventions for RPC and HTTP; no argument, result, header block or
 * word of the service does.
 */
import { channel } from "node:diagnostics_channel";
import {
  type Attributes,
  context,
  type MeterProvider,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { CallTrace } from "./client/trace";

/** Where spans and metrics go. */
export interface InstrumentationOptions {
  /** Default: the global one. */
  readonly tracerProvider?: TracerProvider;
  /** Default: the global one. */
  readonly meterProvider?: MeterProvider;
}

const scope = "employee-service-client";
const prefix = "tracing:employee-service-client:call";

/**
 * Makes a span (kind client, child of the span that is active where the method is called) and metrics of every call of
 * every client, until the returned function is called. Spans: name of the operation, an event `attempt` for each request.
 * Metrics: `rpc.client.duration` in ms, `rpc.client.request.size` and `rpc.client.response.size` in bytes,
 * `rpc.client.requests_per_rpc`.
 */
export function instrumentCalls(options: InstrumentationOptions = {}): () => void {
  const tracer = (options.tracerProvider ?? trace.getTracerProvider()).getTracer(scope);
  const meter = (options.meterProvider ?? metrics.getMeterProvider()).getMeter(scope);
  const duration = meter.createHistogram("rpc.client.duration", {
    unit: "ms",
    description: "Duration of a call, retries included.",
  });
  const requestSize = meter.createHistogram("rpc.client.request.size", {
    unit: "By",
    description: "Size of the request envelope.",
  });
  const responseSize = meter.createHistogram("rpc.client.response.size", {
    unit: "By",
    description: "Size of the response bodies.",
  });
  const requests = meter.createHistogram("rpc.client.requests_per_rpc", {
    unit: "{count}",
    description: "Requests of a call, retries included.",
  });
  const spans = new WeakMap<CallTrace, Span>();

  const listeners: { readonly [event: string]: (call: CallTrace) => void } = {
    start(call) {
      spans.set(
        call,
        tracer.startSpan(call.operation, { kind: SpanKind.CLIENT, attributes: identity(call) }, context.active()),
      );
    },
    attempt(call) {
      spans.get(call)?.addEvent("attempt", { "http.request.resend_count": Math.max(0, call.attempts - 1) });
    },
    end(call) {
      const attributes = { ...identity(call), ...outcome(call) };
      if (call.durationMs !== undefined) duration.record(call.durationMs, attributes);
      requestSize.record(call.requestLength, attributes);
      responseSize.record(call.bytes, attributes);
      requests.record(call.attempts, attributes);
      const span = spans.get(call);
      if (span === undefined) return;
      span.setAttributes({
        ...outcome(call),
        "http.request.body.size": call.requestLength,
        "http.response.body.size": call.bytes,
        "http.request.resend_count": call.retries,
      });
      if (call.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: call.error.code });
      span.end();
    },
  };
  const stops = Object.entries(listeners).map(([event, listener]) => {
    const watched = channel(`${prefix}:${event}`);
    const onMessage = (message: unknown) => {
      if (isCallTrace(message)) listener(message);
    };
    watched.subscribe(onMessage);
    return () => watched.unsubscribe(onMessage);
  });
  return () => {
    for (const stop of stops) stop();
  };
}

function identity(call: CallTrace): Attributes {
  const { hostname, port, protocol, origin, pathname } = new URL(call.endpoint);
  return {
    "rpc.system": "soap",
    "rpc.service": pathname.split("/").pop() ?? "",
    "rpc.method": call.operation,
    "rpc.soap.version": call.soapVersion,
    "http.request.method": "POST",
    "url.full": `${origin}${pathname}`,
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

function outcome(call: CallTrace): Attributes {
  return {
    ...(call.status === undefined ? {} : { "http.response.status_code": call.status }),
    ...(call.error === undefined ? {} : { "error.type": call.error.code }),
  };
}

function isCallTrace(message: unknown): message is CallTrace {
  return typeof message === "object" && message !== null && "operation" in message && "endpoint" in message;
}
