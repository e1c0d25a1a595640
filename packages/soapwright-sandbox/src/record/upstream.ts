/** The real service behind a recorder: its address, and the requests to it. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import {
  ConfigurationError,
  isServiceError,
  ResponseError,
  type ServiceError,
  TimeoutError,
} from "soapwright-runtime/errors";
import { OF_CLIENT, rewriteMessage } from "soapwright-runtime/extend";
import type { Address } from "soapwright-runtime/http";
import {
  chooseProxy,
  connectionFailure,
  parseAddress,
  proxyConnector,
  queryOf,
  requireSecure,
} from "soapwright-runtime/http";

export interface UpstreamOptions {
  /** Base URL of the real service, which is the base of its namespaces too. */
  readonly upstream: string;
  /** The address of every request, if it does not follow from `upstream` and the request's path. */
  readonly endpoint?: string | undefined;
  /** Time limit of a response. Unit: milliseconds. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Address of an HTTP proxy, or `"environment"`. Default: none. */
  readonly proxy?: string | undefined;
  /** Whether plain `http:` is allowed to a host other than loopback, which exposes credentials. Default: false. */
  readonly allowInsecure?: boolean | undefined;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

const mostBytes = 64 * 1024 * 1024;

/** The client of the real service. It sends requests to no other host, and owns no connection between requests. */
export class Upstream {
  readonly base: string;

  /** Throws `ConfigurationError` for a wrong option. */
  constructor(private readonly options: UpstreamOptions) {
    const { upstream, endpoint, allowInsecure = false } = options;
    if (queryOf(parseAddress(upstream, "upstream")) !== "")
      throw new ConfigurationError((name) => `${name("upstream")} takes a base URL, and has a query.`, {
        reason: "upstream-query",
        option: "upstream",
      });
    this.base = upstream.replace(/\/+$/, "");
    const option = endpoint === undefined ? "upstream" : "endpoint";
    const address = parseAddress(endpoint ?? this.base, option);
    requireSecure(address, allowInsecure, option);
    this.#proxyOf(address);
  }

  /** Returns undefined if the target is not a path of the service. */
  addressOf(target: string): Address | undefined {
    const { endpoint } = this.options;
    // With a base URL before it, `@elsewhere.example/` is another host.
    if (!target.startsWith("/")) return undefined;
    const { search } = new URL(target, "http://path.invalid");
    try {
      if (endpoint === undefined) return parseAddress(this.base + target, "upstream");
      return parseAddress(endpoint + (endpoint.includes("?") ? search.replace("?", "&") : search), "endpoint");
    } catch {
      return undefined;
    }
  }

  /** Rejects with a `ServiceError` that names what failed. */
  send(
    address: Address,
    method: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
  ): Promise<UpstreamResponse> {
    const { timeoutMs = 60_000 } = this.options;
    const length = body.length > 0 || method === "POST" ? { "content-length": body.length } : {};
    const request = { method, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      let sent: "no" | "maybe" = "no";
      const failed = (error: unknown) => {
        outgoing.destroy();
        reject(this.#failure(error, sent, address));
      };
      const outgoing = this.#open(address, request, (incoming) => {
        bytesOf(incoming).then(
          (bytes) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: bytes }),
          failed,
        );
      });
      const advice = [this.#check, { action: "raise", option: "timeoutMs" }] as const;
      const limit = `${timeoutMs.toLocaleString("en-US")} ms`;
      const late = new TimeoutError(
        (name) => `${address.display} did not respond within ${name("timeoutMs")} (${limit}).`,
        { phase: "attempt", timeoutMs, advice },
      );
      const timer = setTimeout(() => failed(late), timeoutMs);
      outgoing
        .on("error", failed)
        .on("socket", (socket) => {
          const isOpen = () => {
            sent = "maybe";
          };
          if (socket.connecting) socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", isOpen);
          else isOpen();
        })
        .on("close", () => clearTimeout(timer))
        .end(body);
    });
  }

  get #check() {
    return { action: "check", option: this.options.endpoint === undefined ? "upstream" : "endpoint" } as const;
  }

  /** The error names options of a recorder, not of the library. */
  #failure(error: unknown, sent: "no" | "maybe", { display, secure }: Address): ServiceError {
    if (isServiceError(error)) return error;
    const { timeoutMs: connectTimeoutMs = 60_000 } = this.options;
    const terms = { endpoint: display, secure, connectTimeoutMs };
    const failure = connectionFailure(error, sent, terms);
    const { option } = this.#check;
    const advice = failure.advice.map((each) => (each.option === "endpoint" ? { ...each, option } : each));
    rewriteMessage(failure, OF_CLIENT, { advice });
    return failure;
  }

  #open(address: Address, request: RequestOptions, onResponse: (incoming: IncomingMessage) => void) {
    const proxy = this.#proxyOf(address);
    if (proxy === undefined)
      return (address.secure ? httpsRequest : httpRequest)(address.origin + address.path, request, onResponse);
    const connect = proxyConnector({ proxy, address, tls: {} });
    const target = { hostname: address.hostname, host: address.host, port: String(address.port), protocol: "https:" };
    const { authorization } = proxy;
    return httpRequest(
      {
        ...request,
        host: address.hostname,
        port: address.port,
        // RFC 9112, 3.2.2: a request to a proxy has the absolute address.
        path: address.secure ? address.path : address.origin + address.path,
        headers: {
          ...(request.headers as object),
          host: address.host,
          ...(address.secure || authorization === undefined ? {} : { "proxy-authorization": authorization }),
        },
        createConnection: (_options, onCreated) => {
          connect(target, (error, socket) => onCreated(error, socket as Socket));
          return undefined;
        },
      },
      onResponse,
    );
  }

  #proxyOf(address: Address) {
    return chooseProxy(this.options.proxy, address, process.env);
  }
}

/** Rejects with a `ResponseError` for too many bytes. The stream stays open, so that a response can be sent. */
export async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > mostBytes)
      throw new ResponseError(
        `A message is over ${mostBytes.toLocaleString("en-US")} bytes, more than a recorder takes.`,
        { reason: "limit" },
      );
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
