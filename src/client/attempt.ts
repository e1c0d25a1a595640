import { ArgumentError } from "../errors/argument-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { ResponseReader } from "../soap/response-reader";
import type { HttpHeaders, SoapCallMessage } from "../soap/soap-port";
import type { Exchange } from "../transport/exchange";
import type { ResponseHead } from "../transport/response";
import { contentCoding, Decompressed, type ReadBytes } from "../transport/response";
import type { CallResponse, HttpExchange } from "./call";
import type { CallLife } from "./call-life";
import { requestIdOf } from "./failure";
import type { PreparedCall, RunnableAttempt } from "./prepared-call";

/** Whoever takes the items of a stream. */
export interface ItemSink {
  /** The response is a good one, and its items follow. */
  onOpen(response: CallResponse<undefined>): void;
  onItem(item: unknown): void;
  /** So many wait that no more are to be read just now. */
  readonly isFull: boolean;
  /** Settles when more can be taken. */
  room(): Promise<void>;
}

/** The bytes of a response as they are read. */
interface Body {
  readonly read: ReadBytes;
  close(): void;
}

/** What a call has come to. What is beside the result is put together when someone looks at it. */
class Outcome implements CallResponse<unknown> {
  readonly result: unknown;
  readonly #head: ResponseHead;
  readonly #reader: ResponseReader;
  readonly #attempts: number;
  readonly #elapsedMs: number;

  constructor(result: unknown, head: ResponseHead, reader: ResponseReader, life: CallLife) {
    this.result = result;
    this.#head = head;
    this.#reader = reader;
    this.#attempts = life.attempts;
    this.#elapsedMs = performance.now() - life.startedAt;
  }

  get http(): HttpExchange {
    const { status, headers } = this.#head;
    return { status, headers, attempts: this.#attempts, elapsedMs: this.#elapsedMs };
  }

  get headers(): { readonly [name: string]: unknown } {
    return this.#reader.headers ?? {};
  }
}

/** One request of a call and its response. */
export class Attempt<H> implements RunnableAttempt {
  readonly #call: PreparedCall<H>;
  readonly #message: SoapCallMessage;
  /** Not on a connection that has carried a request before. */
  readonly fresh: boolean;
  httpHeaders: HttpHeaders;
  readonly #items: ItemSink | undefined;
  head: ResponseHead | undefined;
  reader: ResponseReader | undefined;
  /** Length of the envelope and of the body that came, in bytes. */
  requestBytes = 0;
  responseBytes = 0;
  #delivered = 0;
  #result: unknown;
  #complete = false;
  #compressed = false;

  constructor(call: PreparedCall<H>, message: SoapCallMessage, fresh: boolean, items: ItemSink | undefined) {
    this.#call = call;
    this.#message = message;
    this.fresh = fresh;
    this.httpHeaders = call.httpHeaders;
    this.#items = items;
  }

