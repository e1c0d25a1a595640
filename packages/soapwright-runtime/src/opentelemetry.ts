/**
 * Spans and a metric of every call, for OpenTelemetry. `@opentelemetry/api` is an optional peer: install it beside this
 * package. What is in them follows the semantic conventions for RPC and HTTP; no argument, result, header block or word
 * of the service is.
 */
import { type MeterProvider, metrics, type TracerProvider, trace } from "@opentelemetry/api";
import { installInterceptors } from "./client/interception";
import { observe } from "./client/observer";
import { CallMetrics } from "./telemetry/metrics";
import { keepPropagating } from "./telemetry/propagation";
import { spans } from "./telemetry/spans";

/** Where spans and metrics go. */
export interface InstrumentationOptions {
  /** Default: the global one, also when it is set later. */
  readonly tracerProvider?: TracerProvider;
  /** Default: the global one, also when it is set later. */
  readonly meterProvider?: MeterProvider;
}

/**
 * Makes spans and a metric of every call of every client in the process, until the returned function is called: also of
 * clients that were made before, and of those of another copy of this package.
 *
 * A call has a span of kind client, named `<service>/<operation>`: a child of the span that is active where the method is
 * called, or where a stream is first read. Each of its requests has a span named `attempt` below it, and is sent with that
 * span active, so that spans of other instrumentations (undici, net) are children of it. The headers of the global
 * propagator, such as `traceparent`, go out with each request, once.
 *
 * Metrics: `rpc.client.call.duration`, a histogram in seconds, whose `error.type` is the `code` of the error;
 * `soapwright.client.queue.duration`; and gauges of all open clients, as `client.stats()` has them. Scope: `soapwright`.
 */
export function instrumentCalls(options: InstrumentationOptions = {}): () => void {
  const measured = new CallMetrics(() => options.meterProvider ?? metrics.getMeterProvider());
  const observer = spans(() => options.tracerProvider ?? trace.getTracerProvider(), measured);
  const stops = [installInterceptors(observe(observer)), keepPropagating(), () => measured.stop()];
  return () => {
    for (const stop of stops) stop();
  };
}
