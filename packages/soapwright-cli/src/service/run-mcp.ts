import type { SchemaTexts } from "soapwright-runtime/json";
import type { DocumentedVersion, Environment } from "soapwright-runtime/service";
import { UsageError } from "../command-end";
import type { ToolFlags } from "../serve-tools";
import { serveTools } from "../serve-tools";
import type { Terminal } from "../terminal";
import type { ClientFlags } from "./client-flags";
import { checkEndpoint } from "./client-flags";
import { chosenVersions, openVersions } from "./open-client";
import type { ServiceCommand } from "./service-command";
import { openCredentials } from "./service-variables";

export interface AssistantFlags extends ClientFlags, ToolFlags {
  readonly interface?: string;
  readonly sandbox?: true;
}

/** Serves the tools until the assistant leaves or the command is stopped. */
export async function serveAssistant(
  flags: AssistantFlags & Readonly<Record<string, unknown>>,
  terminal: Terminal,
  service: ServiceCommand,
): Promise<void> {
  const { name: program, startSandbox } = service.product;
  checkEndpoint(service, flags, flags.interface);
  const chosen = chosenVersions(service, flags.interface);
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
        clients: await openVersions(service, chosen, flags, environment, terminal),
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

function textsOf(chosen: readonly DocumentedVersion[]): SchemaTexts {
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
