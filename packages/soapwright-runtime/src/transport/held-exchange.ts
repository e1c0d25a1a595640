/** A request that the owner of its connection carries, and the requests that the owner makes before it. */
import type { Dispatcher } from "undici";
import { ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import type { Connection } from "./connection";
import type { HeldRequest } from "./connection-owner";
import type { HttpRequest, ResponseHead } from "./exchange";
import { RawHead } from "./raw-head";
import { StaleConnection } from "./stale-connection";
import type { DispatchEvents } from "./undici-dispatch";

/** Maximum length of the body of a response to the owner, which nobody reads. */
const MAX_UNREAD_BODY = 65_536;
const NO_BODY = Buffer.alloc(0);

type Send = (request: HttpRequest) => Promise<ResponseHead>;

export class HeldExchange implements HeldRequest {
  readonly #connection: Connection;
  readonly #request: HttpRequest;
  readonly #over: { readonly ask: Send; readonly send: Send };
  readonly proxy: string | undefined;
  #isSent = false;

  constructor(
    connection: Connection,
    request: HttpRequest,
    proxy: string | undefined,
    over: { readonly ask: Send; readonly send: Send },
  ) {
    this.#connection = connection;
    this.#request = request;
    this.proxy = proxy;
    this.#over = over;
  }

  get state(): unknown {
    return this.#connection.owned;
  }

  set state(value: unknown) {
    this.#connection.owned = value;
  }

  get certificate(): Uint8Array | undefined {
    return this.#connection.certificate;
  }

  get isStreamed(): boolean {
    return !(this.#request.body instanceof Uint8Array);
  }

  ask(headers: { readonly [name: string]: string }): Promise<ResponseHead> {
    return ignoreRejection(this.#over.ask({ ...this.#request, headers: this.#with(headers), body: NO_BODY }));
  }

  send(headers: { readonly [name: string]: string }): Promise<ResponseHead> {
    if (this.#isSent) throw new TypeError("the request was sent already");
    this.#isSent = true;
    return ignoreRejection(this.#over.send({ ...this.#request, headers: this.#with(headers) }));
  }

  #with(headers: { readonly [name: string]: string }): readonly string[] {
    return [...this.#request.headers, ...Object.entries(headers).flat()];
  }
}

/** Sends a request of the owner. Resolves when its response is complete, so that the connection is free again. */
export function askOver(
  connection: Connection,
  request: Dispatcher.DispatchOptions,
  failureOf: (error: Error) => ServiceError,
): Promise<ResponseHead> {
  return new Promise((resolve, reject) => {
    let head: ResponseHead | undefined;
    let length = 0;
    const events: DispatchEvents = {
      onConnect() {},
      onHeaders(status, rawHeaders) {
        if (status >= 200) head = new RawHead(status, rawHeaders);
        return true;
      },
      onData(chunk) {
        length += chunk.length;
        if (length <= MAX_UNREAD_BODY) return true;
        reject(
          new ResponseError(
            `The response to a request without a body is longer than ${MAX_UNREAD_BODY.toLocaleString("en-US")} bytes.`,
            { reason: "limit", advice: [{ action: "report" }] },
          ),
        );
        connection.destroy(true);
        return true;
      },
      onComplete: () => resolve(head!),
      onError: (error) => reject(failureOf(error)),
    };
    if (!connection.dispatch(request, events)) events.onError(new StaleConnection());
  });
}
