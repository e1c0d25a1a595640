// A service in an operator's setup: OpenTelemetry and its instrumentations of undici, net and http are loaded first,
// then the built package. Makes calls against its own server and prints every span, metric and header that carries a
// trace.
// argv[2]: JSON of { from, undici, by, client, transport }, see traces.test.ts.
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const task = JSON.parse(process.argv[2]);
const load = createRequire(join(task.from, "telemetry.cjs"));
const packageName = "employee-service-client";
/** The run time of that package. */
const runTime = createRequire(load.resolve(packageName));

const api = load("@opentelemetry/api");
const { context, metrics, propagation, trace } = api;
const { W3CTraceContextPropagator } = load("@opentelemetry/core");
const { AsyncLocalStorageContextManager } = load("@opentelemetry/context-async-hooks");
const { exporter, tracerProvider } = collectSpans();
const { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } =
  load("@opentelemetry/sdk-metrics");
const { registerInstrumentations } = load("@opentelemetry/instrumentation");
const { HttpInstrumentation } = load("@opentelemetry/instrumentation-http");
const { NetInstrumentation } = load("@opentelemetry/instrumentation-net");
const { UndiciInstrumentation } = load("@opentelemetry/instrumentation-undici");

const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const instrumentations = [new HttpInstrumentation(), new NetInstrumentation()];
if (task.undici === "before") instrumentations.push(new UndiciInstrumentation());
let stop = () => {};
if (task.by === "class") {
  const { SoapwrightInstrumentation } = runTime("soapwright-features/opentelemetry-instrumentation");
  instrumentations.push(new SoapwrightInstrumentation());
} else if (task.by === "function") {
  stop = runTime("soapwright-features/opentelemetry").instrumentCalls();
}
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(tracerProvider);
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
const unregister = registerInstrumentations({ instrumentations });

// The modules that a program loads next: the server, and the client. Instrumentations patch the generic require.
const http = load("node:http");
load("node:net");

const NS = "https://service.example/soap/v3/EmployeeService";
const address = (id) =>
  `<EmployeeAddress><Id>${id}</Id><Default>true</Default><CountryISOCode>NL</CountryISOCode><Type>HomeAddress</Type></EmployeeAddress>`;
const envelope = (body) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const list = (length) =>
  envelope(
    `<Address_GetListResponse xmlns="${NS}"><Address_GetListResult>${Array.from({ length }, (_, id) => address(id + 1)).join("")}</Address_GetListResult></Address_GetListResponse>`,
  );
const fault = envelope(
  "<s:Fault><faultcode>s:Client</faultcode><faultstring>Mrs Marker is unknown</faultstring></s:Fault>",
);

/** Aborts a call when its request has arrived, however busy the machine is. */
const leaving = new AbortController();

/** The service's behavior by the hundreds of the employee's id. `before`: earlier requests for that employee. */
const BEHAVIOURS = {
  1: () => [200, list(1)],
  2: (before) => (before === 0 ? [503, "busy"] : [200, list(1)]),
  3: () => [500, fault],
  4: () => [200, list(3_000)],
  5: (_before, id) => {
    if (id === 502) leaving.abort();
  },
  6: (before) => (before < 2 ? [503, "busy"] : [200, list(600)]),
};

const requests = [];
const met = new Map();
const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const id = Number(/EmployeeId>(\d+)</.exec(Buffer.concat(chunks).toString())[1]);
    const before = met.get(id) ?? 0;
    met.set(id, before + 1);
    const traceparents = request.rawHeaders.filter(
      (_, at) => at % 2 === 1 && /^traceparent$/i.test(request.rawHeaders[at - 1]),
    );
    requests.push({ id, traceparents });
    const [status, body] = BEHAVIOURS[Math.floor(id / 100)](before, id) ?? [];
    if (status === undefined) return;
    response.writeHead(status, { "Content-Type": "text/xml", "X-Request-Id": `r-${id}-${before}` }).end(body);
  });
});

const fetching = {
  async send({ url, headers, body, signal }) {
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    return { status: response.status, headers: response.headers, body: response.body };
  },
};

/** Runs `call` below its own span. */
async function under(name, call) {
  const span = trace.getTracer("caller").startSpan(name);
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await call();
    } catch (error) {
      return error.code ?? String(error);
    } finally {
      span.end();
    }
  });
}

