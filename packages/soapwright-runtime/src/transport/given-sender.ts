/** Sends requests through a user's transport, in place of the client's own connections. */
import { ConfigurationError } from "../errors/configuration-error";
import { ConnectionError } from "../errors/connection-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import type { Address } from "./address";
import { collectBody } from "./collect-body";
import { type Exchange, type HttpRequest, headersOf, type ResponseHead } from "./exchange";
import type { CustomTransport, Transport, TransportRequest, TransportResponse } from "./transport";

/**
 * Returns the value of the option `transport` with which a client sends its requests through `transport`, in place of
 * its own connections.
 *
 * @throws ConfigurationError for a transport without `send`.
 */
export function customTransport(transport: Transport): CustomTransport {
  const candidate = Object(transport) as Partial<Transport>;
  if (typeof candidate.send !== "function" || !["undefined", "function"].includes(typeof candidate.close)) {
    throw new ConfigurationError(
      `transport takes an object with the function send, and perhaps the function close, but is ${kindOf(transport)}.`,
      { reason: "transport", option: "transport" },
    );
  }
  return transportOf(transport, { ofSending, ofReading });
}

/** Returns the errors of a transport that cannot send a request, and that loses a response. */
export interface TransportFailures {
  ofSending(error: unknown, address: Address): ServiceError;
  ofReading(error: unknown, address: Address): ServiceError;
}

export function transportOf(transport: Transport, failures: TransportFailures): CustomTransport {
  const close = async (): Promise<void> => {
    try {
      await transport.close?.();
    } catch (cause) {
      throw transportError("The transport's close() failed.", "no", cause);
    }
  };
  return {
    transport,
    open: (address) => ({
      open: (request) => new CustomExchange(transport, failures, request.target ?? address, request),
      close,
    }),
    collect: collectBody,
  };
}

function ofSending(error: unknown, { display }: Address): ServiceError {
  return transportError(`The transport could not send the request to ${display}.`, sentOf(error), error);
}

function ofReading(error: unknown, { display }: Address): ServiceError {
  return transportError(`The transport lost the response of ${display}.`, "maybe", error);
}

/** One request through a user's transport, and its response. */
class CustomExchange implements Exchange {
  readonly #transport: Transport;
  readonly #failures: TransportFailures;
  readonly #address: Address;
  readonly #request: TransportRequest;
  readonly #controller = new AbortController();
  #body: AsyncIterator<Uint8Array> | undefined;
  #isEnded = false;
  #stopError: ServiceError | undefined;
  #reject: ((error: ServiceError) => void) | undefined;

  constructor(transport: Transport, failures: TransportFailures, address: Address, { headers, body }: HttpRequest) {
    this.#transport = transport;
    this.#failures = failures;
    this.#address = address;
    const named: { [name: string]: string } = {};
    for (let i = 0; i + 1 < headers.length; i += 2) named[headers[i]!] = headers[i + 1]!;
    if (!(body instanceof Uint8Array)) throw new TypeError("a transport is given a body as a whole");
    this.#request = {
      method: "POST",
      url: address.origin + address.path,
      headers: named,
      body,
      signal: this.#controller.signal,
    };
  }

  async head(): Promise<ResponseHead> {
    let response: TransportResponse;
    let sending: Promise<TransportResponse> | undefined;
    try {
      sending = Promise.resolve(this.#transport.send(this.#request));
      response = await this.#unlessStopped(sending);
    } catch (error) {
      if (this.#stopError !== undefined && error === this.#stopError) {
        void sending?.then((late) => late.body?.[Symbol.asyncIterator]().return?.()).catch(() => {});
        throw error;
      }
      throw this.#failures.ofSending(error, this.#address);
    }
    try {
      const head = headOf(response);
      this.#body = response.body === null ? undefined : iteratorOf(response.body);
      // The client closed the exchange while the transport ignored its signal.
      if (this.#isEnded) void this.#endBody();
      return head;
    } catch (error) {
      if (isServiceError(error)) throw error;
      throw transportError("The transport's response cannot be read.", "maybe", error);
    }
  }

  async read(): Promise<Uint8Array | undefined> {
    let next: IteratorResult<Uint8Array> | undefined;
    try {
      const step = this.#body?.next();
      next = step && (await this.#unlessStopped(step));
      if (this.#body !== undefined && !isObject(next)) throw new TypeError(`next() returned ${kindOf(next)}`);
    } catch (error) {
      if (this.#stopError !== undefined && error === this.#stopError) throw error;
      throw this.#failures.ofReading(error, this.#address);
    }
    if (next === undefined || next.done === true) {
      this.#isEnded = true;
      return undefined;
    }
    if (next.value instanceof Uint8Array) return next.value;
    throw transportError("The body that the transport returned has something other than bytes in it.", "maybe");
  }

  stop(error: ServiceError): void {
    this.#stopError = error;
    this.#reject?.(error);
  }

  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#controller.abort();
    void this.#endBody();
  }

  /** The end is not awaited, because it may be slow or fail. */
  async #endBody(): Promise<void> {
    try {
      await this.#body?.return?.();
    } catch {
      // Errors of the transport after the exchange are ignored.
    }
  }

  /** A transport may ignore its signal, but a call must not outlast its time limit. */
  #unlessStopped<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#stopError !== undefined) reject(this.#stopError);
      step.then(resolve, reject);
    });
  }
}

/** Throws a `ConnectionError` for a response without status, headers or body. */
function headOf(response: TransportResponse): ResponseHead {
  const problem = problemOf(response);
  if (problem !== undefined) {
    throw transportError(`The transport's response has ${problem}. Return { status, headers, body }.`, "maybe");
  }
  const pairs = [...(Symbol.iterator in response.headers ? response.headers : Object.entries(response.headers))];
  if (pairs.some((pair) => !Array.isArray(pair) || typeof pair[0] !== "string" || typeof pair[1] !== "string")) {
    throw transportError("The transport's response has headers that are not text.", "maybe");
  }
  const headers = headersOf(pairs);
  const cookies = pairs.flatMap(([name, value]) => (name.toLowerCase() === "set-cookie" ? [value] : []));
  return { status: response.status, headers, cookies, header: (name) => headers[name] };
}

function iteratorOf(body: AsyncIterable<Uint8Array>): AsyncIterator<Uint8Array> {
  const iterator: Partial<AsyncIterator<Uint8Array>> = ignoreRejection(body[Symbol.asyncIterator]());
  if (isObject(iterator) && typeof iterator.next === "function") return iterator as AsyncIterator<Uint8Array>;
  throw new TypeError("the body's iterator has no function next");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function problemOf(response: TransportResponse): string | undefined {
  if (typeof response !== "object" || response === null) return "no object";
  const { status, headers, body } = response;
  if (!Number.isInteger(status) || status < 200 || status > 599) return "no final HTTP status (200 to 599)";
  if (!isObject(headers)) return "no headers";
  if (isObject(ignoreRejection(headers)) && "then" in headers) return "a promise as its headers";
  const isReadable = body === null || typeof body?.[Symbol.asyncIterator] === "function";
  return isReadable ? undefined : "no body that can be read with for await";
}

function sentOf(error: unknown): "no" | "maybe" {
  return typeof error === "object" && error !== null && Reflect.get(error, "sent") === "no" ? "no" : "maybe";
}

function transportError(message: string, sent: "no" | "maybe", cause?: unknown): ServiceError {
  const advice = sent === "no" ? "Nothing was sent." : "The request may have reached the service.";
  return new ConnectionError(`${message} ${advice}`, { reason: "transport-failed", sent, cause });
}
