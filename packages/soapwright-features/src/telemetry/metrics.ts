import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Attributes, Context, Counter, Histogram, MeterProvider } from "@opentelemetry/api";
import { CREDENTIAL_CHANNEL, type CredentialTrace, NAME } from "soapwright-runtime/errors";
import { CALL_DURATION, ERROR_TYPE, SERVICE, VERSION } from "./conventions";
import { gauges } from "./gauges";

/** Bucket bounds that the conventions recommend, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

interface Instruments {
  readonly provider: MeterProvider;
  readonly calls: Histogram;
  readonly waits: Histogram;
  readonly retries: Counter;
  readonly fetches: Histogram;
  readonly stop: () => void;
}

/**
 * Records the metrics of calls and the gauges of clients. Creates the instruments again when `provider` returns another
 * provider, because a program may set its global provider later.
 */
export class CallMetrics {
  readonly #provider: () => MeterProvider;
  #instruments: Instruments | undefined;

  constructor(provider: () => MeterProvider) {
    this.#provider = provider;
    this.#latest();
    subscribe(CREDENTIAL_CHANNEL, this.#onFetched);
  }

  readonly #onFetched = (trace: unknown): void => {
    const { service, durationMs, isFailed } = trace as CredentialTrace;
    const failure = isFailed ? { [ERROR_TYPE]: "CONFIGURATION" } : {};
    this.#latest().fetches.record(durationMs / 1_000, { [SERVICE]: service, ...failure });
  };

  call(seconds: number, attributes: Attributes, context: Context): void {
    this.#latest().calls.record(seconds, attributes, context);
  }

  /** `seconds` is the wait in the queue; `attempt` counts from 1. */
  request(seconds: number, attempt: number, attributes: Attributes, context: Context): void {
    const { waits, retries } = this.#latest();
    waits.record(seconds, attributes, context);
    if (attempt > 1) retries.add(1, attributes, context);
  }

  stop(): void {
    unsubscribe(CREDENTIAL_CHANNEL, this.#onFetched);
    this.#end();
  }

  #end(): void {
    this.#instruments?.stop();
    this.#instruments = undefined;
  }

  #latest(): Instruments {
    const provider = this.#provider();
    if (this.#instruments?.provider === provider) return this.#instruments;
    this.#end();
    const meter = provider.getMeter(NAME, VERSION);
    const histogram = (name: string, description: string) =>
      meter.createHistogram(name, { unit: "s", description, advice: { explicitBucketBoundaries: BOUNDS } });
    this.#instruments = {
      provider,
      calls: histogram(CALL_DURATION, "Duration of a call, its retries and waits included."),
      waits: histogram("soapwright.client.queue.duration", "How long a request waited for its turn."),
      fetches: histogram("soapwright.client.credential.duration", "How long a function for credentials took."),
      retries: meter.createCounter("soapwright.client.retries", {
        unit: "{request}",
        description: "Requests of calls after their first.",
      }),
      stop: gauges(provider),
    };
    return this.#instruments;
  }
}
