/** A WSDL as REST: its OpenAPI document, and a gateway that runs until the process is interrupted. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import {
  digest,
  isAddress,
  type LoadedServices,
  loadDefinitions,
  loadOptions,
  loadServices,
  type OperationModel,
  Report,
  reported,
} from "soapwright-contract";
import type { DocumentOptions, LoadFlags } from "soapwright-contract/flags";
import { exitCode, type Streams } from "soapwright-contract/flags";
import { openedClient } from "soapwright-contract/open";
import type { ServiceClient, ValidationMode } from "soapwright-runtime";
import { isConfigurationError, isServiceError } from "soapwright-runtime/errors";
import type { OperationNode } from "soapwright-runtime/tables";
import { jsonText } from "soapwright-runtime/xsd";
import { type Environment, installedPackage, processTerminal, type Terminal, UsageError } from "../../index";
import { isLoopbackHost } from "../../loopback";
import { serveMetrics } from "../../metrics";
import { CredentialReader, endGateway, type OperatorFlags, OperatorLog } from "../../operator";
import type { ClientFlags } from "../call/call-flags";
import { chosenServices, openClients } from "../call/open-clients";
import { propertyTexts } from "../call/schema-texts";
import { withWsdl } from "../call/wsdl-file";
import { samplesOf } from "../json-schema/samples";

type Gateway = typeof import("soapwright-gateway");

/** Which operations are served. */
export interface ServedFlags {
  readonly service?: string;
  readonly safe?: readonly string[];
  readonly validation?: ValidationMode;
  /** Of the document. */
  readonly title?: string;
  readonly apiVersion?: string;
}

