import { type Command, Option } from "commander";
import { isServiceError } from "soapwright-runtime";
import { printable } from "soapwright-runtime/extend";
import { UsageError } from "../command-end";
import { runningExitCodes } from "../exit-codes";
import { installedPackage } from "../installed-package";
import type { Terminal } from "../terminal";
import {
  type ClientFlags,
  checkEndpoint,
  chosenClients,
  clientOptions,
  interfaceOption,
  openVersions,
} from "./client-flags";
import { addNotes, addOptions, portNumber } from "./command-parts";
import type { ServiceCommand } from "./service-command";

/**
 * The token is in a variable, because every user of the machine can read a command line. Its name has the whole name
 * of the product, so that the gateways of `my-orders` and `my-stock` have a token each.
 */
const tokenVariable = ({ product }: ServiceCommand) =>
  `${product.name.replace(/\W+|_+/g, "_").toUpperCase()}_GATEWAY_TOKEN`;

/** The time that responses promise to keep a connection: callers that rely on it lose no request. */
const DRAIN_MS = 5_000;

interface GatewayFlags extends ClientFlags {
  readonly interface?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly page: boolean;
}

export function addGatewayCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const token = tokenVariable(service);
  const command = program
    .command("gateway")
    .description("serve the operations as JSON over HTTP, with an OpenAPI document and a page to try them")
    .addOption(interfaceOption(service, "version to serve (default: each whose variables are set)"))
    .addOption(new Option("--port <number>", "port to listen on").default(8080).argParser(portNumber))
    .option("--host <address>", `interface to listen on; another than this machine's needs ${token}`, "127.0.0.1")
    .option("--allow-host <name...>", "names that requests may have in Host")
    .option("--allow-origin <origin...>", "origins of other sites whose pages may send requests")
    .option("--no-page", "serve no page to try the operations")
    .action((flags: GatewayFlags) => serve(terminal, flags, service));
  addOptions(command, clientOptions("longest time for a response of the service (default: 1m)"));
  addNotes(command, {
    examples: ["gateway", "gateway --interface v3 --port 0"],
    environment: { [token]: "bearer token that every call then needs" },
    exitCodes: {
      ...runningExitCodes,
      2: "the command line is wrong, the port is in use, or soapwright-gateway is not installed",
    },
  });
}

async function serve(terminal: Terminal, flags: GatewayFlags, service: ServiceCommand): Promise<void> {
  type Gateway = typeof import("soapwright-gateway");
  const { startGateway } = installedPackage(
    "soapwright-gateway",
    `${service.product.name} gateway`,
    () => require("soapwright-gateway") as Gateway,
  );
  const { host, port, page, allowHost, allowOrigin } = flags;
  const token = terminal.environment[tokenVariable(service)] || undefined;
  if (token === undefined && !/^(localhost$|127\.|::1$)/i.test(host))
    throw new UsageError(
      `--host ${host} opens the gateway to other machines. Set ${tokenVariable(service)} to the token that calls need.`,
    );
  checkEndpoint(service, flags, flags.interface);
  const chosen = chosenClients(service, flags.interface);
  const opened = openVersions(service, chosen, flags, terminal.environment, terminal);
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
