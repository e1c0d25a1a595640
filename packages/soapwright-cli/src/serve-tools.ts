/** The commands `mcp`: the operations of clients as tools of assistants, by the optional package `soapwright-gateway`. */
import { InvalidArgumentError, Option } from "commander";
import type { ServiceClient } from "soapwright-runtime";
import type { SchemaTexts } from "soapwright-runtime/json";
import { printable } from "soapwright-runtime/xsd";
import { version } from "../package.json";
import { UsageError } from "./command-end";
import { installedPackage } from "./installed-package";
import type { Environment, Terminal } from "./terminal";

/** The values of `toolOptions`. */
export interface ToolFlags {
  readonly safe?: readonly string[];
  readonly allow?: readonly string[];
  readonly only?: readonly string[];
  readonly search?: true;
  readonly fix?: readonly string[];
  readonly pageSize?: number;
  readonly maxResultChars?: number;
  readonly http?: number;
  readonly host?: string;
  readonly tokenEnv?: string;
}

/** What the tools are made of. */
interface ToolSource {
  /** The command, for messages: `soapwright mcp`. */
  readonly command: string;
  readonly clients: readonly ServiceClient[];
  readonly documentation: SchemaTexts;
  /** Default: the names of the services. */
  readonly name?: string;
}

/** The options of what is offered, and how. */
export function toolOptions(): Option[] {
  const several = (text: string, before: unknown): string[] => [...(Array.isArray(before) ? before : []), text];
  const list = (text: string, before: unknown): string[] => [...several(text, before).slice(0, -1), ...text.split(",")];
  return [
    new Option("--safe <patterns>", "operations that only read: Get*,Find* (repeatable)").argParser(list),
    new Option("--allow <name>", "offer this operation although it may change something (repeatable)").argParser(
      several,
    ),
    new Option("--only <patterns>", "operations that are offered at all: *Order* (repeatable)").argParser(list),
    new Option("--search", "offer two tools, which find and call operations, in place of one for each"),
    new Option(
      "--fix <name=value>",
      "set this argument in every call, and hide it from the assistant; a variable of the environment in the value is in braces after a dollar sign (repeatable)",
    ).argParser(several),
    new Option("--page-size <count>", "most items of a list in one result (default: 50)").argParser(within(1, 10_000)),
    new Option(
      "--max-result-chars <count>",
      "most characters of a result, whose list then comes in parts (default: 60000)",
    ).argParser(within(1_000, 10_000_000)),
    new Option("--http <port>", "serve Streamable HTTP on this port instead of standard input and output").argParser(
      within(0, 65_535),
    ),
    new Option("--host <address>", "interface for --http (default: 127.0.0.1); any other needs --token-env"),
    new Option("--token-env <variable>", "environment variable with the token that callers of --http have to send"),
  ];
}

function within(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,8}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

/** Characters of a list of tools that fill the context of an assistant. */
const MOST_LISTED = 400_000;

const FLAGS: Readonly<Record<string, string>> = {
  port: "--http",
  token: "--token-env",
  pageSize: "--page-size",
  maxResultChars: "--max-result-chars",
};

/** Serves the clients until the assistant leaves or the command is stopped, and closes them. Notes go to stderr. */
export async function serveTools(
  { command, clients, ...source }: ToolSource,
  flags: ToolFlags,
  terminal: Terminal,
): Promise<void> {
  const note = (line: string): void => terminal.err(`${printable(line)}\n`);
  try {
    const { safe, allow, only, search, pageSize, maxResultChars, http, host, tokenEnv } = flags;
    for (const [flag, value] of Object.entries({ "--host": host, "--token-env": tokenEnv })) {
      if (value !== undefined && http === undefined) throw new UsageError(`${flag} needs --http.`);
    }
    const token = tokenEnv === undefined ? undefined : variableOf(tokenEnv, terminal, "--token-env");
    const { idlePatterns, toolServer, ToolOptionError } = await installedPackage(
      "soapwright-gateway",
      command,
      () => import("soapwright-gateway/tools"),
    );
    try {
      const server = toolServer({
        ...source,
        version,
        client: clients,
        safe,
        allow,
        only,
        search,
        pageSize,
        maxResultChars,
        fix: fixed(flags, terminal),
        log: note,
      });
      const { tools, left } = server;
      for (const text of idlePatterns(clients, safe ?? [])) note(`--safe ${text} matches no operation.`);
      const length = JSON.stringify(tools).length;
      if (length > MOST_LISTED)
        note(
          `The list of tools has ${length} characters. Offer fewer with --only, or two that find others with --search.`,
        );
      note(`Tools: ${tools.length === 0 ? "none" : tools.map(({ name }) => name).join(", ")}.`);
      for (const reason of new Set(left.map((each) => each.reason))) {
        const names = left.filter((each) => each.reason === reason).map(({ operation }) => operation);
        note(`Not offered, because ${reason}: ${names.join(", ")}.`);
      }
      if (left.some(({ reason }) => reason.includes("safe")))
        note("Offer operations that only read with --safe 'Get*,Find*', and any other by its name with --allow.");
      const running = http === undefined ? server.serveStdio() : await server.serveHttp({ port: http, host, token });
      note(running.url === undefined ? "Serving standard input and output." : `Serving ${running.url}`);
      await Promise.race([terminal.stopped(), running.ended]);
      await running.close();
    } catch (error) {
      if (!(error instanceof ToolOptionError)) throw error;
      throw new UsageError(`${FLAGS[error.option] ?? `--${error.option}`}: ${error.message}`);
    }
  } finally {
    await Promise.all(clients.map((client) => client.close({ force: true })));
  }
}

/** Throws `UsageError`. */
function fixed({ fix = [] }: ToolFlags, terminal: Terminal): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fix.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) throw new UsageError("--fix takes name=value.");
      const name = text.slice(0, at);
      return [name, withVariables(text.slice(at + 1), terminal, `--fix ${name}`)];
    }),
  );
}

/**
 * Returns the text with the values of the variables that it names as `${NAME}`, which keeps secrets out of command lines.
 * Throws `UsageError` for a variable that is not set.
 */
export function withVariables(
  text: string,
  { environment }: { readonly environment: Environment },
  place: string,
): string {
  return text.replace(/\$\{(\w+)\}/g, (_, variable: string) => variableOf(variable, { environment }, place));
}

function variableOf(name: string, { environment }: { readonly environment: Environment }, place: string): string {
  const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (found === undefined || found === "")
    throw new UsageError(`the environment variable ${name} of ${place} is not set.`);
  return found;
}
