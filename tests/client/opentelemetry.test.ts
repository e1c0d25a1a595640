/** Exports of the real OpenTelemetry SDK about calls against the sandbox. */

import { context, metrics, SpanKind, SpanStatusCode, type TracerProvider, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { breaker, fairness } from "soapwright-features";
import { instrumentCalls } from "soapwright-features/opentelemetry";
import { service } from "../../generated/v2.1/schemas";
import { createEmployeeServiceV21, type EmployeeServiceV21Options, FaultError } from "../../src/index";
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

function connect(options: Partial<EmployeeServiceV21Options> = {}) {
  const credentials = { username: "sandbox-user", token: "sandbox-token" };
  return createEmployeeServiceV21({ baseUrl: sandbox.url, ...credentials, ...options });
}

const METHOD = `${service.name}/CostCenter_GetCurrent`;

/** Returns the spans of calls and of their requests, in the order in which they ended. */
function ours() {
  return spans.getFinishedSpans().filter(({ instrumentationScope }) => instrumentationScope.name === "soapwright");
}

test("a call is a client span below the caller's, with the conventions' attributes and its metrics", async () => {
  const own = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const ownReader = new PeriodicExportingMetricReader({ exporter: own, exportIntervalMillis: 3_600_000 });
  const stop = instrumentCalls({ tracerProvider, meterProvider: new MeterProvider({ readers: [ownReader] }) });
  const client = connect();
  const parent = tracerProvider.getTracer("test").startSpan("caller");
  await context.with(trace.setSpan(context.active(), parent), () => client.costCenterGetCurrent({ EmployeeId: 1003 }));
  parent.end();
  await client.close();
  stop();

  const [attempt, span] = ours();
  expect(span).toMatchObject({ name: METHOD, kind: SpanKind.CLIENT });
  expect(span?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
  expect(span?.attributes).toEqual({
    "rpc.system.name": "soap",
    "rpc.method": METHOD,
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(sandbox.url).port),
    "http.response.status_code": 200,
  });
  expect(attempt?.parentSpanContext?.spanId).toBe(span?.spanContext().spanId);
  expect(attempt?.attributes).toMatchObject({ "http.request.method": "POST", "http.response.status_code": 200 });
  expect(attempt?.attributes["http.response.body.size"]).toBeGreaterThan(100);

  await ownReader.forceFlush();
  const names = own
    .getMetrics()
    .flatMap((resource) => resource.scopeMetrics.flatMap((s) => s.metrics.map((m) => m.descriptor.name)));
  expect(new Set(names)).toEqual(new Set(["rpc.client.call.duration", "soapwright.client.queue.duration"]));
  await ownReader.shutdown();
});

test("gauges show each open client, and end with it", async () => {
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const client = connect({ requestsPerSecond: 50, admission: [breaker()] });
  const read = async () => {
    measured.reset();
    await reader.forceFlush();
    const metrics =
      measured
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    return new Map(
      metrics.map(({ descriptor, dataPoints }) => [
        descriptor.name,
        dataPoints.map(({ value, attributes }) => [value, attributes] as const),
      ]),
    );
  };
  const server = { "server.address": "127.0.0.1", "server.port": Number(new URL(sandbox.url).port) };
  const own = { "soapwright.client.service": service.name };
  await client.costCenterGetCurrent({ EmployeeId: 1003 });
  const seen = await read();
  expect(seen.get("http.client.open_connections")).toEqual([
    [1, { ...own, "http.connection.state": "idle" }],
    [0, { ...own, "http.connection.state": "active" }],
  ]);
  expect(seen.get("soapwright.client.limit.rate")).toEqual([[50, { ...own, ...server }]]);
  expect(seen.get("soapwright.client.limit.in_flight")).toEqual([[64, { ...own, ...server }]]);
  expect(seen.get("soapwright.client.breaker.state")).toContainEqual([
    1,
    { ...own, ...server, "soapwright.client.state": "closed" },
  ]);
  for (const name of [
    "http.client.active_requests",
    "soapwright.client.queue.size",
    "soapwright.client.queue.tenants",
  ]) {
    expect(seen.get(name)).toEqual([[0, { ...own, ...server }]]);
  }
  expect(seen.get("soapwright.client.retry_budget")).toEqual([[10, own]]);
  await client.close();
  stop();
});

test("tenants with a label, and functions for credentials, are seen as well", async () => {
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const label = (key: string) => key.replace("sandbox-user", "the sandbox");
  let asked = 0;
  const token = async () => {
    if (++asked === 2) throw new Error("vault is sealed");
    return { value: "sandbox-token", expiresAt: Date.now() + 1_000_000 };
  };
  const client = connect({ admission: [fairness({ label })], token });
  const call = client.costCenterGetCurrent({ EmployeeId: 1003 });
  while (client.stats().origins[0]?.inFlight === 0) await new Promise((resolve) => setImmediate(resolve));
  measured.reset();
  await reader.forceFlush();
  await call;
  await client
    .with({ username: "other", token })
    .costCenterGetCurrent({ EmployeeId: 1003 })
    .catch(() => {});
  await reader.forceFlush();
  const [during, after] = measured
    .getMetrics()
    .map(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    .map((all) => (name: string) => all.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? []);
  const { "soapwright.client.tenant": tenant } =
    during?.("soapwright.client.tenant.active_requests")[0]?.attributes ?? {};
  expect(tenant).toBe("the sandbox");
  expect(during?.("soapwright.client.tenant.queue.size")[0]?.value).toBe(0);
  const own = { "soapwright.client.service": service.name };
  const counts = after?.("soapwright.client.credential.duration").map(({ value, attributes }) => [
    (value as { count: number }).count,
    attributes,
  ]);
  expect(counts).toEqual([
    [1, own],
    [1, { ...own, "error.type": "CONFIGURATION" }],
  ]);
  await client.close();
  stop();
});

test("without a context manager the spans of a call belong together all the same", async () => {
  context.disable();
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const client = connect();
  await client.costCenterGetCurrent({ EmployeeId: 1003 });
  await client.close();
  stop();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const [attempt, span] = ours();
  expect(attempt?.parentSpanContext?.spanId).toBe(span?.spanContext().spanId);
  expect(span?.parentSpanContext).toBeUndefined();
});

test("providers that a program sets later are those that spans and durations go to", async () => {
  const stop = instrumentCalls();
  const client = connect();
  await client.costCenterGetCurrent({ EmployeeId: 1003 });
  expect(ours()).toEqual([]);
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);
  measured.reset();
  await client.costCenterGetCurrent({ EmployeeId: 1003 });
  await client.close();
  stop();
  trace.disable();
  metrics.disable();
  expect(ours()).toHaveLength(2);
  await reader.forceFlush();
  expect(JSON.stringify(measured.getMetrics())).toContain("rpc.client.call.duration");
});

test.each([
  ["a tracer that fails", { getTracer: fails }],
  [
    "spans that fail",
    { getTracer: () => ({ startSpan: () => new Proxy({}, { get: fails }), startActiveSpan: fails }) },
  ],
])("%s keeps no call from running", async (_what, provider) => {
  const stop = instrumentCalls({ tracerProvider: provider as unknown as TracerProvider });
  const client = connect();
  expect(await client.costCenterGetCurrent({ EmployeeId: 1003 })).toHaveLength(2);
  const items: unknown[] = [];
  for await (const item of client.costCenterGetCurrentStream({ EmployeeId: 1003 })) items.push(item);
  expect(items).toHaveLength(2);
  await client.close();
  stop();
});

function fails(): never {
  throw new Error("broken");
}

test("a client's own interceptors run inside the spans, and a blocked one still ends the call's span", async () => {
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const active: (string | undefined)[] = [];
  const here = (): void => void active.push(trace.getActiveSpan()?.spanContext().spanId);
  const client = connect({
    interceptors: [
      (next) => async (call) => {
        here();
        const response = await next(call);
        return (call.args as { EmployeeId: number }).EmployeeId === 1001 ? new Promise(() => {}) : response;
      },
    ],
    attemptInterceptors: [
      (next) => (attempt) => {
        here();
        return next(attempt);
      },
    ],
  });
  await client.costCenterGetCurrent({ EmployeeId: 1003 });
  const [attempt, call] = ours();
  expect(active).toEqual([call?.spanContext().spanId, attempt?.spanContext().spanId]);
  spans.reset();
  // Only the blocked call has a deadline that a busy machine could reach.
  const blocked = client.costCenterGetCurrent({ EmployeeId: 1001 }, { deadlineMs: 100 });
  await expect(blocked).rejects.toMatchObject({ code: "TIMEOUT" });
  expect(ours().at(-1)).toMatchObject({ name: METHOD, status: { code: SpanStatusCode.ERROR, message: "TIMEOUT" } });
  await client.close({ force: true });
  stop();
});

test("a failed call is an error span, without a credential or the service's texts", async () => {
  const stop = instrumentCalls({ tracerProvider, meterProvider });
  const client = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "marker-user", token: "marker-token" });
  const failure = await client.costCenterGetCurrent({ EmployeeId: 1003 }).catch((error: unknown) => error);
  await client.close();
  stop();

  expect(failure).toBeInstanceOf(FaultError);
  const [attempt, span] = ours();
  expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: "FAULT" });
  expect(span?.attributes).toMatchObject({ "error.type": "FAULT", "http.response.status_code": 500 });
  expect(span?.events).toMatchObject([{ name: "exception", attributes: { "exception.type": "FaultError" } }]);
  await reader.forceFlush();
  const shown = JSON.stringify([
    [span, attempt].map((each) => [each?.name, each?.attributes, each?.events, each?.status]),
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
