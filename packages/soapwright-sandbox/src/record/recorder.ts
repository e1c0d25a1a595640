/**
 * A proxy in front of a real service. Its caller gets the real response; the recording has invented values in place of
 * real ones, except those that `mask-tree.ts` names.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { type EnvelopePart, readParts } from "soapwright-features/wire";
import { escapeText, NotWellFormed } from "soapwright-runtime/codecs";
import { ConfigurationError, isServiceError, type ServiceError } from "soapwright-runtime/errors";
import { addressingVersionOf } from "soapwright-runtime/extend";
import type { Address } from "soapwright-runtime/http";
import { foreignBecause } from "../http/access";
import { soapActionOf } from "../http/content-type";
import { send } from "../page/layout";
import { type Check, checkCredential, checkedObject, within } from "../service/checked-object";
import { HostedService } from "../service/hosted-service";
import { listening } from "../service/running-sandbox";
import type { ServiceOptions } from "../service/service-options";
import { maskedRecording } from "./mask-exchange";
import { Pseudonymizer } from "./pseudonymizer";
import { bytesOf, Upstream, type UpstreamOptions, type UpstreamResponse } from "./upstream";
import { walkElements } from "./walk-elements";

/** The services to record, and where requests and recordings go. `upstream`, `folder` and `services` are required. */
export interface RecorderOptions extends UpstreamOptions {
  /** The folder of the recordings; created when it does not exist. */
  readonly folder: string;
  readonly services: readonly ServiceOptions[];
  /** Base URL of the namespaces, where it is not `upstream`. */
  readonly namespaceBaseUrl?: string | undefined;
  /** Paths whose values stay unchanged: `Order/CountryISOCode`, or `Order_GetList/Period`. */
  readonly keep?: readonly string[] | undefined;
  /** The port to listen on. Default 0: a free port. */
  readonly port?: number | undefined;
  /** Gets a line for each call that could not be recorded or forwarded, with the error if there is one. */
  readonly log?: ((line: string, error?: ServiceError) => void) | undefined;
}

/** A recorder that listens. It owns its server, and writes files only in `folder`. */
export interface Recorder {
  /** The address for clients, as the base of `endpoint`. Their `namespaceBaseUrl` stays that of the real service. */
  readonly url: string;
  /** Number of recordings that were written. */
  readonly recordingCount: number;
  close(): Promise<void>;
}

const unchecked: Check = (_option, value) => value;
const checks: Readonly<Record<keyof RecorderOptions, Check>> = {
  upstream: checkCredential,
  endpoint: unchecked,
  timeoutMs: within({ least: 1, most: 2_147_483_647, unit: "milliseconds" }),
  proxy: unchecked,
  allowInsecure: unchecked,
  folder: checkCredential,
  services: unchecked,
  namespaceBaseUrl: unchecked,
  keep: unchecked,
  port: within({ least: 0, most: 65_535, unit: "port" }),
  log: unchecked,
};
/** Headers of one connection, and headers that no longer fit a body that was read (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-authorization",
  "proxy-connection",
  "host",
  "content-length",
  "accept-encoding",
  "expect",
]);
/** Maximum number of file names that are tried, because other recorders may write into the folder too. */
const MOST_NAMES = 10_000;

