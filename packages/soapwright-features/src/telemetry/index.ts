/**
 * OpenTelemetry spans and metrics for calls. `@opentelemetry/api` is an optional peer dependency: install it beside
 * this package. Attributes follow the semantic conventions for RPC and HTTP, and never contain arguments, results,
 * header blocks or text of the service.
 */
import { type MeterProvider, metrics, type TracerProvider, trace } from "@opentelemetry/api";
import { installInterceptors, observe } from "soapwright-runtime/errors";
import { CallMetrics } from "./metrics";
import { keepPropagating } from "./propagation";
import { spans } from "./spans";

/** The providers of spans and metrics. */
export interface InstrumentationOptions {
  /** The provider of spans. Default: the global provider, even if it is set later. */
  readonly tracerProvider?: TracerProvider;
  /** The provider of metrics. Default: the global provider, even if it is set later. */
  readonly meterProvider?: MeterProvider;
}

/**
 * Records spans and metrics for every call in the process until the returned function is called. That includes clients
 * created earlier, and clients of other copies of this package.
 *
 * A call has a span of kind client, named `<service>/<operation>`. Its parent is the span that is active when the
 * method is called, or when a stream is first read. Each attempt has a child span named `attempt`, which is active
 * while the request is sent, so that spans of other instrumentations (undici, net) become its children. The headers of
 * the global propagator, such as `traceparent`, are sent once with each request.
 *
 * Metrics: `rpc.client.call.duration`, a histogram in seconds, whose `error.type` is the `code` of the error;
 * `soapwright.client.queue.duration`; and gauges of all open clients, with the values of `client.stats()`. Scope:
 * `soapwright`.
 *
 * @throws ConfigurationError when the installed core does not fit this package.
 */
export function instrumentCalls(options: InstrumentationOptions = {}): () => void {
  const measured = new CallMetrics(() => options.meterProvider ?? metrics.getMeterProvider());
  const observer = spans(() => options.tracerProvider ?? trace.getTracerProvider(), measured);
  const stops = [installInterceptors(observe(observer)), keepPropagating(), () => measured.stop()];
  return () => {
    for (const stop of stops) stop();
  };
}
