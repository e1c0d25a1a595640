/** The command `mcp`: the operations of clients as tools of assistants. */
import { InvalidArgumentError, Option } from "commander";
import { version } from "../../package.json";
import { several } from "../commands/option-values";
import type { CommandParts, CommandService } from "../commands/shared-command";
import { variableOf, withVariables } from "../commands/variables";
import { UsageError } from "../end/command-end";
import type { Terminal } from "../terminal/terminal";
import { noteIdle, problemsAsJson } from "./gateway";

/** The values of `toolOptions`. */
interface ToolFlags {
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

/** The options of what is offered, and how. */
function toolOptions(): Option[] {
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

const needs = { name: "soapwright-gateway", load: () => import("soapwright-gateway/tools") };

export const mcpParts: CommandParts = {
  needs,
  options: () => [...toolOptions(), problemsAsJson()],
  run: (begun) => begun.source.withService(begun, (service) => serve(service, begun.flags)),
};

/** Serves the operations until the assistant leaves or the command is stopped. Notes go to stderr. */
async function serve(service: CommandService, flags: ToolFlags): Promise<void> {
  const { terminal, name, documentation } = service;
  const note: typeof service.note = (reason, line) => service.note(reason, line);
  const { safe, allow, only, search, pageSize, maxResultChars, http, host, tokenEnv } = flags;
  for (const [flag, value] of Object.entries({ "--host": host, "--token-env": tokenEnv })) {
    if (value !== undefined && http === undefined) throw new UsageError(`${flag} needs --http.`);
  }
  const token = tokenEnv === undefined ? undefined : variableOf(tokenEnv, terminal, "--token-env");
  const { idlePatterns, toolServer, ToolOptionError } = await needs.load();
  const clients = await service.open();
  try {
    const server = toolServer({
      documentation,
      ...(name === undefined ? {} : { name }),
      version,
      client: clients,
      safe,
      allow,
      only,
      search,
      pageSize,
      maxResultChars,
      fix: fixed(flags, terminal),
      log: (line) => note("tools-log", line),
    });
    const { tools, left } = server;
    noteIdle(service, idlePatterns(clients, safe ?? []));
    const length = JSON.stringify(tools).length;
    if (length > MOST_LISTED)
      note(
        "tools-long",
        `The list of tools has ${length} characters. Offer fewer with --only, or two that find others with --search.`,
      );
    note("tools-offered", `Tools: ${tools.length === 0 ? "none" : tools.map((tool) => tool.name).join(", ")}.`);
    for (const reason of new Set(left.map((each) => each.reason))) {
      const names = left.filter((each) => each.reason === reason).map(({ operation }) => operation);
      note("tools-left-out", `Not offered, because ${reason}: ${names.join(", ")}.`);
    }
    if (left.some(({ permits }) => permits === "allow"))
      note(
        "tools-hint",
        "Offer operations that only read with --safe 'Get*,Find*', and any other by its name with --allow.",
      );
    const running = http === undefined ? server.serveStdio() : await server.serveHttp({ port: http, host, token });
    note("tools-served", running.url === undefined ? "Serving standard input and output." : `Serving ${running.url}`);
    await Promise.race([terminal.stopped(), running.ended]);
    await running.close();
  } catch (error) {
    if (!(error instanceof ToolOptionError)) throw error;
    throw new UsageError(`${FLAGS[error.option] ?? `--${error.option}`}: ${error.message}`);
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
