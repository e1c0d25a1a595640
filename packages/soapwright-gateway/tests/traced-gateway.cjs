// An operator's setup: the real OpenTelemetry is loaded first, then the built packages. A caller with a trace sends two
// requests to a gateway in front of a service of its own. Prints the spans, and the headers that the service got.
// argv[2]: JSON of { wsdl, http, calls }: which instrumentations are active.
const { context, propagation, trace } = require("@opentelemetry/api");
const { AsyncLocalStorageContextManager } = require("@opentelemetry/context-async-hooks");
const { W3CTraceContextPropagator } = require("@opentelemetry/core");
const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-base");
const { registerInstrumentations } = require("@opentelemetry/instrumentation");
const { HttpInstrumentation } = require("@opentelemetry/instrumentation-http");

const task = JSON.parse(process.argv[2]);
const exporter = new InMemorySpanExporter();
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
if (task.http)
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({ ignoreIncomingRequestHook: ({ method, url }) => method === "POST" && url === "/soap" }),
    ],
  });
if (task.calls) require("soapwright-features/opentelemetry").instrumentCalls();

const http = require("node:http");
const { openService } = require("soapwright");
const { startGateway } = require("soapwright-gateway");

const envelope = (body) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const parcel = "<Parcel><Id>1</Id><Weight>2.5</Weight></Parcel>";
const requests = [];
const service = http.createServer((request, response) => {
  const { traceparent, tracestate } = request.headers;
  requests.push({ action: request.headers.soapaction, traceparent, tracestate });
  const name = /(\w+)"?$/.exec(request.headers.soapaction)[1];
  const content = name === "CountParcels" ? "<Count>1</Count>" : parcel;
  request.resume();
  response
    .writeHead(200, { "Content-Type": "text/xml" })
    .end(envelope(`<${name}Response xmlns="urn:parcels">${content}</${name}Response>`));
});

/** Sends a request as a caller in another process does: undici's `fetch` is not instrumented here. */
async function ask(url, body, headers) {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const response = await fetch(url, init);
  return [response.status, await response.text()];
}

async function main() {
  await new Promise((done) => service.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${service.address().port}/soap`;
  const client = await openService(task.wsdl, { endpoint, allowInsecure: true });
  const gateway = await startGateway({ client, port: 0 });
  const answers = [
    await ask(`${gateway.url}/parcels/countParcels`, "{}", {
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "vendor=1",
    }),
    await ask(`${gateway.url}/parcels/findParcels`, "{}", {
      accept: "application/x-ndjson",
      traceparent: "00-1af7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01",
    }),
    await ask(`${gateway.url}/parcels/countParcels`, "{}", {}),
  ];
  await gateway.close();
  await client.close();
  service.closeAllConnections();
  const spans = exporter.getFinishedSpans().map((span) => ({
    scope: span.instrumentationScope.name,
    name: span.name,
    id: span.spanContext().spanId,
    trace: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
  }));
  process.stdout.write(JSON.stringify({ answers, requests, spans }), () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
