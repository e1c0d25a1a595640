/** The real service behind a recorder: where it is, and the way to it. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import {
  ConfigurationError,
  checkWithin,
  chooseProxy,
  connectorTo,
  parseAddress,
  proxyConnector,
  requireSecure,
} from "../../tool-imports";
import type { Address } from "../../transport/address";

/** The way to the real service. */
export interface UpstreamOptions {
  /** Base URL of the real service, which is the base of its namespaces too. */
  readonly upstream: string;
  /** Address that every request is sent to, where it does not follow from `upstream` and the request's path. */
  readonly endpoint?: string | undefined;
  /** Longest time for a response. Unit: milliseconds. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Address of an HTTP proxy, or `"environment"`. Default: none. */
  readonly proxy?: string | undefined;
  /** Allow plain `http:` to a host that is not loopback: credentials travel readable. Default: false. */
  readonly allowInsecure?: boolean | undefined;
}

/** What is forwarded. */
export interface ForwardedRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What came back. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** The largest message that is forwarded, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** Sends requests to the real service, and to nowhere else. */
export class Upstream {
  /** Its base URL, without slashes at its end. */
  readonly base: string;
  readonly #options: UpstreamOptions;

  /** Throws `ConfigurationError`. */
  constructor(options: UpstreamOptions) {
    const { upstream, endpoint, allowInsecure = false, timeoutMs } = options;
    if (!URL.canParse(upstream) || !/^https?:$/.test(new URL(upstream).protocol)) {
      throw new ConfigurationError("upstream takes an absolute address, for example https://service.example.", {
        option: "upstream",
      });
    }
    if (timeoutMs !== undefined)
      checkWithin("timeoutMs", timeoutMs, { least: 1, most: 2_147_483_647, unit: "milliseconds" });
    this.base = upstream.replace(/\/+$/, "");
    this.#options = options;
    const option = endpoint === undefined ? "upstream" : "endpoint";
    const address = parseAddress(endpoint ?? this.base, option);
    requireSecure(address, allowInsecure, option);
    this.#proxyOf(address);
  }

  /** The address of a request; undefined where its target is not a path of the service's. */
  addressOf(target: string): Address | undefined {
    const { endpoint } = this.#options;
    // `@elsewhere.example/` behind a base URL is another host.
    if (!target.startsWith("/")) return undefined;
    const { search } = new URL(target, "http://path.invalid");
    try {
      return parseAddress(endpoint === undefined ? this.base + target : endpoint + search, "upstream");
    } catch {
      return undefined;
    }
  }

  send(address: Address, { method, headers, body }: ForwardedRequest): Promise<UpstreamResponse> {
    const { timeoutMs = 60_000 } = this.#options;
    const length = body.length > 0 || method === "POST" ? { "content-length": body.length } : {};
    const request = { method, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      const outgoing = this.#open(address, request, (incoming) => {
        bytesOf(incoming).then(
          (bytes) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: bytes }),
          reject,
        );
      });
      const late = new Error(`it did not respond within ${timeoutMs.toLocaleString("en-US")} ms.`);
      const timer = setTimeout(() => outgoing.destroy(late), timeoutMs);
      outgoing
        .on("error", reject)
        .on("close", () => clearTimeout(timer))
        .end(body);
    });
  }

  #open(address: Address, request: RequestOptions, onResponse: (incoming: IncomingMessage) => void) {
    const proxy = this.#proxyOf(address);
    if (proxy === undefined)
      return (address.secure ? httpsRequest : httpRequest)(address.origin + address.path, request, onResponse);
    const connect = address.secure ? proxyConnector({ proxy, address, tls: {} }) : connectorTo(proxy, {});
    const target = { hostname: address.hostname, host: address.host, port: String(address.port), protocol: "https:" };
    const { authorization } = proxy;
    return httpRequest(
      {
        ...request,
        host: address.hostname,
        port: address.port,
        // RFC 9112, 3.2.2: a proxy is given the whole address.
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
    return chooseProxy(this.#options.proxy, address, process.env);
  }
}

/** All bytes of a message. Rejects when there are too many. */
export async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += (chunk as Buffer).length;
    if (length > mostBytes) throw new Error(`a message is over ${mostBytes} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
