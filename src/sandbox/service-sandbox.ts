/** The sandbox: services on the loopback interface, with a record of what reached them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigurationError } from "../errors/configuration-error";
import { parseContentType } from "./content-type";
import { type Answer, answerPost } from "./exchange";
import { faultText, SandboxFault } from "./fault";
import { HostedService, type ServiceOptions } from "./hosted-service";
import { makeTrouble } from "./make-trouble";
import { checkServiceSandboxOptions } from "./options";
import { pageFor } from "./pages";
import type { Trouble } from "./trouble";

/** Options of a sandbox of any service. */
export interface ServiceSandboxOptions {
  readonly services: readonly ServiceOptions[];
  /** Default 0: a free port. */
  readonly port?: number;
  /** The base URL of the namespaces, where it is not the sandbox's own. */
  readonly namespaceBaseUrl?: string;
  /** How long to wait before every response, in milliseconds. Default 0. */
  readonly latencyMs?: number;
  /** Trouble for a request, by its number from 1; `undefined` for none. */
  readonly trouble?: (requestNumber: number) => Trouble | undefined;
  /** How many requests `requests` keeps: the last ones. Default 1000. */
  readonly keepRequests?: number;
  /** Keep the process alive until `close`. Default false: the sandbox ends with its process. */
  readonly keepAlive?: boolean;
}

/** A POST that reached the sandbox. Holds what was sent, credentials included. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, its bytes read as UTF-8. */
  readonly body: string;
  /** The operation that ran, once it is known. */
  readonly operation: string | undefined;
}

/** A running sandbox. */
export interface ServiceSandbox {
  /** Its base URL, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The POSTs that came, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** How many POSTs came in all. */
  readonly requestCount: number;
  /** How many connections were opened in all. */
  readonly connectionCount: number;
  /** How many connections are open. */
  readonly openConnections: number;
  /** Trouble for the next `times` requests, one after the other with what was injected before. */
  inject(trouble: Trouble, times?: number): void;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** The largest request that the stack takes, in bytes: `maxRequestLength` of ASP.NET. */
const maxRequestBytes = 4 * 1024 * 1024;

/**
 * Starts a sandbox on the loopback interface. Rejects with `ConfigurationError` when an option is wrong or the port cannot
 * be had.
 */
export async function startServiceSandbox(options: ServiceSandboxOptions): Promise<ServiceSandbox> {
  checkServiceSandboxOptions(options);
  const sandbox = new RunningSandbox(options);
  await sandbox.listen();
  return sandbox;
}

class RunningSandbox implements ServiceSandbox {
  url = "";
  requestCount = 0;
  connectionCount = 0;
  openConnections = 0;
  readonly requests: SandboxRequest[] = [];
  readonly #injected: Trouble[] = [];
  readonly #hosted = new Map<string, HostedService>();
  readonly #server: Server;

  constructor(private readonly options: ServiceSandboxOptions) {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    this.#server.on("connection", (socket) => {
      this.connectionCount++;
      this.openConnections++;
      socket.on("close", () => this.openConnections--);
      if (options.keepAlive !== true) socket.unref();
    });
  }

  listen(): Promise<void> {
    const { port = 0, keepAlive } = this.options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", (cause: NodeJS.ErrnoException) => {
        const what =
          cause.code === "EADDRINUSE"
            ? `Port ${port} is already in use`
            : `The sandbox cannot listen on port ${port} (${cause.message})`;
        reject(new ConfigurationError(`${what}. Choose another port, or 0 for a free one.`, { option: "port", cause }));
      });
      this.#server.listen(port, "127.0.0.1", () => {
        this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
        if (keepAlive !== true) this.#server.unref();
        resolve();
      });
    });
  }

  inject(trouble: Trouble, times = 1): void {
    for (let i = 0; i < times; i++) this.#injected.push(trouble);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const service = this.#serviceAt(path, request.headers.host);
    if (request.method !== "POST" || !service) {
      const page = pageFor(request.method ?? "GET", query, service, this.url);
      response.writeHead(page.status, { "Content-Type": page.contentType, "Cache-Control": "private, max-age=0" });
      response.end(request.method === "HEAD" ? undefined : page.body);
      return;
    }
    await this.#answer(service, request, response);
  }

  async #answer(service: HostedService, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const number = ++this.requestCount;
    const record = recordOf(request, body);
    this.requests.push(record);
    if (this.requests.length > (this.options.keepRequests ?? 1000)) this.requests.shift();
    const contentType = request.headers["content-type"];
    const version = parseContentType(contentType).version ?? "1.1";
    const { latencyMs = 0 } = this.options;
    if (latencyMs > 0) await makeTrouble({ kind: "delay", delayMs: latencyMs }, response, version);
    const trouble = this.#injected.shift() ?? this.options.trouble?.(number);
    if (trouble && (await makeTrouble(trouble, response, version))) return;
    const answer =
      body.length > maxRequestBytes
        ? tooLarge()
        : await answerPost(service, { contentType, soapAction: soapActionOf(request), body });
    record.operation = answer.operation;
    response.writeHead(answer.status, {
      "Content-Type": answer.contentType,
      "Content-Length": Buffer.byteLength(answer.body),
      "Cache-Control": "private, max-age=0",
    });
    response.end(answer.body);
  }

  /** A loopback name in `Host` moves the namespaces too: `localhost` and `127.0.0.1` both reach the sandbox. */
  #serviceAt(path: string, host: string | undefined): HostedService | undefined {
    const options = this.options.services.find((service) => service.path === path);
    if (!options) return undefined;
    const ownName = /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host ?? "") ? `http://${host}` : this.url;
    const baseUrl = this.options.namespaceBaseUrl ?? ownName;
    const key = `${baseUrl} ${path}`;
    const known = this.#hosted.get(key);
    if (known) return known;
    const hosted = new HostedService(options, baseUrl);
    if (this.#hosted.size < 100) this.#hosted.set(key, hosted);
    return hosted;
  }
}

function recordOf(request: IncomingMessage, body: Buffer): SandboxRequest & { operation: string | undefined } {
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    body: body.toString("utf8"),
    operation: undefined,
  };
}

function soapActionOf(request: IncomingMessage): string | undefined {
  const value = request.headers.soapaction;
  return Array.isArray(value) ? value[0] : value;
}

function tooLarge(): Answer {
  const message =
    "There was an exception running the extensions specified in the config file. ---> Maximum request length exceeded.";
  const body = faultText(new SandboxFault(message, { code: "Server" }), "1.1");
  return { status: 500, contentType: "text/xml; charset=utf-8", body };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
