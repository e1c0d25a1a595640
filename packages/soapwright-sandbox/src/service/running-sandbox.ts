/** The server of a sandbox: its connections, and the routing of requests. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from "node:net";
import { ConfigurationError } from "soapwright-runtime/errors";
import { isLoopback } from "soapwright-runtime/xsd";
import { type AccessRules, foreignBecause, reachedAt } from "../http/access";
import { serveControl } from "../http/control";
import { type HttpResponse, writeResponse } from "../http/http-writer";
import { serveOther } from "../http/other-requests";
import { textResponse } from "../http/pages";
import { servePage } from "../page/serve-page";
import { ExchangeLog, type RecordedExchange } from "../record/exchange-log";
import type { Guard } from "../sign-in/guard";
import { refuseRequest } from "../sign-in/refuse-request";
import { openGuard, type ServiceSignIn } from "../sign-in/service-sign-in";
import type { ActiveTrouble, Trouble, TroubleRule } from "../trouble/trouble";
import { checkedRule, checkedTrouble } from "../trouble/trouble-check";
import { TroubleRules } from "../trouble/trouble-rules";
import { HostedService } from "./hosted-service";
import { PostRun } from "./post-run";
import { checkResults } from "./results";
import { checkServiceSandboxOptions, type ServiceSandboxOptions } from "./sandbox-options";
import type { Destination, SandboxRequest, SandboxState, ServiceSandbox } from "./sandbox-state";
import type { ServiceOptions } from "./service-options";
import { checkHandlers, checkOperation } from "./typed-handlers";

/** Time that `close` waits for responses in progress, in milliseconds. */
const graceMs = 900;
/** Time that `close` accepts further connections, in milliseconds, for callers that open one after the other. */
const acceptMs = 600;
/** Time after the last request, in milliseconds, after which none is in transit on an open connection. */
const quietMs = 150;
/** IIS closes idle connections after two minutes. */
const defaultKeepAliveMs = 120_000;

/** Starts a sandbox. Rejects with `ConfigurationError` if an option is wrong or the port is in use. */
export async function startServiceSandbox(options: ServiceSandboxOptions): Promise<ServiceSandbox> {
  checkServiceSandboxOptions(options);
  const guards: Guards = new Map();
  // Services with one option share the connections that are signed in.
  for (const signIn of new Set(options.services.map((service) => service.signIn))) {
    if (signIn !== undefined) guards.set(signIn, await openGuard(signIn));
  }
  const sandbox = new RunningSandbox(options, guards);
  await sandbox.listen();
  return sandbox;
}

type Guards = Map<ServiceSignIn, Guard>;

/** The server owns the listening socket, its connections, and the log of exchanges. */
class RunningSandbox implements SandboxState {
  url = "";
  requestCount = 0;
  connectionCount = 0;
  openConnections = 0;
  readonly requests: SandboxRequest[] = [];
  requestCharacters = 0;
  readonly rules: TroubleRules;
  readonly log: ExchangeLog;
  readonly access: AccessRules;
  readonly injected: Trouble[] = [];
  readonly services: readonly ServiceOptions[];
  readonly #hosted = new Map<string, HostedService>();
  readonly #server: Server;
  /**
   * The listening server: the HTTP server itself, except in Bun, whose HTTP server neither reports nor closes silent
   * connections.
   */
  readonly #listener: NetServer;
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<ServerResponse>();
  #isClosing = false;
  /** Time of the last request, or of the end of its response. */
  #lastActive = Number.NEGATIVE_INFINITY;

