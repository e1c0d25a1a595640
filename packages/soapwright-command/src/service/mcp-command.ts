/** The operations of all versions as tools of an assistant. */
import type { Command } from "commander";
import type { SchemaTexts } from "soapwright-runtime/json";
import type { Environment, VersionClient } from "soapwright-runtime/service";
import { UsageError } from "../command-end";
import { serveTools, type ToolFlags, toolOptions } from "../serve-tools";
import type { Terminal } from "../terminal";
import {
  type ClientFlags,
  checkEndpoint,
  chosenClients,
  clientOptions,
  interfaceOption,
  openVersions,
} from "./client-flags";
import { addNotes, addOptions } from "./command-parts";
import type { ServiceCommand } from "./service-command";

interface Flags extends ClientFlags, ToolFlags {
  readonly interface?: string;
  readonly sandbox?: true;
}

/** Credentials that are no secrets, and say for whom the assistant calls: `--domain`. */
function openCredentials({ versions }: ServiceCommand): ReadonlyMap<string, string> {
  return new Map(
    versions.flatMap(({ header, variables }) =>
      (header?.children ?? []).flatMap(({ option, secret }) => {
        const variable = variables[option];
        return secret || variable === undefined ? [] : [[option, variable] as const];
      }),
    ),
  );
}

export function addMcpCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const { startSandbox } = service.product;
  const command = program
    .command("mcp")
    .description("offer the operations to an assistant as tools (Model Context Protocol)")
    .addOption(interfaceOption(service))
    .action((flags: Flags & Readonly<Record<string, unknown>>) => serve(flags, terminal, service));
  if (startSandbox !== undefined)
    command.option("--sandbox", "call a sandbox with test data alone, without address and credentials");
  for (const [option, variable] of openCredentials(service))
    command.option(`--${option} <text>`, `the ${option} of every call (default: ${variable})`);
  addOptions(command, toolOptions(), clientOptions());
  addNotes(command, {
    examples: [
      "mcp --page-size 20",
      ...(startSandbox === undefined ? [] : ["mcp --sandbox", "mcp --sandbox --http 3000"]),
    ],
    exitCodes: {
      0: "the assistant has left, or stopped by Ctrl-C",
      1: "an error without a code of its own",
      2: "the command line is wrong, the port is in use, or soapwright-gateway is not installed",
      3: "the environment is wrong",
    },
  });
}

async function serve(
  flags: Flags & Readonly<Record<string, unknown>>,
  terminal: Terminal,
  service: ServiceCommand,
): Promise<void> {
  const { name: program, startSandbox } = service.product;
  checkEndpoint(service, flags, flags.interface);
  const chosen = chosenClients(service, flags.interface);
  if (flags.sandbox && (flags.endpoint ?? flags.namespaceBaseUrl) !== undefined)
    throw new UsageError("--sandbox has an address of its own. Leave --endpoint and --namespace-base-url out.");
  const sandbox = flags.sandbox ? await startSandbox?.() : undefined;
  try {
    const given = Object.fromEntries(
      [...openCredentials(service)].flatMap(([option, variable]) =>
        typeof flags[option] === "string" ? [[variable, flags[option]]] : [],
      ),
    );
    const environment = {
      ...(sandbox === undefined ? terminal.environment : sandboxEnvironment(service, sandbox.url)),
      ...given,
    };
    await serveTools(
      {
        clients: openVersions(service, chosen, flags, environment, terminal),
        command: `${program} mcp`,
        documentation: textsOf(chosen),
        name: program,
      },
      flags,
      terminal,
    );
  } finally {
    await sandbox?.close();
  }
}

/** What the clients of the sandbox read instead of the environment. */
function sandboxEnvironment({ versions }: ServiceCommand, url: string): Environment {
  return Object.fromEntries(
    versions.flatMap(({ header, variables }) => [
      [variables.baseUrl!, url] as const,
      ...(header?.children ?? []).flatMap(({ option, required, sandbox }) => {
        const variable = variables[option];
        return required && variable !== undefined ? [[variable, sandbox] as const] : [];
      }),
    ]),
  );
}

function textsOf(chosen: readonly VersionClient[]): SchemaTexts {
  return {
    operations: Object.fromEntries(
      chosen.flatMap(({ version, documentation }) =>
        version.service.operations.flatMap(({ name, method }) => {
          const text = documentation.operations[method];
          return text === undefined ? [] : [[name, text]];
        }),
      ),
    ),
    properties: new Map(
      chosen.flatMap(({ documentation }) => documentation.types.map(({ type, texts }) => [type, texts])),
    ),
  };
}
