import type { Dispatcher } from "undici";
import { isServiceError, type ServiceError } from "../errors/service-error";
import type { Address } from "./address";
import { Connection, type ConnectionOptions } from "./connection";
import { connectionFailure, type FailurePlace } from "./connection-failure";
import type { ConnectionOwner } from "./connection-owner";
import { type Connect, type ConnectTls, socketConnector } from "./connector";
import type { ConnectionCounts, Exchange, HttpRequest, ResponseHead, Sender } from "./exchange";
import { askOver, HeldExchange } from "./held-exchange";
import { markNoResponse } from "./no-response";
import type { ProxySettings } from "./proxy";
import { proxyConnector } from "./proxy-connector";
import { RawHead } from "./raw-head";
import { StaleConnection } from "./stale-connection";
import type { DispatchEvents } from "./undici-dispatch";

interface RequestTerms extends FailurePlace {
  readonly path: string;
  readonly proxyHeaders: readonly string[];
  /** The host of the proxy that receives the requests, if it does. */
  readonly proxyHost: string | undefined;
}

/** Reading from the socket stops at this limit. */
const MAX_UNREAD_BYTES = 131_072;
/** Maximum in one turn of the event loop. Node reads up to 2 MiB of a socket that is always full. */
const TURN_BYTES = 131_072;
/** Idle time in milliseconds after which a connection is checked before it is used again. */
const CHECK_AFTER_MS = 20;

interface Waiter<T> {
  resolve(value: T): void;
  reject(error: ServiceError): void;
}

/**
 * One request and its response over one of our connections, as undici reports it. Buffers bytes until they are read, and
 * stops reading from the socket when too many are buffered, because undici is never paused.
 */
class HttpExchange implements Exchange, DispatchEvents {
  readonly #sender: HttpSender;
  readonly #terms: RequestTerms;
  readonly #request: HttpRequest;
  #connection: Connection | undefined;
  #reused = false;
  #sent: "no" | "maybe" = "no";
  #head: ResponseHead | undefined;
  #chunks: Buffer[] = [];
  #waitingBytes = 0;
  /** Bytes received in this turn of the event loop, at most `TURN_BYTES`; smaller turns are added up. */
  #turnBytes = 0;
  #complete = false;
  #closed = false;
  #failure: ServiceError | undefined;
  #onHead: Waiter<ResponseHead> | undefined;
  /** Set while the owner of the connection carries the request, and so sees the head first. */
  #onOwnHead: Waiter<ResponseHead> | undefined;
  #onBytes: Waiter<Uint8Array | undefined> | undefined;

  constructor(sender: HttpSender, terms: RequestTerms, request: HttpRequest) {
    this.#sender = sender;
    this.#terms = terms;
    this.#request = request;
  }

  head(): Promise<ResponseHead> {
    const taken = this.#sender.take(this.#request.fresh);
    if (taken instanceof Promise) void this.#dispatchLater(taken);
    else if (!needsCheck(taken)) this.dispatch(taken);
    else setImmediate(afterPoll, this, taken);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#head !== undefined) return Promise.resolve(this.#head);
    return new Promise((resolve, reject) => {
      this.#onHead = { resolve, reject };
    });
  }

  read(): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#waitingBytes -= chunk.length;
      const bytes = this.#connection?.bytes;
      if (bytes?.isHeld && this.#waitingBytes < MAX_UNREAD_BYTES && this.#turnBytes < TURN_BYTES) bytes.release();
      return chunk;
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#complete) return undefined;
    return new Promise((resolve, reject) => {
      this.#onBytes = { resolve, reject };
    });
  }

