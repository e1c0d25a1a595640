/** A transport over `fetch`, for platforms that give a program no connections of its own: browsers, workers, edge functions. */
import type { Advice } from "../errors/advice";
import { ConfigurationError } from "../errors/configuration-error";
import { ConnectionError } from "../errors/connection-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { kindOf } from "../kind-of";
import type { Address } from "./address";
import { codeOf, connectionFailure } from "./connection-failure";
import { ACCEPTED_CODINGS, contentCoding, isZlibHeader, notDecompressed } from "./content-coding";
import { type TransportFailures, transportOf } from "./given-sender";
import type { CustomTransport, TransportRequest, TransportResponse } from "./transport";

/** The global `fetch`, if the program's types declare it. */
export type FetchFunction = typeof globalThis extends { fetch: (...args: infer A) => infer R }
  ? (...args: A) => R
  : (url: string, init: object) => Promise<object>;

/** The option of `fetchTransport`. */
export interface FetchTransportOptions {
  /** Called in place of the global `fetch`: that of a service binding, or one that adds `credentials: "include"`. */
  readonly fetch?: FetchFunction | undefined;
}

/** The members of a `Response` that are used. */
interface FetchResponse {
  readonly status: number;
  readonly type?: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

type Send = (url: string, init: object) => Promise<FetchResponse>;

/**
 * Returns the value of the option `transport` with which a client sends its requests by `fetch`. Queue, time limits, limits, retries
 * and errors remain the client's; connections, proxies and TLS are those of `fetch`, so that the client has no options
 * for them. Redirects are not followed.
 *
 * @throws ConfigurationError for another option, and where there is no `fetch`.
 */
export function fetchTransport(options: FetchTransportOptions = {}): CustomTransport {
  const send = sendOf(options);
  const speaking = new Set<string>();
  const transport = {
    async send(request: TransportRequest): Promise<TransportResponse> {
      const response = await sendByFetch(request, send);
      speaking.add(new URL(request.url).origin);
      return response;
    },
  };
  return transportOf(transport, failuresBeside(speaking));
}

function sendOf(options: FetchTransportOptions): Send {
  if (typeof options !== "object" || options === null)
    throw wrong(`fetchTransport takes { fetch }, but is given ${kindOf(options)}.`);
  const unknown = Object.keys(options).find((name) => name !== "fetch");
  if (unknown !== undefined)
    throw wrong(
      `"${unknown}" is not an option of fetchTransport: it has the option fetch, which makes the connections.`,
    );
  const { fetch } = options;
  const isMissing = fetch === undefined && typeof globalThis.fetch !== "function";
  if (isMissing || (fetch !== undefined && typeof fetch !== "function"))
    throw wrong(
      `fetch takes a function such as the global fetch, but ${isMissing ? "there is none" : `is ${kindOf(fetch)}`}.`,
    );
  // The global function is looked up for each request, because tools replace it. It is called without a receiver: browsers
  // refuse any other.
  return fetch === undefined
    ? (url, init) => (globalThis.fetch as unknown as Send)(url, init)
    : (fetch as unknown as Send);
}

function wrong(message: string): ConfigurationError {
  return new ConfigurationError(message, { option: "transport" });
}

async function sendByFetch({ url, headers, body, signal }: TransportRequest, send: Send): Promise<TransportResponse> {
  const init = { method: "POST", headers: sentHeaders(url, headers), body, signal, redirect: "manual" };
  const response = await send(url, init);
  // A browser hides the status and the address of a redirect.
  if (response.type === "opaqueredirect") throw new HiddenRedirect();
  const pairs = [...response.headers];
  const coding = decodedCoding(pairs);
  const reader = response.body?.getReader();
  const first = coding === "deflate" || coding === "x-gzip" ? await reader?.read() : undefined;
  const isDecoded = coding !== undefined && !isStillCoded(coding, first?.value);
  return {
    status: response.status,
    headers: isDecoded ? pairs.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name)) : pairs,
    body: reader === undefined ? null : bytesOf(reader, first, coding),
  };
}

/** Deno and workerd decode gzip and br alone. Neither XML nor a message of several parts begins as these codings do. */
function isStillCoded(coding: string, first: Uint8Array | undefined): boolean {
  if (first === undefined || first.length === 0) return false;
  return coding === "deflate" ? isZlibHeader(first) : first[0] === 0x1f;
}

class HiddenRedirect extends Error {}

/** Header fields whose absence from a request was looked for. */
const isSendable = new Map<string, boolean>();

/**
 * Returns the header fields of a request to `fetch`, which asks for compression by itself. Throws a `ConfigurationError` for
 * a field that `fetch` would drop without a word, as browsers do with `Cookie`.
 */