  constructor(
    readonly options: ServiceSandboxOptions,
    private readonly guards: Guards,
  ) {
    this.rules = new TroubleRules((options.troubleRules ?? []).map((rule) => this.#checkedRule(rule, "troubleRules")));
    for (const { service, handlers } of options.services) checkHandlers([service], handlers);
    for (const service of options.services) checkResults(service);
    this.services = options.services;
    this.log = new ExchangeLog(options.keepExchanges ?? 200);
    this.access = { token: options.controlToken, isLocalOnly: isLoopback(options.host ?? "127.0.0.1") };
    const { keepAliveTimeoutMs = defaultKeepAliveMs } = options.http ?? {};
    this.#server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
      this.#begin(response);
      this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    this.#server.on("connection", (socket) => {
      this.connectionCount++;
      this.openConnections++;
      this.#sockets.add(socket);
      socket.on("close", () => {
        this.openConnections--;
        this.#sockets.delete(socket);
      });
      if (options.keepAlive !== true) socket.unref();
    });
    this.#listener =
      process.versions.bun === undefined
        ? this.#server
        : createNetServer((socket) => this.#server.emit("connection", socket));
  }

  get exchanges(): readonly RecordedExchange[] {
    return this.log.all;
  }

  get troubles(): readonly ActiveTrouble[] {
    return this.rules.active;
  }

  async listen(): Promise<void> {
    const { port = 0, host = "127.0.0.1", keepAlive } = this.options;
    const boundPort = await listening(this.#listener, "sandbox", port, host);
    const name = this.access.isLocalOnly ? host : "127.0.0.1";
    this.url = `http://${name.includes(":") ? `[${name}]` : name}:${boundPort}`;
    if (keepAlive !== true) this.#listener.unref();
  }

  inject(trouble: Trouble, times = 1): void {
    const checked = checkedTrouble(trouble);
    for (let i = 0; i < times; i++) this.injected.push(checked);
  }

  addTrouble(rule: TroubleRule): number {
    return this.rules.add(this.#checkedRule(rule, "rule"));
  }

  removeTrouble(id: number): boolean {
    return this.rules.remove(id);
  }

  clearTrouble(): void {
    this.rules.clear();
    this.injected.length = 0;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const response of this.#underWay) response.shouldKeepAlive = false;
    const end = performance.now() + graceMs;
    await this.#acceptWaiting(performance.now() + acceptMs);
    // The server's own `close` would end idle connections at once, and lose requests in transit on them.
    this.#server.closeIdleConnections = () => {};
    const closed = new Promise<void>((resolve) => this.#listener.close(() => resolve()));
    while (this.openConnections > 0 && !this.#isQuiet() && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /**
   * Connections wait in the system's queue, some with a request already sent. Node.js accepts one in each turn of its
   * event loop.
   */
  async #acceptWaiting(end: number): Promise<void> {
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < end; quietTurns++) {
      const before = this.connectionCount;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.connectionCount > before) quietTurns = -1;
    }
  }

  #checkedRule(rule: unknown, option: string): TroubleRule {
    const checked = checkedRule(rule, option);
    const services = this.options.services.map(({ service }) => service);
    checkOperation(services, checked.operation, `${option}.operation`);
    return checked;
  }

  /** The last response of a connection that will be closed has `Connection: close`. */
  #begin(response: ServerResponse): void {
    this.#underWay.add(response);
    this.#lastActive = performance.now();
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.once("close", () => {
      this.#underWay.delete(response);
      this.#lastActive = performance.now();
    });
  }

  #isQuiet(): boolean {
    return this.#underWay.size === 0 && performance.now() - this.#lastActive > quietMs;
  }

  abandon(response: ServerResponse): void {
    this.#underWay.delete(response);
  }

  destination(path: string, host: string | undefined): Destination | undefined {
    const around = this.services.filter((one) => path === one.path || path.startsWith(`${one.path}/`));
    // The path of one service may start with the path of another: the longest match counts.
    const [options] = around.sort((one, other) => other.path.length - one.path.length);
    if (!options) return undefined;
    const baseUrl = this.options.namespaceBaseUrl ?? reachedAt(host, this.access, this.url);
    const key = `${baseUrl} ${options.path}`;
    const pathInfo = path.slice(options.path.length);
    const hosted = this.#hosted.get(key);
    if (hosted) return { service: hosted, pathInfo };
    const service = new HostedService(options, baseUrl);
    if (this.#hosted.size < 100) this.#hosted.set(key, service);
    return { service, pathInfo };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "", ...query] = (request.url ?? "").split("?");
    const destination = this.destination(path, request.headers.host);
    const isService = destination?.pathInfo === "";
    const isPost = request.method === "POST";
    const { http = {}, allowCrossSite = false } = this.options;
    const foreign = isService && !allowCrossSite ? foreignBecause(request, this.access.isLocalOnly) : undefined;
    if (foreign !== undefined) {
      await writeResponse(request, response, textResponse(403, foreign, "no-store"), { ...http, close: true });
    } else if (isPost && !hasLength(request)) {
      await writeResponse(request, response, lengthRequired, { close: true });
    } else if (destination && isPost) {
      await this.#servePost(destination, request, response);
    } else if (destination || !(await this.#serveOwn(path, request, response))) {
      const page = await serveOther(this, destination, query.join("?"), request);
      await writeResponse(request, response, page, http);
    }
  }

  /** Calls and the test form are for callers who have signed in, where the service asks for it. */
  async #servePost(destination: Destination, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { service, pathInfo } = destination;
    const { signIn } = service.options;
    const verdict = await (signIn && this.guards.get(signIn)?.judge(request));
    if (verdict && "challenge" in verdict) return refuseRequest(this, request, response, verdict);
    if (verdict?.proof !== undefined) response.setHeader("WWW-Authenticate", verdict.proof);
    if (pathInfo === "") return new PostRun(this, service, request, response, verdict?.user).run();
    const page = await serveOther(this, destination, "", request);
    return writeResponse(request, response, page, this.options.http ?? {});
  }

  /** Resolves to false for an address that is neither of the control endpoint nor of a page. */
  async #serveOwn(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    return (await serveControl(this, path, request, response)) || servePage(this, path, request, response);
  }
}

const lengthRequired: HttpResponse = {
  status: 411,
  headers: { "Content-Type": "text/html; charset=us-ascii" },
  body: "<!DOCTYPE html><html><head><title>Length Required</title></head><body><h2>Length Required</h2></body></html>",
};

function hasLength({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Resolves to the port when the server of `who` listens. Rejects with a `ConfigurationError`. */
export function listening(server: NetServer, who: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const isInUse = cause.code === "EADDRINUSE";
      const message = isInUse
        ? `Port ${port} is already in use. Choose another port, or 0 for a free one.`
        : `The ${who} cannot listen on ${host}, port ${port}: ${cause.message}.`;
      const option = isInUse || cause.code === "EACCES" ? "port" : "host";
      reject(new ConfigurationError(message, { reason: "sandbox-cannot-listen", option, cause }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
