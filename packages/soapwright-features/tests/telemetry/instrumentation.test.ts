import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type InstrumentationBase, registerInstrumentations } from "@opentelemetry/instrumentation";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { transformSync } from "@swc/core";
import { SoapwrightInstrumentation } from "soapwright-features/opentelemetry-instrumentation";
import { book } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";

/** The class switches spans and the metric on and off, as `registerInstrumentations` requires. */
describe("instrumentation", () => {
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

  test.each<[string, unknown, string]>([
    ["a time-out is one", new DOMException("late", "TimeoutError"), "TIMEOUT"],
    ["another reason is the caller's", new Error("left"), "ABORTED"],
  ])("the error of a call that its signal ends: %s", async (_what, reason, code) => {
    register(new SoapwrightInstrumentation());
    const controller = new AbortController();
    const server = await serve(() => controller.abort(reason));
    spans.reset();
    await rejection(open({ endpoint: server.url }).getBooks({ ShelfId: 1 }, { signal: controller.signal }));
    await reader.forceFlush();
    expect(JSON.stringify(measured.getMetrics())).toContain(`"error.type":"${code}"`);
    expect(spans.getFinishedSpans().map(({ attributes }) => attributes["error.type"])).toContain(code);
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
});

/** The examples of docs/tracing.md run unchanged and print the page's output, except for durations and lengths. */
describe("tracing page", () => {
  const folder = resolve("reports/tracing-page");
  const page = readFileSync("docs/tracing.md", "utf8");
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
  const examples = blocks.flatMap(({ language, text }, at) => {
    const next = blocks[at + 1];
    return language === "ts" ? [{ text, shown: next?.language === "text" ? next.text : undefined }] : [];
  });

  beforeAll(() => {
    if (!existsSync("packages/soapwright-features/dist/opentelemetry.js"))
      throw new Error("dist/ is absent: run `make build` first");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const withoutNumbers = (text: string): string => text.replace(/\b\d+(\.\d+)?\b/g, "n");

  test("there are some, and some whose output is shown", () => {
    expect(examples.length).toBe(5);
    expect(examples.filter(({ shown }) => shown !== undefined).length).toBeGreaterThanOrEqual(2);
  });

  const numbered = examples.map((example, at) => [at + 1, example] as const);
  test.each(sampleOf(numbered, 3))("example %i", async (at, { text, shown }) => {
    const { code } = transformSync(text, {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "es6" },
    });
    const file = join(folder, `example-${at}.mjs`);
    writeFileSync(file, code);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
    expect(stderr).toBe("");
    if (shown !== undefined) expect(withoutNumbers(stdout)).toBe(withoutNumbers(shown));
  });

  test("the fields of a line and the attributes of spans are those of the page", () => {
    const fields = [
      ...readFileSync("packages/soapwright-runtime/src/client/log.ts", "utf8").matchAll(
        /^ {2}readonly (\w+)\??: (?:string|number);/gm,
      ),
    ];
    const names = fields.map(([, name]) => name!);
    const sources = readFileSync("packages/soapwright-features/src/telemetry/conventions.ts", "utf8");
    const conventions = [...sources.matchAll(/ = "([\w.]+)";/g)].map(([, name]) => name!);
    expect([names.length, conventions.length]).toEqual([9, 16]);
    const missing = [...names, ...conventions].filter((name) => !page.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});
