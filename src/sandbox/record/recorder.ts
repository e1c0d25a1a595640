/** Stands between a client and a real service, and writes each exchange down with invented values in place of real ones. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ConfigurationError, checkKnown, checkObject, checkWithin } from "../../door";
import { HostedService } from "../hosted-service";
import { checkCredential } from "../options";
import type { ServiceOptions } from "../service-options";
import { Invention } from "./invented";
import { checkKeptPaths } from "./kept-paths";
import { maskedRecording } from "./mask-exchange";

/** Options of `startRecorder`. */
export interface RecorderOptions {
  /** Base URL of the real service, which is the base of its namespaces too. */
  readonly upstream: string;
  /** Where recordings go; made when it is not there. */
  readonly folder: string;
  readonly services: readonly ServiceOptions[];
  /** Base URL of the namespaces, where it is not `upstream`. */
  readonly namespaceBaseUrl?: string | undefined;
  /** Paths whose values stay as they are: `Order/CountryISOCode`, or `Order_GetList/Period`. */
  readonly keep?: readonly string[] | undefined;
  /** Default 0: a free port. */
  readonly port?: number | undefined;
  /** Gets a line for what was not recorded. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A running recorder. */
export interface Recorder {
  /** The address to give to clients as `endpoint`'s base, with `namespaceBaseUrl` left at the real service's. */
  readonly url: string;
  /** How many exchanges were written. */
  readonly recordingCount: number;
  close(): Promise<void>;
}

const known = new Set(["upstream", "folder", "services", "namespaceBaseUrl", "keep", "port", "log"]);
/** What concerns one connection alone, and what would be wrong after reading the body (RFC 9110, 7.6.1). */
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
/** The largest answer that is recorded, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** Starts a recorder on the loopback interface. Rejects with `ConfigurationError` when an option is wrong. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  checkKnown(checkObject("options", options), known, "a recorder");
  for (const name of ["upstream", "folder"] as const) checkCredential(name, options[name]);
  checkWithin("port", options.port ?? 0, { least: 0, most: 65_535, unit: "port" });
  const { upstream } = options;
  if (!URL.canParse(upstream) || !/^https?:$/.test(new URL(upstream).protocol)) {
    throw new ConfigurationError("upstream takes an absolute address, for example https://service.example.", {
      option: "upstream",
    });
  }
  checkKeptPaths(options.services, options.keep ?? []);
  try {
    mkdirSync(options.folder, { recursive: true });
  } catch (cause) {
    throw new ConfigurationError(`folder ${options.folder} cannot be made: ${(cause as Error).message}`, {
      option: "folder",
      cause,
    });
  }
  const recorder = new RunningRecorder(options);
  await recorder.listen();
  return recorder;
}

class RunningRecorder implements Recorder {
  url = "";
  recordingCount = 0;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  /** The key lives here alone: nobody can find out later which value stood for which. */
  readonly #invention = new Invention(randomBytes(32));
  readonly #services: readonly HostedService[];
  readonly #upstream: string;
  #fileNumber: number;

  constructor(private readonly options: RecorderOptions) {
    this.#upstream = options.upstream.replace(/\/+$/, "");
    const base = (options.namespaceBaseUrl ?? this.#upstream).replace(/\/+$/, "");
    this.#services = options.services.map((service) => new HostedService(service, base));
    const numbers = readdirSync(options.folder).map((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? 0));
    this.#fileNumber = Math.max(0, ...numbers);
  }

  listen(): Promise<void> {
    const { port = 0 } = this.options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", (cause: NodeJS.ErrnoException) => {
        const what =
          cause.code === "EADDRINUSE"
            ? `Port ${port} is already in use`
            : `The recorder cannot listen on port ${port} (${cause.message})`;
        reject(new ConfigurationError(`${what}. Choose another port, or 0 for a free one.`, { option: "port", cause }));
      });
      this.#server.listen(port, "127.0.0.1", () => {
        this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
        resolve();
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeIdleConnections();
      setTimeout(() => this.#server.closeAllConnections(), 900).unref();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    let answer: { status: number; headers: IncomingMessage["headers"]; body: Buffer };
    try {
      answer = await this.#forward(request, body);
    } catch (error) {
      const text = `The recorder cannot reach the real service: ${(error as Error).message}\n`;
      response.writeHead(502, {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": Buffer.byteLength(text),
      });
      response.end(text);
      return;
    }
    this.#record(request, body, answer);
    const headers = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name));
    response.writeHead(answer.status, { ...Object.fromEntries(headers), "Content-Length": answer.body.length });
    response.end(request.method === "HEAD" ? undefined : answer.body);
  }

  #forward(
    request: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }> {
    const target = new URL(this.#upstream + (request.url ?? "/"));
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)));
    const send = target.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const length = body.length > 0 || request.method === "POST" ? { "content-length": body.length } : {};
      const outgoing = send(
        target,
        { method: request.method ?? "GET", headers: { ...headers, ...length } },
        (incoming) => {
          bytesOf(incoming).then(
            (bytes) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: bytes }),
            reject,
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  #record(
    request: IncomingMessage,
    body: Buffer,
    answer: { readonly status: number; readonly headers: IncomingMessage["headers"]; readonly body: Buffer },
  ): void {
    const [path = ""] = (request.url ?? "").split("?");
    const service = this.#services.find(({ options }) => options.path === path);
    if (request.method !== "POST" || !service) return;
    const { soapaction } = request.headers;
    const raw = {
      requestType: request.headers["content-type"],
      soapAction: Array.isArray(soapaction) ? soapaction[0] : soapaction,
      request: body,
      status: answer.status,
      responseType: answer.headers["content-type"],
      response: answer.body,
    };
    const recording = maskedRecording(service, raw, this.#invention, this.options.keep ?? []);
    if (!recording) {
      this.options.log?.(`${path}: not recorded, because the request is not a call that the WSDL declares.`);
      return;
    }
    const name = `${String(++this.#fileNumber).padStart(5, "0")}-${recording.operation.replace(/[^\w.-]/g, "_")}.json`;
    writeFileSync(join(this.options.folder, name), `${JSON.stringify(recording, null, 2)}\n`, { flag: "wx" });
    this.recordingCount++;
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += (chunk as Buffer).length;
    if (length > mostBytes) throw new Error(`a message is over ${mostBytes} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
