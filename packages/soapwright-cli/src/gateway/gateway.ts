/** The commands `gateway` and `openapi`: operations as REST, until the process is stopped, and their OpenAPI document. */
import { Option } from "commander";
import { positive } from "soapwright-contract/flags";
import type { ServiceClient, ValidationMode } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { isLoopback, jsonText, safeLine } from "soapwright-runtime/xsd";
import { portNumber, several } from "../commands/option-values";
import type { CommandParts, CommandService, CommandSource } from "../commands/shared-command";
import { UsageError } from "../end/command-end";
import { serveMetrics } from "./metrics";
import { CredentialReader, endGateway, type OperatorFlags, OperatorLog, operatorOptions } from "./operator";

/** Which operations are served, and what their document says. */
interface ServedFlags {
  readonly safe?: readonly string[];
  readonly validation?: ValidationMode;
  readonly title?: string;
  readonly apiVersion?: string;
}

interface GatewayFlags extends ServedFlags, OperatorFlags {
  readonly port: number;
  readonly host: string;
  readonly tokenEnv?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly maxBodyBytes?: number;
  readonly maxCallers?: number;
  readonly requestsPerSecond?: number;
  readonly page: boolean;
}

/** The time that responses promise to keep a connection: callers that rely on it lose no request. */
const DRAIN_MS = 5_000;

const needs = { name: "soapwright-gateway", load: () => import("soapwright-gateway") };

export const openApiParts: CommandParts = {
  needs,
  options: () => [
    ...servedOptions(),
    new Option(
      "--validation <level>",
      "the validation of the client whose results the schemas are for (default: standard)",
    ).choices(["strict", "standard", "lenient"]),
    new Option("--quiet", "print only errors"),
    problemsAsJson(),
  ],
  run: (begun) => begun.source.withService(begun, (service) => describe(service, begun.flags)),
};

