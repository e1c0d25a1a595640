import { isServiceError } from "soapwright-runtime/errors";
import { printable } from "soapwright-runtime/xsd";
import { UsageError } from "../command-end";
import { installedPackage } from "../installed-package";
import { isLoopbackHost } from "../loopback";
import type { Terminal } from "../terminal";
import { checkEndpoint } from "./client-flags";
import type { GatewayFlags } from "./gateway-command";
import { chosenVersions, openVersions } from "./open-client";
import type { ServiceCommand } from "./service-command";
import { tokenVariable } from "./service-variables";

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
  const opened = await openVersions(service, chosen, flags, terminal.environment, terminal);
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
      onError: (error, problem) => {
        const text = isServiceError(error) ? error.toJSON().message : (error as Error).message;
        terminal.err(`${printable(`${problem.operation ?? "request"}: ${problem.status}: ${String(text)}`)}\n`);
      },
    });
    await terminal.out(`${gateway.url}\n`);
    terminal.err(`Its page lets you try the operations: ${gateway.url}/page\nOpenAPI: ${gateway.url}/openapi.json\n`);
    await terminal.stopped();
    await gateway.close();
  } finally {
    await Promise.all(opened.map((client) => client.close()));
  }
}
