/** The class switches spans and the metric on and off, as `registerInstrumentations` requires. */
import { type InstrumentationBase, registerInstrumentations } from "@opentelemetry/instrumentation";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { book } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { SoapwrightInstrumentation } from "../../src/opentelemetry-instrumentation";

endAfterEach();

const spans = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const meterProvider = new MeterProvider({ readers: [reader] });
afterAll(() => meterProvider.shutdown());

/** The number of spans of one call. */
async function made(): Promise<number> {
  const server = await serve((socket) => socket.write(bookList(book(1))));
  spans.reset();
  await open({ endpoint: server.url }).getBooks({ ShelfId: 1 });
  return spans.getFinishedSpans().length;
}

function register(instrumentation: InstrumentationBase): () => void {
  const unregister = registerInstrumentations({ tracerProvider, meterProvider, instrumentations: [instrumentation] });
  atEnd(async () => unregister());
  return unregister;
}

test("is on from the start, with the providers that it is registered with", async () => {
  const instrumentation = new SoapwrightInstrumentation();
  const unregister = register(instrumentation);
  expect(await made()).toBe(2);
  await reader.forceFlush();
  expect(JSON.stringify(measured.getMetrics())).toContain("rpc.client.call.duration");
  unregister();
  expect(await made()).toBe(0);
});

test("that was made switched off is switched on when it is registered", async () => {
  const instrumentation = new SoapwrightInstrumentation({ enabled: false });
  instrumentation.setTracerProvider(tracerProvider);
  expect(await made()).toBe(0);
  register(instrumentation);
  expect(await made()).toBe(2);
});

test("switched on twice makes each span once, and goes off and on again", async () => {
  const instrumentation = new SoapwrightInstrumentation();
  register(instrumentation);
  instrumentation.enable();
  expect(await made()).toBe(2);
  instrumentation.disable();
  instrumentation.disable();
  expect(await made()).toBe(0);
  instrumentation.enable();
  expect(await made()).toBe(2);
});

test("says its name and version", () => {
  const instrumentation = new SoapwrightInstrumentation({ enabled: false });
  const { version } = jest.requireActual<{ version: string }>("../../package.json");
  expect([instrumentation.instrumentationName, instrumentation.instrumentationVersion]).toEqual([
    "soapwright",
    version,
  ]);
});