  /** Sends the request and reads its response. The call has its place at the gate. */
  async run(): Promise<void> {
    const { core, life } = this.#call;
    let exchange: Exchange | undefined;
    try {
      life.state = "connecting";
      const request = core.port.request(this.#message, this.httpHeaders);
      this.requestBytes = request.body.length;
      this.#checkRequest();
      life.attempts++;
      life.limitAttempt();
      exchange = core.sender.open({ method: "POST", headers: request.headers, body: request.body, fresh: this.fresh });
      life.enter(exchange);
      life.state = "sent";
      const head = await exchange.head();
      life.state = "reading";
      this.head = head;
      this.#result = await this.#read(exchange, head);
      this.#complete = true;
    } finally {
      life.clearLimit();
      exchange?.close();
    }
  }

  /** The response was read to its end. */
  get isComplete(): boolean {
    return this.#complete;
  }

  get requestId(): string | undefined {
    return this.head === undefined ? undefined : requestIdOf(this.head, this.#message);
  }

  /** What the call has come to. */
  response(): CallResponse<unknown> {
    const { head, reader } = this;
    if (head === undefined || reader === undefined) throw new TypeError("the attempt has no response");
    const { core, life } = this.#call;
    return new Outcome(core.port.answer(this.#message, head, reader, this.#result), head, reader, life);
  }

  /** Reads the response to its end. A body that is lost behind an error status leaves the status, which says more. */
  async #read(exchange: Exchange, head: ResponseHead): Promise<unknown> {
    const { core, life } = this.#call;
    const items = this.#items;
    const onItem =
      items &&
      ((item: unknown): void => {
        this.#delivered++;
        items.onItem(item);
      });
    const reader = core.port.reader(this.#message, head, onItem);
    this.reader = reader;
    if (items !== undefined && head.status < 300)
      items.onOpen(new Outcome(undefined, head, reader, life) as CallResponse<undefined>);
    let body: Body;
    try {
      body = this.#body(exchange, head);
    } catch (error) {
      // The coding of an error page is not known: its status is told without it.
      if (head.status < 300 || isLimit(error, reader)) throw error;
      return reader.end();
    }
    try {
      return await this.#readBody(exchange, body.read, head, reader);
    } finally {
      body.close();
    }
  }

  async #readBody(exchange: Exchange, body: ReadBytes, head: ResponseHead, reader: ResponseReader): Promise<unknown> {
    const { life } = this.#call;
    const items = this.#items;
    let waitedMs = 0;
    let read = 0;
    for (;;) {
      const delivered = this.#delivered;
      const startedAt = delivered > 0 ? performance.now() : 0;
      if (delivered > 0) life.limitWait(waitedMs);
      let bytes: Uint8Array | undefined;
      try {
        bytes = await body();
      } catch (error) {
        if (head.status < 300 || life.isEnding || isLimit(error, reader)) throw error;
        bytes = undefined;
      }
      if (bytes === undefined) return reader.end();
      read += bytes.length;
      if (!this.#compressed) this.responseBytes = read;
      this.#checkLength(read);
      reader.bytes(bytes);
      if (items === undefined) continue;
      // Waits from one item to the next count together: bytes that bring no item are no progress.
      waitedMs = this.#delivered > delivered ? 0 : delivered > 0 ? waitedMs + performance.now() - startedAt : 0;
      if (items.isFull) {
        life.limitConsumer();
        await life.until(items.room());
        life.enter(exchange);
      }
    }
  }

  /** The bytes of the response without their content coding. */
  #body(exchange: Exchange, head: ResponseHead): Body {
    const coding = contentCoding(head.header("content-encoding"));
    if (coding === undefined) {
      const length = head.header("content-length");
      if (length !== undefined) this.#checkLength(Number(length));
      return { read: () => exchange.read(), close() {} };
    }
    this.#compressed = true;
    const decompressed = new Decompressed(async () => {
      const bytes = await exchange.read();
      this.responseBytes += bytes?.length ?? 0;
      this.#checkLength(this.responseBytes);
      return bytes;
    }, coding);
    return { read: () => decompressed.read(), close: () => decompressed.close() };
  }

  #checkRequest(): void {
    const { settings, operation } = this.#call;
    const { maxRequestBytes } = settings;
    if (this.requestBytes <= maxRequestBytes) return;
    throw new ArgumentError(
      `The request of ${operation.name} is ${inWords(this.requestBytes)} long, which is over maxRequestBytes (${inWords(maxRequestBytes)}). Nothing was sent. Send less at a time, or raise maxRequestBytes.`,
      { path: operation.name, expected: `at most ${maxRequestBytes} bytes`, received: `${this.requestBytes} bytes` },
    );
  }

  #checkLength(length: number): void {
    const { settings } = this.#call;
    const option = this.#items === undefined ? "maxResponseBytes" : "maxStreamBytes";
    if (length > settings[option]) throw tooLong(option, settings[option]);
  }
}

/** An error page may be as long as it likes; an envelope that is too long is not read as something else. */
function isLimit(error: unknown, reader: ResponseReader): boolean {
  return reader.readsXml && isResponseError(error) && error.reason === "limit";
}

function tooLong(option: string, most: number): ResponseError {
  return new ResponseError(
    `The response is longer than ${option} (${inWords(most)}). Raise ${option} if that is expected.`,
    { reason: "limit" },
  );
}

function inWords(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} bytes`;
}
