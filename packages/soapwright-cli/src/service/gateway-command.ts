import { type Command, Option } from "commander";
import { runningExitCodes } from "../exit-codes";
import { operatorOptions } from "../operator";
import { portNumber } from "../port-number";
import type { Terminal } from "../terminal";
import { clientOptions, interfaceOption } from "./client-flags";
import { addNotes, addOptions } from "./command-parts";
import type { GatewayFlags } from "./run-gateway";
import type { ServiceCommand } from "./service-command";
import { tokenVariable } from "./service-variables";

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
    .action(async (flags: GatewayFlags) => {
      const { serveGateway } = await import("./run-gateway");
      await serveGateway(terminal, flags, service);
    });
  addOptions(command, operatorOptions());
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