export interface GatewayFlags extends ServedFlags, LoadFlags, ClientFlags, OperatorFlags {
  readonly json?: boolean;
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

/** The document has no address of the service, and that of the WSDL may not be one. */
const NO_ENDPOINT = "http://127.0.0.1/";

/** The time that responses promise to keep a connection: callers that rely on it lose no request. */
const DRAIN_MS = 5_000;

/** Prints the document. Resolves to the exit code. */
export function openApi(wsdl: string, flags: ServedFlags & DocumentOptions, streams: Streams): Promise<number> {
  const report = new Report(streams, flags);
  return ended(report, async () => {
    const { idlePatterns, openApiOf } = await loadGateway("openapi");
    await withWsdl(wsdl, async (path) => {
      const loaded = await loadServices(path, { wsdl: loadOptions(flags) });
      const clients: ServiceClient[] = await Promise.all(
        chosenServices(loaded, flags.service).map((each) => openedClient(loaded, each, { endpoint: NO_ENDPOINT })),
      );
      noteIdle(report, idlePatterns(clients, flags.safe ?? []));
      streams.out(
        `${jsonText(openApiOf({ ...served(loaded, clients, flags), safe: flags.safe, validation: flags.validation }), 2)}\n`,
      );
    });
  });
}

/** Serves a WSDL until the terminal stops it. Resolves to the exit code. */
export function runGateway(
  wsdl: string,
  flags: GatewayFlags,
  streams: Streams,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const report = new Report(streams, flags);
  return ended(report, async () => {
    const { idlePatterns, startGateway } = await loadGateway("gateway");
    const { host, port, tokenEnv, maxBodyBytes, maxCallers, requestsPerSecond } = flags;
    const token = tokenOf(flags, terminal.environment);
    await withWsdl(wsdl, async (path) => {
      const options = { wsdl: loadOptions(flags) };
      const loaded = await loadServices(path, options);
      const log = new OperatorLog(flags.log === "json", (line) =>
        flags.log === "json" ? streams.err(`${line}\n`) : report.note(line),
      );
      const reader = new CredentialReader(flags, terminal.environment, log);
      const open = async (environment: Environment) => openClients(loaded, flags, { ...terminal, environment });
      const clients = await open(await reader.environment());
      const all: ServiceClient[] = [...clients];
      const metrics = await serveMetrics("soapwright gateway", flags);
      const gateway = await startGateway({
        ...served(loaded, clients, flags),
        safe: flags.safe,
        host,
        port,
        page: flags.page,
        ...(tokenEnv === undefined ? {} : { token }),
        ...(flags.allowHost === undefined ? {} : { hosts: flags.allowHost }),
        ...(flags.allowOrigin === undefined ? {} : { origins: flags.allowOrigin }),
        limits: { maxBodyBytes, maxCallers, requestsPerSecond, drainMs: DRAIN_MS },
        contractChange: contractWatch(wsdl, path, loaded, options.wsdl),
        // `toJSON` has no text of the service, which may be about a person.
        onError: (error, problem) => {
          const text = isServiceError(error) ? error.toJSON().message : (error as Error).message;
          log.note(`${problem.operation ?? "request"}: ${problem.status}: ${String(text)}`);
        },
        ...log.onCall(metrics),
        onCredentials: (state) => {
          log.credentials(state);
          if (state === "refused") reader.refused();
        },
      });
      const leave = reader.watch(gateway, async (environment) => {
        const next = await open(environment);
        all.push(...next);
        return next;
      });
      streams.out(`${gateway.url}\n`);
      noteIdle(report, idlePatterns(clients, flags.safe ?? []));
      report.note(`Its page lets you try the operations: ${gateway.url}/page`);
      report.note(`OpenAPI: ${gateway.url}/openapi.json; health: ${gateway.url}/health`);
      if (metrics !== undefined) report.note(`Metrics: ${metrics.url}`);
      await terminal.stopped();
      leave();
      await endGateway(gateway, () => all, flags);
      await metrics?.close();
    });
  });
}

function noteIdle(report: Report, patterns: readonly string[]): void {
  for (const text of patterns) report.note(`--safe ${text} matches no operation.`);
}

function loadGateway(command: string): Promise<Gateway> {
  return installedPackage("soapwright-gateway", `soapwright ${command}`, () => import("soapwright-gateway"));
}

/** Prints errors. A wrong command line or document has the exit code that it has in other commands. */
function ended(report: Report, run: () => Promise<void>): Promise<number> {
  return reported(report, async () => {
    try {
      await run();
      return exitCode.success;
    } catch (error) {
      if (!(error instanceof UsageError || isConfigurationError(error))) throw error;
      report.error(error.message);
      return exitCode.usage;
    }
  });
}

function tokenOf({ host, tokenEnv }: GatewayFlags, environment: Environment): string | undefined {
  if (tokenEnv === undefined) {
    if (isLoopbackHost(host)) return undefined;
    throw new UsageError(
      `--host ${host} opens the gateway to other machines. Name the environment variable of its token with --token-env.`,
    );
  }
  const token = environment[tokenEnv];
  if (token === undefined || token === "")
    throw new UsageError(`the environment variable ${tokenEnv}, which --token-env names, is not set.`);
  return token;
}

/** The options that the document and the gateway have in common. */
function served(loaded: LoadedServices, clients: readonly ServiceClient[], { title, apiVersion }: ServedFlags) {
  const models = new Map<OperationNode, OperationModel>(
    loaded.services.flatMap(({ service, client }) =>
      service.operations.map((operation, at) => [operation, client.operations[at]!] as const),
    ),
  );
  return {
    client: clients,
    documentation: propertyTexts(loaded),
    examples: (operation: OperationNode) => samplesOf(loaded, models.get(operation)!, operation),
    title,
    version: apiVersion,
  };
}

/** How long the documents of an address are taken to be unchanged. */
const REMOTE_MS = 60_000;

/** Returns a function that resolves to a sentence once the documents are others than those that were loaded. */
function contractWatch(
  wsdl: string,
  path: string,
  { read }: LoadedServices,
  options: ReturnType<typeof loadOptions>,
): () => Promise<string | undefined> {
  const isRemote = read.some(({ location }) => isAddress(location));
  const files = [wsdl, ...read.map(({ location }) => location)].filter((location) => !isAddress(location));
  const stampOf = (): string => files.map(fileStamp).join();
  const digestNow = async (): Promise<string> =>
    path === wsdl ? digest((await loadDefinitions(path, options)).files) : fileDigest(wsdl);
  const before = path === wsdl ? digest(read) : fileDigest(wsdl);
  let stamp = stampOf();
  let checkedAt = performance.now();
  let change: string | undefined;
  return async () => {
    const now = stampOf();
    if (now === stamp && !(isRemote && performance.now() - checkedAt > REMOTE_MS)) return change;
    stamp = now;
    checkedAt = performance.now();
    const isSame = (await digestNow()) === before;
    change = isSame
      ? undefined
      : `${basename(wsdl)} is another than at the start of the gateway. Restart the gateway to serve it.`;
    return change;
  };
}

function fileStamp(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "absent" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}

function fileDigest(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "absent";
  }
}
