/** The versions of a product that the command line chooses, for the shared commands. */

import type { DocumentedVersion, Environment } from "soapwright-runtime";
import type { SchemaTexts } from "soapwright-runtime/json";
import { jsonText, safeLine } from "soapwright-runtime/xsd";
import { checkEndpoint, chosenOf } from "../commands/operations";
import type { CommandService } from "../commands/shared-command";
import { UsageError } from "../end/command-end";
import type { Terminal } from "../terminal/terminal";
import type { ClientFlags } from "./client-flags";
import type { ServiceCommand } from "./service-command";
import { openCredentials } from "./service-variables";

interface Flags extends ClientFlags {
  readonly interface?: string;
  readonly sandbox?: true;
  readonly quiet?: true;
  readonly json?: true;
}

/** The document has no address of the service. */
const NO_ENDPOINT = "http://127.0.0.1/";

export async function withService(
  service: ServiceCommand,
  flags: Flags & { readonly [option: string]: unknown },
  outer: Terminal,
  use: (opened: CommandService) => Promise<void>,
): Promise<void> {
  const { name, startSandbox } = service.product;
  if (flags.sandbox && (flags.endpoint ?? flags.namespaceBaseUrl) !== undefined)
    throw new UsageError("--sandbox has an address of its own. Leave --endpoint and --namespace-base-url out.");
  const sandbox = flags.sandbox ? await startSandbox?.() : undefined;
  try {
    const given = Object.fromEntries(
      [...openCredentials(service)].flatMap(([option, variable]) =>
        typeof flags[option] === "string" ? [[variable, flags[option]]] : [],
      ),
    );
    const own = sandbox === undefined ? outer.environment : environmentFor(service, sandbox.url);
    const terminal: Terminal = { ...outer, environment: { ...own, ...given } };
    const chosen = chosenOf(service.services, flags.interface, "version");
    const check = () => checkEndpoint(chosen, flags, { kind: "version", chooser: "--interface" });
    const open = async (environment: Environment) => {
      check();
      // Help and lists load nothing that makes calls.
      const { openVersions } = await import("./open-client");
      return openVersions(service, chosen, flags, environment, terminal);
    };
    await use({
      terminal,
      name,
      services: service.services,
      documentation: textsOf(chosen),
      path: ({ version, method }) => `/${version}/${method}`,
      open: (environment = terminal.environment) => open(environment),
      describe: () => open(environmentFor(service, NO_ENDPOINT)),
      async clientOf(called, more) {
        const { clientOf } = await import("./open-client");
        const { version } = service.services.find((each) => each.service === called.service)!;
        return clientOf(service, version, flags, terminal.environment, more);
      },
      async subjects() {
        check();
        const { doctorSubjects } = await import("./doctor-subjects");
        return doctorSubjects(service, flags, terminal);
      },
      note: (reason, line) => {
        if (flags.quiet) return;
        outer.err(safeLine`${flags.json ? jsonText({ severity: "note", reason, message: line }) : line}\n`);
      },
    });
  } finally {
    await sandbox?.close();
  }
}

/** What clients read instead of the environment, at an address where nothing has to be signed in. */
function environmentFor({ versions }: ServiceCommand, url: string): Environment {
  return Object.fromEntries(
    versions.flatMap(({ header, variables }) => [
      [variables.baseUrl ?? variables.endpoint!, url] as const,
      ...(header?.children ?? []).flatMap(({ option, required, sandbox = "-" }) => {
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