/** Line 3 of the SDK has other names, and the package of line 2 is gone. */
function collectSpans() {
  const second = isThere("@opentelemetry/sdk-trace-base");
  const sdk = load(second ? "@opentelemetry/sdk-trace-base" : "@opentelemetry/sdk-trace");
  const exporter = new sdk.InMemorySpanExporter();
  const processor = new sdk.SimpleSpanProcessor(second ? exporter : { exporter });
  const Provider = second ? sdk.BasicTracerProvider : sdk.TracerProvider;
  return { exporter, tracerProvider: new Provider({ spanProcessors: [processor] }) };
}

function isThere(name) {
  try {
    return load.resolve(name) !== "";
  } catch {
    return false;
  }
}

const argsOf = (EmployeeId) => ({ EmployeeId, Period: 11, Year: 2026 });

async function scenes(client) {
  const outcomes = {};
  const scene = async (name, call) => {
    outcomes[name] = await under(name, call);
  };
  // All at once over one connection: they wait for a slot, and two of three are retried.
  await Promise.all(
    [101, 201, 202, 102, 203, 204, 103, 205, 206].map((id) =>
      scene(`queued ${id}`, async () => (await client.addressGetList(argsOf(id))).length),
    ),
  );
  await scene("fault", () => client.addressGetList(argsOf(301)));
  await scene("argument", () => client.addressGetList(argsOf(0.5)));
  await scene("deadline", () => client.addressGetList(argsOf(501), { deadlineMs: 1_000 }));
  await scene("aborted", () => client.addressGetList(argsOf(502), { signal: leaving.signal }));
  await scene("stream", async () => {
    let items = 0;
    for await (const _ of client.addressGetListStream(argsOf(601))) items++;
    return items;
  });
  await scene("stream left", async () => {
    for await (const { Id } of client.addressGetListStream(argsOf(401))) if (Id === 5) break;
    return "left";
  });
  const held = client.addressGetListStream(argsOf(402), { limits: { streamIdleMs: 100 } });
  await scene("stream forgotten", async () => (await held.next()).value.Id);
  await scene("after it", async () => (await client.addressGetList(argsOf(104))).length);
  return outcomes;
}

async function main() {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${server.address().port}/soap/v3/EmployeeService.asmx`;
  const required = load(packageName);
  // The run time that the client has, wherever npm has put it.
  const { customTransport } = runTime("soapwright-runtime/extend");
  const root = join(load.resolve(`${packageName}/package.json`), "..");
  const { createEmployeeServiceV3 } =
    task.client === "es" ? await import(pathToFileURL(join(root, "dist/index.mjs")).href) : required;
  const client = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    endpoint,
    domain: "secret-domain",
    connections: task.transport === "fetch" ? undefined : 1,
    retries: { delayMs: 1, budget: 100 },
    ...(task.transport === "fetch" ? { transport: customTransport(fetching), connections: 1 } : {}),
    // A service may set the header itself, which must not lead to two.
    httpHeaders: { Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  });
  // Existing clients are instrumented too, and later instrumentations take part.
  if (task.by === "function, later") stop = runTime("soapwright-features/opentelemetry").instrumentCalls();
  if (task.undici === "after") registerInstrumentations({ instrumentations: [new UndiciInstrumentation()] });
  const outcomes = await scenes(client);
  stop();
  if (task.by === "class") unregister();
  const before = exporter.getFinishedSpans().length;
  await under("stopped", () => client.addressGetList(argsOf(199)));
  const ours = exporter
    .getFinishedSpans()
    .slice(before)
    .filter((span) => span.instrumentationScope.name === "soapwright");
  await client.close({ force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await reader.forceFlush();
  const spans = exporter
    .getFinishedSpans()
    .slice(0, before)
    .map((span) => ({
      scope: span.instrumentationScope,
      name: span.name,
      kind: span.kind,
      id: span.spanContext().spanId,
      trace: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
      start: span.startTime[0] * 1e9 + span.startTime[1],
      end: span.endTime[0] * 1e9 + span.endTime[1],
      attributes: span.attributes,
      events: span.events.map(({ name, attributes }) => ({ name, attributes })),
      status: span.status,
    }));
  const points = measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) =>
      scopeMetrics
        .filter(({ scope }) => scope.name === "soapwright")
        .flatMap(({ scope, metrics: all }) =>
          all.map(({ descriptor, dataPoints }) => ({ scope, descriptor, dataPoints })),
        ),
    );
  const report = { outcomes, spans, requests, metrics: points, afterStop: ours.length };
  process.stdout.write(JSON.stringify(report), () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
