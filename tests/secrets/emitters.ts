/** All ways in which a failure can be printed or logged. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { instrumentCalls } from "soapwright-features/opentelemetry";
import type { Logger } from "soapwright-runtime";
import type { SoapEvents } from "soapwright-runtime/extend";
import type { ShelfClient } from "soapwright-testing/client/shelf";

/** Returns `value` in full depth, including properties that are not enumerable and the results of getters. */
export function print(value: unknown): string {
  return inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true, maxStringLength: null });
}

/**
 * Returns every text that can be reached from `value`: own and inherited properties, keys, symbols, prototypes, maps
 * and sets.
 */
export function texts(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return [];
  seen.add(value);
  const found: string[] = [];
  for (let holder: object | null = value; holder !== null && holder !== Object.prototype; ) {
    for (const key of Reflect.ownKeys(holder)) {
      found.push(String(key));
      try {
        found.push(...texts(Reflect.get(holder, key, value), seen));
      } catch {
        // An accessor may throw for a foreign receiver.
      }
    }
    holder = Object.getPrototypeOf(holder) as object | null;
    if (holder === Function.prototype || holder === Array.prototype || ArrayBuffer.isView(holder)) break;
  }
  return found;
}

/** The ways in which an error is shown, by name. */
export const OF_ERRORS: { readonly [emitter: string]: (error: Error) => string } = {
  message: (error) => `${error.message} ${String(error)}`,
  stack: (error) => error.stack ?? "",
  properties: (error) => texts(error).join("\n"),
  causes: (error) => {
    const causes: string[] = [];
    for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
      causes.push(cause.message, cause.stack ?? "", print(cause));
    }
    return causes.join("\n");
  },
  inspect: (error) => print(error),
  JSON: (error) => JSON.stringify(error) ?? "",
  "JSON of its properties": (error) => JSON.stringify(error, Object.getOwnPropertyNames(error)) ?? "",
};

/** The ways in which a client and a call are shown, by name. */
export const OF_CLIENTS: { readonly [emitter: string]: (client: ShelfClient) => string } = {
  "inspect of client": (client) => print(client),
  "JSON of client": (client) => JSON.stringify(client) ?? "",
  "inspect of client.soap": (client) => print(client.soap),
  "JSON of client.soap": (client) => JSON.stringify(client.soap) ?? "",
  "client.soap.last…": ({ soap }) =>
    [Reflect.get(soap, "lastRequestHeaders"), soap.lastRequest, soap.lastMessage, soap.lastResponse, soap.lastEndpoint]
      .map((last) => print(last))
      .join("\n"),
  "client.soap.lastResponseHeaders": ({ soap }) => print(soap.lastResponseHeaders),
};

/** Records everything that is published while calls run. */
export class Listening {
  readonly #heard = new Map<string, string[]>();
  readonly #spans = new InMemorySpanExporter();
  readonly #measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  readonly #meters = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: this.#measured, exportIntervalMillis: 3_600_000 })],
  });
  readonly #stops: (() => void)[] = [];

  constructor() {
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.#spans)] });
    this.#stops.push(instrumentCalls({ tracerProvider, meterProvider: this.#meters }));
    const channels = ["soapwright:call", "soapwright:attempt"];
    const events = ["start", "error", "end", "asyncStart", "asyncEnd"];
    for (const name of channels.flatMap((each) => events.map((event) => `tracing:${each}:${event}`))) {
      const listener = (message: unknown): void => this.#hear("diagnostics events", message);
      subscribe(name, listener);
      this.#stops.push(() => void unsubscribe(name, listener));
    }
    const warn = (warning: Error): void => this.#hear("process warnings", warning);
    process.on("warning", warn);
    this.#stops.push(() => process.off("warning", warn));
  }

  /** Gets a line for each call and each retry. */
  readonly logger: Logger = {
    info: (...line) => this.#hear("lines of the log", line),
    warn: (...line) => this.#hear("lines of the log", line),
    error: (...line) => this.#hear("lines of the log", line),
  };

  /** Records node-soap's events of `client`. */
  listenTo(client: ShelfClient): void {
    for (const event of ["request", "message", "response", "soapError"] as const) {
      const name = event === "response" ? "client.soap.on(response)" : "client.soap's other events";
      client.soap.on(event, (...args: SoapEvents[typeof event]) => this.#hear(name, args));
    }
  }

  /** Returns what was recorded since the last call. */
  async take(): Promise<ReadonlyMap<string, string>> {
    await this.#meters.forceFlush();
    this.#hear(
      "OpenTelemetry spans",
      this.#spans
        .getFinishedSpans()
        .map(({ name, attributes, events, status, resource }) => [
          name,
          attributes,
          events,
          status,
          resource.attributes,
        ]),
    );
    this.#hear("OpenTelemetry metrics", this.#measured.getMetrics());
    this.#spans.reset();
    this.#measured.reset();
    const heard = new Map([...this.#heard].map(([name, prints]) => [name, prints.join("\n")]));
    this.#heard.clear();
    return heard;
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#meters.shutdown();
  }

  #hear(name: string, what: unknown): void {
    this.#heard.set(name, [...(this.#heard.get(name) ?? []), print(what), ...texts(what)]);
  }
}
