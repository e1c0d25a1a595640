/** With the real OpenTelemetry SDK: what it exports of calls against the sandbox. */
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

import { createEmployeeServiceV21, FaultError } from "../../src/index";
import { instrumentCalls } from "../../src/opentelemetry";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

const spans = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const meterProvider = new MeterProvider({ readers: [reader] });

let sandbox: Sandbox;
beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  sandbox = await startSandbox();
});
beforeEach(() => spans.reset());
afterAll(async () => {
  context.disable();
  await sandbox.close();
  await meterProvider.shutdown();
});

function connect() {
  return createEmployeeServiceV21({ baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" });
}

test("a call is a client span below the caller's, with the conventions' attributes and its metrics", async () => {
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const client = connect();
  const parent = tracerProvider.getTracer("test").startSpan("caller");
  await context.with(trace.setSpan(context.active(), parent), () => client.costCenterGetCurrent({ EmployeeId: 1003 }));
  parent.end();
  await client.close();
  stop();

  const span = spans.getFinishedSpans().find((each) => each.name === "CostCenter_GetCurrent")!;
  expect(span.kind).toBe(SpanKind.CLIENT);
  expect(span.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
  expect(span.attributes).toMatchObject({
    "rpc.system": "soap",
    "rpc.service": "EmployeeService.asmx",
    "rpc.method": "CostCenter_GetCurrent",
    "http.request.method": "POST",
    "http.response.status_code": 200,
    "server.address": "127.0.0.1",
    "http.request.resend_count": 0,
  });
  expect(span.attributes["http.response.body.size"]).toBeGreaterThan(100);
  expect(span.events.map(({ name }) => name)).toEqual(["attempt"]);

  await reader.forceFlush();
  const names = measured
    .getMetrics()
    .flatMap((resource) => resource.scopeMetrics.flatMap((s) => s.metrics.map((m) => m.descriptor.name)));
  expect(new Set(names)).toEqual(
    new Set([
      "rpc.client.duration",
      "rpc.client.request.size",
      "rpc.client.response.size",
      "rpc.client.requests_per_rpc",
    ]),
  );
});

test("a failed call is an error span, without a credential or the service's words", async () => {
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const client = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "marker-user", token: "marker-token" });
  const failure = await client.costCenterGetCurrent({ EmployeeId: 1003 }).catch((error: unknown) => error);
  await client.close();
  stop();

  expect(failure).toBeInstanceOf(FaultError);
  const [span] = spans.getFinishedSpans();
  expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: "FAULT" });
  expect(span?.attributes).toMatchObject({ "error.type": "FAULT", "http.response.status_code": 500 });
  await reader.forceFlush();
  const shown = JSON.stringify([
    span?.attributes,
    span?.events,
    span?.status,
    measured.getMetrics().map((m) => m.scopeMetrics),
  ]);
  expect(shown).not.toContain("marker");
  expect(shown).not.toContain((failure as FaultError).fault.reason);
});

test("nothing is made after it was stopped", async () => {
  instrumentCalls({ tracerProvider, meterProvider })();
  const client = connect();
  await client.costCenterGetCurrent({ EmployeeId: 1001 });
  await client.close();
  expect(spans.getFinishedSpans()).toEqual([]);
});