/**
 * Starts a recorder on the loopback interface. Rejects with `ConfigurationError` if an option is wrong or the port is
 * in use.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  checkedObject("options", options, checks, ["upstream", "folder"], { whose: "a recorder", start: "" });
  const upstream = new Upstream(options);
  checkKeptPaths(options.services, options.keep ?? []);
  try {
    mkdirSync(options.folder, { recursive: true });
  } catch (cause) {
    throw new ConfigurationError(`folder ${options.folder} cannot be made: ${(cause as Error).message}`, {
      reason: "recordings-folder",
      option: "folder",
      cause,
    });
  }
  const recorder = new RunningRecorder(options, upstream);
  await recorder.listen();
  return recorder;
}

class RunningRecorder implements Recorder {
  url = "";
  recordingCount = 0;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  /** The key exists only in this object, so that nobody can compute later which value replaced which. */
  readonly #pseudonymizer = new Pseudonymizer(randomBytes(32));
  readonly #services: readonly HostedService[];
  #fileNumber: number;

  constructor(
    private readonly options: RecorderOptions,
    private readonly upstream: Upstream,
  ) {
    const base = (options.namespaceBaseUrl ?? upstream.base).replace(/\/+$/, "");
    this.#services = options.services.map((service) => new HostedService(service, base));
    const numbers = readdirSync(options.folder).map((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? 0));
    this.#fileNumber = Math.max(0, ...numbers);
  }

  async listen(): Promise<void> {
    const port = await listening(this.#server, "recorder", this.options.port ?? 0, "127.0.0.1");
    this.url = `http://127.0.0.1:${port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeIdleConnections();
      setTimeout(() => this.#server.closeAllConnections(), 900).unref();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = foreignBecause(request, true);
    if (foreign !== undefined) return refuse(response, 403, foreign);
    const { url: target = "/", method = "GET" } = request;
    const address = this.upstream.addressOf(target);
    if (address === undefined) return refuse(response, 400, "The request target is not a path of the service.");
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)));
    const [path = ""] = target.split("?");
    const body = await bytesOf(request).catch((error: unknown) => error as Error);
    if (body instanceof Error) {
      this.#log(`${path}: not forwarded`, body);
      return refuse(response, 413, body.message, true);
    }
    let upstream: UpstreamResponse;
    try {
      const forwarded = readdressed(body, `http://${request.headers.host ?? ""}${target}`, address);
      upstream = await this.upstream.send(address, method, headers, forwarded);
    } catch (error) {
      this.#log(`${path}: not forwarded`, error);
      return refuse(response, 502, `The recorder cannot reach the real service: ${(error as Error).message}`);
    }
    const kept = Object.entries(upstream.headers).filter(([name]) => !hopByHop.has(name));
    response.writeHead(upstream.status, { ...Object.fromEntries(kept), "Content-Length": upstream.body.length });
    response.end(method === "HEAD" ? undefined : upstream.body);
    // The response is sent before the exchange is recorded, so that a failed recording does not affect the caller.
    try {
      this.#record(request, body, upstream);
    } catch (error) {
      this.#log(`${path}: not recorded`, error);
    }
  }

  #log(what: string, error: unknown): void {
    this.options.log?.(`${what}: ${(error as Error).message}`, isServiceError(error) ? error : undefined);
  }

  #record(request: IncomingMessage, body: Buffer, upstream: UpstreamResponse): void {
    const [path = ""] = (request.url ?? "").split("?");
    const service = this.#services.find(({ options }) => options.path === path);
    if (request.method !== "POST" || !service) return;
    const raw = {
      requestType: request.headers["content-type"],
      soapAction: soapActionOf(request),
      request: body,
      status: upstream.status,
      responseType: upstream.headers["content-type"],
      response: upstream.body,
    };
    const recording = maskedRecording(service, raw, this.#pseudonymizer, this.options.keep ?? []);
    if (!recording)
      throw new ConfigurationError(
        `The request is not a call that the WSDL declares, in the namespaces of ${service.baseUrl}.`,
        {
          reason: "recorded-call-unknown",
          option: "namespaceBaseUrl",
          advice: [{ action: "check", option: "namespaceBaseUrl" }],
        },
      );
    const operation = recording.operation.replace(/[^\w.-]/g, "_");
    this.#write(operation, `${JSON.stringify(recording, null, 2)}\n`);
    this.recordingCount++;
  }

  /** Another recorder may write into the folder, or the folder may have been removed. */
  #write(operation: string, text: string): void {
    const { folder } = this.options;
    mkdirSync(folder, { recursive: true });
    for (let tries = 0; tries < MOST_NAMES; tries++) {
      const name = `${String(++this.#fileNumber).padStart(5, "0")}-${operation}.json`;
      try {
        writeFileSync(join(folder, name), text, { flag: "wx" });
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
    throw new Error(`${folder} has no free name for it.`);
  }
}

/** `isLast` closes the connection, because the rest of the request is not read. */
function refuse(response: ServerResponse, status: number, reason: string, isLast = false): void {
  send(response, status, `${reason}\n`, "text/plain; charset=utf-8", isLast ? { Connection: "close" } : {});
}

/**
 * Replaces the recorder's address in `wsa:To` by the address of the service, because services refuse messages to other
 * addresses. A signed message stays unchanged. The body is read with one character per byte, because addresses are
 * ASCII and attachments may be any bytes.
 */
function readdressed(body: Buffer, ownOrigin: string, { origin, path }: Address): Buffer {
  if (!body.includes("/addressing") || body.includes("Signature")) return body;
  const text = body.toString("latin1");
  const written = escapeText(ownOrigin);
  // A message with attachments begins with the header of its first part.
  const start = Math.max(0, text.search(/<[^\s<>]*Envelope[\s>]/));
  const edits = addressBlocks(text.slice(start)).flatMap(({ tag }) => {
    const from = start + tag.end;
    const value = text.slice(from, text.indexOf("<", from));
    const at = value.indexOf(written);
    return value.trim() === written ? [{ from: from + at, to: from + at + written.length }] : [];
  });
  const pieces = edits.flatMap(({ from }, index) => [
    body.subarray(edits[index - 1]?.to ?? 0, from),
    Buffer.from(escapeText(origin + path), "latin1"),
  ]);
  return Buffer.concat([...pieces, body.subarray(edits.at(-1)?.to ?? 0)]);
}

/** Returns the `wsa:To` blocks of an envelope, none of a text that is not well-formed: the service says what is wrong. */
function addressBlocks(envelope: string): readonly EnvelopePart[] {
  try {
    const { blocks } = readParts(envelope);
    return blocks.filter(({ local, namespace }) => local === "To" && addressingVersionOf(namespace) !== undefined);
  } catch (error) {
    if (error instanceof NotWellFormed) return [];
    throw error;
  }
}

/**
 * Throws a `ConfigurationError` for a path whose names are nested in no type of the services, because it would silently
 * keep no value.
 */
function checkKeptPaths(services: readonly ServiceOptions[], paths: readonly string[]): void {
  if (paths.length === 0) return;
  const links = new Set<string>();
  const roots = services
    .flatMap(({ service }) => service.operations)
    .flatMap(({ input, output, faults }) => [
      ...input.body,
      ...(output?.body ?? []),
      ...faults.map(({ detail }) => detail),
    ]);
  walkElements(roots, ({ name: { local } }, { elements, attributes }) => {
    links.add(local);
    for (const child of elements) links.add(`${local}/${child.name.local}`);
    for (const { name } of attributes) links.add(`@${name.local}`).add(`${local}/@${name.local}`);
  });
  for (const path of paths) {
    const steps = path.split("/");
    const isKnown = steps.every((step, index) => links.has(index === 0 ? step : `${steps[index - 1]}/${step}`));
    if (isKnown) continue;
    throw new ConfigurationError(
      `keep: no element of the service has the path ${path}. Write local names with slashes, the operation first or any element below it.`,
      { reason: "kept-element-unknown", option: "keep" },
    );
  }
}
