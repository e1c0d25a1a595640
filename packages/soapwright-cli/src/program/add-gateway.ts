/** The commands `openapi` and `gateway`. Their parts are loaded when one of them begins. */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type DocumentOptions,
  type Flag,
  positive,
  standardStreams,
  withDocumentOptions,
  withFlags,
  withLoadOptions,
  withProblemsAsJson,
} from "soapwright-contract/flags";
import { portNumber } from "../port-number";
import type { GatewayFlags, ServedFlags } from "../wsdl/gateway/gateway";

const safeFlag: Flag = [
  "--safe <names>",
  "operations that change nothing, which GET may call: names with * for any characters, by commas (repeatable)",
  names,
];
const documentFlags: readonly Flag[] = [
  ["--title <text>", "title of the document (default: the names of the services)"],
  ["--api-version <text>", "version of the interface in the document (default: the contract's, or 1.0.0)"],
];
const serviceFlag: Flag = ["--service <name>", "the service, where the WSDL has several (default: all)"];

const validationFlag: Flag = [
  "--validation <level>",
  "the validation of the client whose results the schemas are for: strict, standard or lenient (default: standard)",
  validationLevel,
];

const gatewayFlags: readonly Flag[] = [
  ["--token-env <variable>", "environment variable with the bearer token that every call needs"],
  ["--allow-host <name>", "a name that requests may have in Host (repeatable)", several],
  ["--allow-origin <origin>", "an origin of other sites whose pages may send requests (repeatable)", several],
  ["--max-body-bytes <count>", "longest body of a request (default 1048576)", positive],
  ["--max-callers <count>", "most requests at once (default 1000)", positive],
  ["--requests-per-second <count>", "most requests a second of one address (default: no limit)", positive],
  ["--no-page", "serve no page to try the operations"],
];

/** Adds the commands `openapi` and `gateway`. */
export function addGateway(program: Command): void {
  const openapi = program
    .command("openapi <wsdl>")
    .description("print the OpenAPI 3.1 document of what gateway serves");
  const openApiFlags = [serviceFlag, safeFlag, validationFlag, ...documentFlags];
  withFlags(withProblemsAsJson(withDocumentOptions(openapi)), openApiFlags).action(
    async (wsdl: string, flags: ServedFlags & DocumentOptions) => {
      const { openApi } = await import("../wsdl/gateway/gateway");
      process.exitCode = await openApi(wsdl, flags, standardStreams);
    },
  );
  // The options of its client are those of `call`, whose parts are loaded when the command begins.
  program.hook("preSubcommand", async (_, command) => {
    if (command !== gateway) return;
    const [{ addClientOptions }, { operatorOptions }] = await Promise.all([
      import("../wsdl/call/call-flags"),
      import("../operator"),
    ]);
    addClientOptions(gateway);
    for (const option of operatorOptions()) gateway.addOption(option);
  });
  const gateway = program
    .command("gateway <wsdl>")
    .description("serve the operations of a WSDL as JSON over HTTP, with an OpenAPI document and a page to try them")
    .addOption(new Option("--port <number>", "port to listen on").default(8080).argParser(portNumber))
    .option("--host <address>", "interface to listen on; another than this machine's needs --token-env", "127.0.0.1");
  withFlags(withProblemsAsJson(withLoadOptions(gateway)), [safeFlag, ...documentFlags, ...gatewayFlags]).action(
    async (wsdl: string, flags: GatewayFlags) => {
      const { runGateway } = await import("../wsdl/gateway/gateway");
      process.exitCode = await runGateway(wsdl, flags, standardStreams);
    },
  );
}

function names(text: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), ...text.split(",").map((name) => name.trim())].filter(Boolean);
}

function validationLevel(text: string): string {
  if (!["strict", "standard", "lenient"].includes(text))
    throw new InvalidArgumentError("It must be strict, standard or lenient.");
  return text;
}

function several(text: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), text];
}
