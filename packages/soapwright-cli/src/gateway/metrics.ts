/** The metrics of a running gateway at `/metrics`, by OpenTelemetry's Prometheus exporter: packages that users install. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { IMetricReader, MeterProvider } from "@opentelemetry/sdk-metrics";
import type { GatewayCall } from "soapwright-gateway";
import { installedPackage } from "../commands/installed-package";
import { UsageError } from "../end/command-end";

export interface MetricsFlags {
  readonly metricsPort?: number;
  readonly metricsHost?: string;
}

export interface RunningMetrics {
  readonly url: string;
  count(call: GatewayCall): void;
  close(): Promise<void>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Serves the metrics of all calls of the process until they are closed, if `--metrics-port` asks for them.
 * Rejects with `UsageError` where the packages or the port cannot be had.
 */
export async function serveMetrics(command: string, flags: MetricsFlags): Promise<RunningMetrics | undefined> {
  if (flags.metricsPort === undefined) return undefined;
  const needed = `${command} --metrics-port`;
  const packages = ["@opentelemetry/api", "@opentelemetry/sdk-metrics", "@opentelemetry/exporter-prometheus"];
  const load = <T>(name: string, loaded: () => Promise<T>) => installedPackage(name, needed, loaded, packages);
  const { instrumentCalls } = await load("@opentelemetry/api", () => import("soapwright-features/opentelemetry"));
  const sdk = await load("@opentelemetry/sdk-metrics", () => import("@opentelemetry/sdk-metrics"));
  const { PrometheusExporter } = await load(
    "@opentelemetry/exporter-prometheus",
    () => import("@opentelemetry/exporter-prometheus"),
  );
  const exporter = new PrometheusExporter({ preventServerStart: true });
  // The exporter may have a copy of the reader's class of its own, whose private parts are other ones to TypeScript.
  const provider = new sdk.MeterProvider({ readers: [exporter as unknown as IMetricReader] });
  const server = createServer((request, response) => {
    if (/^\/metrics(?:\?|$)/.test(request.url ?? "")) exporter.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  const url = await listen(server, flags.metricsPort, flags.metricsHost ?? "127.0.0.1");
  const stop = instrumentCalls({ meterProvider: provider });
  return {
    url,
    count: requestCounter(provider),
    close: async () => {
      stop();
      server.close();
      server.closeAllConnections();
      await provider.shutdown();
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new UsageError(
      `--metrics-port ${port}: cannot listen at ${host} (${(error as NodeJS.ErrnoException).code}). Choose another port.`,
    );
  }
  // As the gateway itself does, a command that cannot begin ends.
  server.unref();
  const { address, port: bound } = server.address() as AddressInfo;
  return `http://${address.includes(":") ? `[${address}]` : address}:${bound}/metrics`;
}

/** Counts what callers get, refusals included. Names follow the semantic conventions for HTTP and RPC. */
function requestCounter(provider: MeterProvider): (call: GatewayCall) => void {
  const duration = provider.getMeter("soapwright-gateway").createHistogram("http.server.request.duration", {
    description: "Duration of a request to the gateway.",
    unit: "s",
    advice: { explicitBucketBoundaries: SECONDS },
  });
  return ({ service, operation, status, ms }) =>
    duration.record(ms / 1_000, {
      "rpc.system.name": "soap",
      "rpc.method": `${service}/${operation}`,
      "http.response.status_code": status,
    });
}