async function describe(service: CommandService, flags: ServedFlags): Promise<void> {
  const { idlePatterns, openApiOf } = await needs.load();
  const clients = await service.describe();
  try {
    noteIdle(service, idlePatterns(clients, flags.safe ?? []));
    const document = openApiOf({ ...served(service, clients, flags), validation: flags.validation });
    await service.terminal.out(`${jsonText(document, 2)}\n`);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

export const gatewayParts: CommandParts = {
  needs,
  options: ({ operand, tokenVariable }) => {
    // Where a word names the WSDL, a list would take it.
    const name = (word: string): string => (operand === undefined ? `<${word}...>` : `<${word}>`);
    const where = tokenVariable === undefined ? "--token-env" : `${tokenVariable} or --token-env`;
    return [
      new Option("--port <number>", "port to listen on").default(8080).argParser(portNumber),
      new Option("--host <address>", `interface to listen on; another than this machine's needs ${where}`).default(
        "127.0.0.1",
      ),
      problemsAsJson(),
      ...servedOptions(),
      new Option(
        "--token-env <variable>",
        `environment variable with the bearer token that every call needs${tokenVariable === undefined ? "" : ` (default: ${tokenVariable}, where it is set)`}`,
      ),
      new Option(`--allow-host ${name("name")}`, "a name that requests may have in Host (repeatable)").argParser(
        several,
      ),
      new Option(
        `--allow-origin ${name("origin")}`,
        "an origin of other sites whose pages may send requests (repeatable)",
      ).argParser(several),
      new Option("--max-body-bytes <count>", "longest body of a request (default 1048576)").argParser(positive),
      new Option("--max-callers <count>", "most requests at once (default 1000)").argParser(positive),
      new Option(
        "--requests-per-second <count>",
        "most requests a second of one address (default: no limit)",
      ).argParser(positive),
      new Option("--no-page", "serve no page to try the operations"),
      ...operatorOptions(),
    ];
  },
  run: (begun) =>
    begun.source.withService(begun, (service) => serve(service, begun.flags as GatewayFlags, begun.source)),
};

/** Serves the operations until the terminal stops it. */
async function serve(service: CommandService, flags: GatewayFlags, source: CommandSource): Promise<void> {
  const { idlePatterns, startGateway } = await needs.load();
  const { terminal } = service;
  const { host, port, page, maxBodyBytes, maxCallers, requestsPerSecond } = flags;
  const token = tokenOf(flags, terminal.environment, source);
  const isJson = flags.log === "json";
  const log = new OperatorLog(isJson, {
    json: (line) => terminal.err(safeLine`${line}\n`),
    note: (reason, line) => service.note(reason, line),
  });
  const reader = new CredentialReader(flags, terminal.environment, log);
  const opened = await service.open(await reader.environment());
  const all: ServiceClient[] = [...opened];
  const metrics = await serveMetrics(`${source.program} gateway`, flags);
  try {
    const gateway = await startGateway({
      ...served(service, opened, flags),
      host,
      port,
      page,
      token,
      ...(flags.allowHost === undefined ? {} : { hosts: flags.allowHost }),
      ...(flags.allowOrigin === undefined ? {} : { origins: flags.allowOrigin }),
      limits: { maxBodyBytes, maxCallers, requestsPerSecond, drainMs: DRAIN_MS },
      contractChange: service.contractChange,
      // `toJSON` has no text of the service, which may be about a person.
      onError: (error, problem) => {
        const text = isServiceError(error) ? error.toJSON().message : (error as Error).message;
        const reason = isServiceError(error) ? error.reason : "unexpected";
        log.note(reason, `${problem.operation ?? "request"}: ${problem.status}: ${String(text)}`);
      },
      ...log.onCall(metrics),
      onCredentials: (state) => {
        log.credentials(state);
        if (state === "refused") reader.refused();
      },
    });
    const leave = reader.watch(gateway, async (environment) => {
      const next = await service.open(environment);
      all.push(...next);
      return next;
    });
    await terminal.out(`${gateway.url}\n`);
    noteIdle(log, idlePatterns(opened, flags.safe ?? []));
    log.note("gateway-page", `Its page lets you try the operations: ${gateway.url}/page`);
    log.note("gateway-openapi", `OpenAPI: ${gateway.url}/openapi.json; health: ${gateway.url}/health`);
    if (metrics !== undefined) log.note("gateway-metrics", `Metrics: ${metrics.url}`);
    await terminal.stopped();
    leave();
    await endGateway(gateway, () => all, flags);
  } finally {
    await metrics?.close();
    await Promise.all(all.map((client) => client.close()));
  }
}

/** The options that the document and the gateway have in common. */
function servedOptions(): Option[] {
  return [
    new Option(
      "--safe <names>",
      "operations that change nothing, which GET may call: names with * for any characters, by commas (repeatable)",
    ).argParser(names),
    new Option("--title <text>", "title of the document (default: the names of the services)"),
    new Option("--api-version <text>", "version of the interface in the document (default: the contract's, or 1.0.0)"),
  ];
}

function served(
  { documentation, examples, path }: CommandService,
  client: readonly ServiceClient[],
  { safe, title, apiVersion: version }: ServedFlags,
) {
  return { client, documentation, examples, path, safe, title, version };
}

export function problemsAsJson(): Option {
  return new Option("--json", "print problems as JSON, an object a line");
}

/** Notes patterns of `--safe` that match no operation. */
export function noteIdle(printer: Pick<CommandService, "note">, patterns: readonly string[]): void {
  for (const text of patterns) printer.note("safe-idle", `--safe ${text} matches no operation.`);
}

function tokenOf(
  { host, tokenEnv }: GatewayFlags,
  environment: CommandService["terminal"]["environment"],
  { tokenVariable }: CommandSource,
): string | undefined {
  const token = environment[tokenEnv ?? tokenVariable ?? ""] || undefined;
  if (tokenEnv !== undefined && token === undefined)
    throw new UsageError(`the environment variable ${tokenEnv}, which --token-env names, is not set.`);
  if (token !== undefined || isLoopback(host)) return token;
  const remedy =
    tokenVariable === undefined
      ? "Name the environment variable of its token with --token-env."
      : `Set ${tokenVariable} to the token that calls need.`;
  throw new UsageError(`--host ${host} opens the gateway to other machines. ${remedy}`);
}

function names(text: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), ...text.split(",").map((name) => name.trim())].filter(Boolean);
}