function sentHeaders(url: string, headers: TransportRequest["headers"]): { readonly [name: string]: string } {
  const sent: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === "accept-encoding" && value === ACCEPTED_CODINGS) continue;
    if (!isSent(url, name)) {
      throw new ConfigurationError(
        `The HTTP header ${name} cannot be sent, because this platform lets no program set it. Leave it out of httpHeaders.`,
        { option: "httpHeaders", advice: [] },
      );
    }
    sent[name] = value;
  }
  return sent;
}

function isSent(url: string, name: string): boolean {
  let known = isSendable.get(name);
  if (known === undefined) {
    known =
      typeof Request === "undefined" ||
      new Request(url, { method: "POST", headers: { [name]: "x" } }).headers.has(name);
    isSendable.set(name, known);
  }
  return known;
}

/** Returns the coding that `fetch` has decoded; undefined for none, and for one that the client refuses. */
function decodedCoding(pairs: readonly (readonly [string, string])[]): string | undefined {
  const value = pairs.find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  if (value === undefined) return undefined;
  // A browser asks for zstd by itself, and decodes it.
  if (value.trim().toLowerCase() === "zstd") return "zstd";
  try {
    return contentCoding(value);
  } catch {
    return undefined;
  }
}

type Reader = ReturnType<NonNullable<FetchResponse["body"]>["getReader"]>;

type Piece = Awaited<ReturnType<Reader["read"]>>;

/** Not every platform iterates a stream. */
function bytesOf(reader: Reader, first: Piece | undefined, coding: string | undefined): AsyncIterable<Uint8Array> {
  let begun = first;
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      try {
        const { done, value } = begun ?? (await reader.read());
        begun = undefined;
        return done ? { done, value: undefined } : { done: false, value: value! };
      } catch (error) {
        const cause = causeOf(error);
        if (coding !== undefined && /^(?:Z_|ERR__)/.test(codeOf(cause))) throw notDecompressed(coding, cause);
        throw error;
      }
    },
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/**
 * A `fetch` that says why it failed gives the error of the client's own connections.
 *
 * @param speaking The origins that have responded, which no later error then takes for a port of TLS.
 */
function failuresBeside(speaking: ReadonlySet<string>): TransportFailures {
  return {
    ofSending: (error, address) => sendingFailure(error, address, speaking.has(address.origin)),
    ofReading: (error, address) => readingFailure(error, address),
  };
}

function sendingFailure(error: unknown, { display, secure }: Address, speaksHttp: boolean): ServiceError {
  if (isServiceError(error)) return error;
  if (error instanceof HiddenRedirect) {
    return new ConnectionError(
      `${display} redirects the request. Redirects are not followed, because credentials would travel along, and this platform does not show where this one leads. The request may have reached the service.`,
      { sent: "maybe", kind: "configuration", advice: [CHECK_ENDPOINT] },
    );
  }
  const cause = causeOf(error);
  const code = codeOf(cause);
  if (code === "UNKNOWN") {
    return new ConnectionError(
      `No response of ${display} arrived, and fetch does not say why. Perhaps the network or the address is wrong, or the service does not let the origin of this page read its responses (CORS). The request may have reached the service.`,
      { sent: "maybe", cause: error, advice: [CHECK_ENDPOINT, { action: "check" }] },
    );
  }
  const place = { endpoint: display, secure, speaksHttp };
  return connectionFailure(
    cause,
    isUnsent(cause, code) ? "no" : "maybe",
    place,
    hasReceived(cause) ? "something" : "nothing",
  );
}

function readingFailure(error: unknown, { display, secure }: Address): ServiceError {
  if (isServiceError(error)) return error;
  const cause = causeOf(error);
  if (codeOf(cause) !== "UNKNOWN")
    return connectionFailure(cause, "maybe", { endpoint: display, secure, speaksHttp: true }, "something");
  const message = `The connection to ${display} was lost. The request may have reached the service.`;
  return new ConnectionError(message, { sent: "maybe", cause: error });
}

const CHECK_ENDPOINT: Advice = { action: "check", option: "endpoint" };

/** Node.js and Bun have the error of the connection below one of `fetch`. */
function causeOf(error: unknown): unknown {
  for (let cause = error; typeof cause === "object" && cause !== null; cause = Reflect.get(cause, "cause"))
    if (codeOf(cause) !== "UNKNOWN") return cause;
  return error;
}

/** Whether a part of a response has arrived, which Node.js notes in its error. */
function hasReceived(error: unknown): boolean {
  const socket: unknown = Reflect.get(Object(error), "socket");
  return Reflect.get(Object(socket), "bytesRead") > 0;
}

/** Whether the error comes from the opening of a connection. */
function isUnsent(error: unknown, code: string): boolean {
  if (/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) return true;
  if (/^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_WRONG_VERSION|ERR_SSL_PACKET_LENGTH)/.test(code))
    return true;
  return typeof error === "object" && error !== null && Reflect.get(error, "syscall") === "connect";
}