  stop(error: ServiceError): void {
    if (this.#complete && this.#chunks.length === 0) return;
    this.#chunks = [];
    this.#fail(error);
  }

  #fail(error: ServiceError): void {
    this.#failure = error;
    this.#onOwnHead?.reject(error);
    this.#onHead?.reject(error);
    this.#onBytes?.reject(error);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const connection = this.#connection;
    if (connection === undefined) return;
    if (this.#complete) this.#sender.give(connection);
    else connection.destroy();
  }

  onConnect(): void {
    this.#sent = "maybe";
  }

  /** Returns true, as `onData` does, because undici is never paused. */
  onHeaders(status: number, rawHeaders: readonly Buffer[]): boolean {
    if (status < 200 || this.#closed) return true;
    this.#head = new RawHead(status, rawHeaders);
    this.#sender.speaksHttp = true;
    (this.#onOwnHead ?? this.#onHead)?.resolve(this.#head);
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#closed) return true;
    this.#turnBytes += chunk.length;
    if (this.#turnBytes >= TURN_BYTES) this.#yieldTurn();
    const waiter = this.#onBytes;
    if (waiter !== undefined) {
      this.#onBytes = undefined;
      waiter.resolve(chunk);
      return true;
    }
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= MAX_UNREAD_BYTES) this.#connection?.bytes?.hold();
    return true;
  }

  /** A long response must not block the process. */
  #yieldTurn(): void {
    this.#connection?.bytes?.hold();
    setImmediate(() => {
      this.#turnBytes = 0;
      if (!this.#closed && this.#waitingBytes < MAX_UNREAD_BYTES) this.#connection?.bytes?.release();
    });
  }

  onComplete(): void {
    this.#complete = true;
    this.#onBytes?.resolve(undefined);
  }

  onError(error: Error): void {
    if (this.#closed || this.#complete || this.#failure !== undefined) return;
    // The caller's stream may fail, and undici propagates the error of reading the body.
    this.#fail(isServiceError(error) ? error : this.#failureFor(error));
  }

  #failureFor(error: Error, sent = error instanceof StaleConnection ? "no" : this.#sent): ServiceError {
    // Bytes that arrived before the request was written belong to another request.
    const heard = sent === "no" ? "nothing" : (this.#connection?.bytes?.heard ?? "nothing");
    const failure = connectionFailure(error, sent, { ...this.#terms, speaksHttp: this.#sender.speaksHttp }, heard);
    if (this.#reused && this.#head === undefined && heard === "nothing") markNoResponse(failure);
    return failure;
  }

  async #dispatchLater(waiting: Promise<Connection>): Promise<void> {
    const connection = await waiting;
    if (needsCheck(connection)) setImmediate(afterPoll, this, connection);
    else this.dispatch(connection);
  }

  /** Takes another connection when `connection` has ended while the event loop turned. */
  takeAnother(): void {
    const taken = this.#sender.take(this.#request.fresh);
    if (taken instanceof Promise || needsCheck(taken)) void this.#dispatchLater(Promise.resolve(taken));
    else this.dispatch(taken);
  }

  dispatch(connection: Connection): void {
    if (this.#closed) {
      this.#sender.give(connection);
      return;
    }
    this.#connection = connection;
    this.#reused = connection.isUsed;
    const { owner } = this.#request;
    if (owner === undefined) this.#send(connection, this.#request);
    else void this.#carry(connection, owner);
  }

  #send(connection: Connection, request: HttpRequest, proxyHeaders = this.#terms.proxyHeaders): void {
    const { path } = this.#terms;
    const isTaken = connection.dispatch(new RequestOptions(path, proxyHeaders, request), this);
    if (!isTaken) this.onError(new StaleConnection());
  }

  /** The head is reported once the owner has seen it. */
  async #carry(connection: Connection, owner: ConnectionOwner): Promise<void> {
    const { path, proxyHost } = this.#terms;
    connection.tunnel ??= owner.tunnel;
    // The owner authenticates at the proxy, or the user and the password of the option do.
    const proxyHeaders = owner.tunnel === undefined ? this.#terms.proxyHeaders : this.#terms.proxyHeaders.slice(0, 2);
    const ask = async (request: HttpRequest): Promise<ResponseHead> => {
      this.#checkOpen();
      const options = new RequestOptions(path, proxyHeaders, request);
      return askOver(connection, options, (error) => (isServiceError(error) ? error : this.#failureFor(error, "no")));
    };
    const send = async (request: HttpRequest): Promise<ResponseHead> => {
      this.#checkOpen();
      const head = new Promise<ResponseHead>((resolve, reject) => {
        this.#onOwnHead = { resolve, reject };
      });
      this.#send(connection, request, proxyHeaders);
      return head;
    };
    try {
      await owner.carry(new HeldExchange(connection, this.#request, proxyHost, { ask, send }));
      if (this.#onOwnHead === undefined) throw new TypeError("the owner of the connection sent no request");
      if (this.#head !== undefined) this.#onHead?.resolve(this.#head);
    } catch (error) {
      if (this.#closed || this.#failure !== undefined) return;
      this.#fail(isServiceError(error) ? error : this.#failureFor(error as Error));
    }
  }

  /** The owner may go on after the call has ended, and must not send anything then. */
  #checkOpen(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#closed) throw new StaleConnection();
  }
}

/**
 * Before a connection that was idle is used again, the event loop turns once, to notice an end of the connection that
 * arrived while the loop was busy: the first immediate runs at the end of the current turn, the second after the next
 * poll.
 */
function afterPoll(exchange: HttpExchange, connection: Connection, hasPolled = false): void {
  if (!hasPolled) setImmediate(afterPoll, exchange, connection, true);
  else if (connection.state === "gone") exchange.takeAnother();
  else exchange.dispatch(connection);
}

/**
 * Options of one request to undici. They have no prototype, so that a property on Object.prototype does not become an
 * option.
 */
class RequestOptions implements Dispatcher.DispatchOptions {
  declare readonly method: "POST" | "GET";
  declare readonly idempotent: false;
  declare readonly blocking: false;
  declare readonly path: string;
  declare readonly headers: string[];
  declare readonly body: Buffer | null;

  constructor(path: string, proxyHeaders: readonly string[], { method, headers, body }: HttpRequest) {
    this.method = method;
    this.idempotent = false;
    this.blocking = false;
    this.path = path;
    this.headers = proxyHeaders.concat(headers);
    if (!(body instanceof Uint8Array)) this.headers.push("Content-Length", String(body.length));
    // undici reads any async iterable, but its declarations allow only streams.
    this.body = method === "GET" ? null : (body as Buffer);
  }
}
Object.setPrototypeOf(RequestOptions.prototype, null);

/** The service may have closed an idle connection without this process having noticed it. */
function needsCheck(connection: Connection): boolean {
  return connection.isUsed && performance.now() - connection.idleSince >= CHECK_AFTER_MS;
}

export interface HttpOptions {
  readonly address: Address;
  readonly proxy: ProxySettings | undefined;
  readonly tls: ConnectTls;
  readonly connectTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly connections: number;
  readonly maxConnectionAgeMs: number;
}

function termsFor(address: Address, { proxy, connectTimeoutMs }: HttpOptions): RequestTerms {
  const absolute = proxy !== undefined && !address.secure;
  return {
    // A proxy receives the absolute address (RFC 9112, 3.2.2).
    path: absolute ? address.origin + address.path : address.path,
    // Without a proxy, undici writes the right Host.
    proxyHeaders: !absolute
      ? []
      : proxy.authorization === undefined
        ? ["Host", address.host]
        : ["Host", address.host, "Proxy-Authorization", proxy.authorization],
    proxyHost: absolute ? proxy.hostname : undefined,
    endpoint: address.display,
    secure: address.secure,
    connectTimeoutMs,
  };
}

interface Waiting {
  readonly fresh: boolean;
  resolve(connection: Connection): void;
}

/**
 * Sends requests to one service. Owns the connections of one client to it, at most `connections`. undici's own pool
 * does not fit: it opens a second connection for consecutive calls, and a request that waits for a connection cannot be
 * cancelled.
 */
export class HttpSender implements Sender {
  readonly #options: HttpOptions;
  readonly #connectionOptions: ConnectionOptions;
  readonly #terms: RequestTerms;
  /** The most recently used connection is the last. */
  #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #waiting: Waiting[] = [];
  speaksHttp = false;
  #closed = false;
  readonly #connect: Connect;
  #onEmpty: (() => void) | undefined;

  constructor(options: HttpOptions) {
    const { address, connectTimeoutMs, keepAliveMs } = options;
    this.#options = options;
    this.#connectionOptions = { origin: address.origin, connectTimeoutMs, keepAliveMs };
    this.#terms = termsFor(address, options);
    this.#connect = this.#connector(options.tls);
  }

  get connections(): ConnectionCounts {
    return { idle: this.#idle.length, active: this.#all.size - this.#idle.length };
  }

  open(request: HttpRequest): Exchange {
    const { target } = request;
    return new HttpExchange(this, target === undefined ? this.#terms : termsFor(target, this.#options), request);
  }

  /** Returns a promise when all connections are in use. */
  take(fresh: boolean): Connection | Promise<Connection> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) break;
      if (!fresh && this.#isReusable(idle)) return idle;
      idle.destroy();
      // A new connection can be opened only after this one, because of the limit.
      if (fresh) break;
    }
    if (this.#all.size < this.#options.connections) return this.#open();
    return new Promise((resolve) => this.#waiting.push({ fresh, resolve }));
  }

  /** Called when the connection can carry another request: its response was read to the end, or it was not used. */
  give(connection: Connection): void {
    connection.rest();
    if (connection.state === "gone") return;
    const [next] = this.#waiting;
    // A waiting request that needs a new connection gets one as soon as this connection's socket is closed.
    if (!this.#isReusable(connection) || (connection.isUsed && next?.fresh === true)) connection.destroy();
    else if (next === undefined) this.#idle.push(connection);
    else {
      this.#waiting.shift();
      next.resolve(connection);
    }
  }

  /** Whether no connection is open and no request waits, so that the sender can be dropped. */
  get isIdle(): boolean {
    return this.#all.size === 0 && this.#waiting.length === 0;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#idle = [];
    for (const connection of [...this.#all]) connection.destroy(true);
    if (this.#all.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  #open(): Connection {
    const connection = new Connection(this.#connectionOptions, this.#connect, (gone) => this.#leave(gone));
    this.#all.add(connection);
    return connection;
  }

  #leave(connection: Connection): void {
    this.#all.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    if (this.#all.size === 0) this.#onEmpty?.();
    // After `close`, the waiting requests belong to calls that have ended.
    if (!this.#closed) this.#waiting.shift()?.resolve(this.#open());
  }

  /** The service may have closed an old connection or have moved to another address. */
  #isReusable(connection: Connection): boolean {
    if (connection.state !== "idle") return false;
    const now = performance.now();
    const { keepAliveMs, maxConnectionAgeMs } = this.#options;
    return now - connection.idleSince < keepAliveMs && now - connection.openedAt < maxConnectionAgeMs;
  }

  #connector(tls: ConnectTls): Connect {
    const { proxy, address } = this.#options;
    return proxy === undefined ? socketConnector(tls) : proxyConnector({ proxy, tls, address });
  }
}
