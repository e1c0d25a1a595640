import type { ServiceClient } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { printable } from "soapwright-runtime/xsd";
import { UsageError } from "../command-end";
import { installedPackage } from "../installed-package";
import { isLoopbackHost } from "../loopback";
import { serveMetrics } from "../metrics";
import type { OperatorFlags } from "../operator";
import { CredentialReader, endGateway, OperatorLog } from "../operator";
import type { Environment, Terminal } from "../terminal";
import type { ClientFlags } from "./client-flags";
import { checkEndpoint } from "./client-flags";
import { chosenVersions, openVersions } from "./open-client";
import type { ServiceCommand } from "./service-command";
import { tokenVariable } from "./service-variables";

export interface GatewayFlags extends ClientFlags, OperatorFlags {
  readonly interface?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly page: boolean;
}

/** The time that responses promise to keep a connection: callers that rely on it lose no request. */
const DRAIN_MS = 5_000;

/** Serves the operations until the command is stopped. */
export async function serveGateway(terminal: Terminal, flags: GatewayFlags, service: ServiceCommand): Promise<void> {
  const { startGateway } = await installedPackage(
    "soapwright-gateway",
    `${service.product.name} gateway`,
    () => import("soapwright-gateway"),
  );
  const { host, port, page, allowHost, allowOrigin } = flags;
  const token = terminal.environment[tokenVariable(service)] || undefined;
  if (token === undefined && !isLoopbackHost(host))
    throw new UsageError(
      `--host ${host} opens the gateway to other machines. Set ${tokenVariable(service)} to the token that calls need.`,
    );
  checkEndpoint(service, flags, flags.interface);
  const chosen = chosenVersions(service, flags.interface);
  const log = new OperatorLog(flags.log === "json", (line) => terminal.err(`${printable(line)}\n`));
  const reader = new CredentialReader(flags, terminal.environment, log);
  const open = (environment: Environment) => openVersions(service, chosen, flags, environment, terminal);
  const opened = await open(await reader.environment());
  const all: ServiceClient[] = [...opened];
  const metrics = await serveMetrics(`${service.product.name} gateway`, flags);
  try {
    const gateway = await startGateway({
      client: opened,
      path: ({ version, method }) => `/${version}/${method}`,
      host,
      port,
      page,
      limits: { drainMs: DRAIN_MS },
      ...(token === undefined ? {} : { token }),
      ...(allowHost === undefined ? {} : { hosts: allowHost }),
      ...(allowOrigin === undefined ? {} : { origins: allowOrigin }),
      ...log.onCall(metrics),
      onCredentials: (state) => {
        log.credentials(state);
        if (state === "refused") reader.refused();
      },
      onError: (error, problem) => {
        const text = isServiceError(error) ? error.toJSON().message : (error as Error).message;
        log.note(`${problem.operation ?? "request"}: ${problem.status}: ${String(text)}`);
      },
    });
    const leave = reader.watch(gateway, async (environment) => {
      const next = await open(environment);
      all.push(...next);
      return next;
    });
    await terminal.out(`${gateway.url}\n`);
    log.note(`Its page lets you try the operations: ${gateway.url}/page`);
    log.note(`OpenAPI: ${gateway.url}/openapi.json`);
    if (metrics !== undefined) log.note(`Metrics: ${metrics.url}`);
    await terminal.stopped();
    leave();
    await endGateway(gateway, () => all, flags);
  } finally {
    await metrics?.close();
    await Promise.all(all.map((client) => client.close()));
  }
}
