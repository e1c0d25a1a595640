/** One request of a call, and its response. */
import { ArgumentError } from "../errors/argument-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { StreamedBody } from "../octets";
import type { ResponseReader } from "../soap/response-reader";
import { UNVERIFIED_NOTE } from "../soap/security-objects";
import type { HttpHeaders, SentEnvelope, SentRequest, SoapCallMessage } from "../soap/soap-port";
import { contentCoding, Decompressed, type ReadBytes } from "../transport/content-coding";
import type { Exchange, ResponseHead } from "../transport/exchange";
import type { PreparedCall, RunnableAttempt } from "./client-state";
import { requestIdOf } from "./failure";
import { CallOutcome } from "./interception";
import type { CallResponse } from "./interceptors";
import { releaseVerifiedText } from "./verified-text";

export interface ItemSink {
  /** Called before the first item, or at the end of a response without items. */
  onOpen(response: CallResponse<undefined>): void;
  onItem(item: unknown): void;
  /** Whether so many items are buffered that reading should pause. */
  readonly isFull: boolean;
  room(): Promise<void>;
}

export class Attempt<H> implements RunnableAttempt {
  readonly call: PreparedCall<H>;
  readonly message: SoapCallMessage;
  readonly items: ItemSink | undefined;
  readonly fresh: boolean;
  httpHeaders: HttpHeaders;
  queuedMs = 0;
  head: ResponseHead | undefined;
  reader: ResponseReader | undefined;
  /** `responseBytes` is the length of the received body. */
  requestBytes = 0;
  responseBytes = 0;
  isComplete = false;
  /** Whether the caller has received the beginning of the response, so that items or attachments follow. */
  handedOver = false;
  #result: unknown;
  /** Cached because listeners of node-soap's client must be notified of a response only once. */
  #outcome: CallResponse<unknown> | undefined;

  constructor(call: PreparedCall<H>, message: SoapCallMessage, fresh: boolean, items: ItemSink | undefined) {
    this.call = call;
    this.message = message;
    this.fresh = fresh;
    this.items = items;
    this.httpHeaders = call.httpHeaders;
  }

  get requestId(): string | undefined {
    return this.head === undefined ? undefined : requestIdOf(this.head, this.message);
  }

  /** The call must hold a slot of the queue. */
  async run(): Promise<void> {
    const { life } = this.call;
    let exchange: Exchange | undefined;
    let streamed: StreamedBody | undefined;
    try {
      const request = await this.#request();
      life.attempts++;
      life.limitAttempt();
      let { body } = request;
      if (!(body instanceof Uint8Array)) {
        streamed = body;
        streamed.onProgress = () => life.limitUpload();
        const { transport } = this.call.core.settings;
        if (transport !== undefined)
          body = await life.until(transport.collect(streamed, this.call.settings.maxRequestBytes));
      }
      exchange = this.#open(request.headers, body);
      life.enter(exchange);
      life.state = "sent";
      const head = await exchange.head();
      life.state = "reading";
      this.head = head;
      this.#result = await readResponse(this, exchange, head, request.headers);
      this.isComplete = true;
    } finally {
      life.clearLimit();
      exchange?.close();
      streamed?.close();
    }
  }

  #request(): SentRequest | Promise<SentRequest> {
    const { call, message } = this;
    const { port } = call.core;
    call.life.state = "connecting";
    const isSecured = message.features.some(({ secure }) => secure !== undefined);
    if (call.life.attempts > 0 && isSecured) port.markAsNew(message);
    const envelope = port.request(message, this.httpHeaders);
    if (message.features.length > 0 || envelope instanceof Promise) return this.#changed(envelope);
    return this.#checked(envelope);
  }

  async #changed(sentEnvelope: SentEnvelope | Promise<SentEnvelope>): Promise<SentRequest> {
    const { message } = this;
    const { core, life } = this.call;
    life.limitToDeadline();
    const envelope = sentEnvelope instanceof Promise ? await life.until(sentEnvelope) : sentEnvelope;
    if (message.features.length === 0) return this.#checked(envelope);
    // The features start inside the wait, so that a feature's own wait ends first, and the feature closes its
    // resources.
    const changed = Promise.resolve().then(() => core.port.withFeatures(message, envelope));
    return this.#checked(await life.until(changed));
  }

  /** Throws an `ArgumentError` above `maxRequestBytes`. Parts do not count, because the caller sets their length. */
  #checked(request: SentRequest): SentRequest {
    const { settings, operation } = this.call;
    const { maxRequestBytes } = settings;
    const { envelopeBytes: length } = request;
    this.requestBytes = request.body.length;
    if (length <= maxRequestBytes) return request;
    throw new ArgumentError(
      `The request of ${operation.name} is ${length.toLocaleString("en-US")} bytes long, which is over maxRequestBytes (${maxRequestBytes.toLocaleString("en-US")} bytes). Nothing was sent.`,
      {
        advice: [{ action: "send-less" }, { action: "raise", option: "maxRequestBytes" }],
        path: operation.name,
        expected: `at most ${maxRequestBytes} bytes`,
        received: `${length} bytes`,
      },
    );
  }

  #open(headers: readonly string[], body: Buffer | StreamedBody): Exchange {
    const { core, settings } = this.call;
    const { target, ownTls: tls } = settings;
    const sender = target === undefined && tls === undefined ? core.ownSender : core.sender;
    return sender.open({ method: "POST", headers, body, fresh: this.fresh, target, tls });
  }

  response(): CallResponse<unknown> {
    if (this.#outcome !== undefined) return this.#outcome;
    const { call, message, head, reader } = this;
    if (head === undefined || reader === undefined) throw new TypeError("the attempt has no response");
    if (reader.unverified) call.core.note(call, UNVERIFIED_NOTE);
    const result = call.core.port.respond(message, head, reader, this.#result);
    this.#outcome = new CallOutcome(result, head, reader, call);
    return this.#outcome;
  }

  /** Returns the response with which the call resolves when the envelope is complete and its parts follow. */
  takeOpened(): CallResponse<unknown> {
    this.#result = this.reader?.takeOpened();
    this.handedOver = true;
    const response = this.response();
    // The result is cleared, so that a stream that the caller drops can be collected.
    this.#result = undefined;
    this.#outcome = new CallOutcome(undefined, this.head!, this.reader!, this.call);
    return response;
  }
}

interface Body {
  readonly read: ReadBytes;
  close(): void;
}

/** If the body of an error status is lost, the error reports the status, because it says more. */
async function readResponse<H>(
  attempt: Attempt<H>,
  exchange: Exchange,
  head: ResponseHead,
  sentHeaders: readonly string[],
): Promise<unknown> {
  const { call, message, items } = attempt;
  let delivered = 0;
  const onItem =
    items &&
    ((item: unknown): void => {
      if (delivered++ === 0) openItems(attempt, items, head, reader);
      items.onItem(item);
    });
  const reader: ResponseReader = call.core.port.reader(message, head, onItem, sentHeaders);
  attempt.reader = reader;
  const isHeld = message.features.some(({ verify }) => verify !== undefined);
  const most = items === undefined || isHeld ? "maxResponseBytes" : "maxStreamBytes";
  let body: Body;
  try {
    body = bodyOf(attempt, exchange, head, most);
  } catch (error) {
    // An error page may have an unknown content coding. Its status is reported without the page.
    if (head.status < 300 || isLimit(error, reader)) throw error;
    return reader.end();
  }
  const { life } = call;
  let waitedMs = 0;
  let read = 0;
  try {
    for (;;) {
      const before = delivered;
      const startedAt = before > 0 ? performance.now() : 0;
      if (before > 0) life.limitWait(waitedMs);
      let bytes: Uint8Array | undefined;
      try {
        bytes = await body.read();
      } catch (error) {
        if (head.status < 300 || life.isEnding || isLimit(error, reader)) throw error;
        bytes = undefined;
      }
      if (bytes === undefined) {
        if (isHeld) {
          await releaseVerifiedText(attempt, reader, head);
          life.enter(exchange);
        }
        const result = reader.end();
        if (items !== undefined && delivered === 0) openItems(attempt, items, head, reader);
        return result;
      }
      read += bytes.length;
      take(attempt, reader, bytes, read, most);
      if (reader.isOpened) {
        await readParts(attempt, exchange, body.read, reader, read);
        return reader.end();
      }
      if (items === undefined) continue;
      // Header blocks are kept in memory, unlike the items of a stream.
      if (reader.beforeBody) checkLength(attempt, read - reader.attachedBytes, "maxResponseBytes");
      // Waits are summed until an item arrives, because bytes without an item are not progress.
      waitedMs = delivered > before ? 0 : before > 0 ? waitedMs + performance.now() - startedAt : 0;
      if (items.isFull) {
        life.limitConsumer();
        await life.until(items.room());
        life.enter(exchange);
      }
    }
  } finally {
    body.close();
  }
}

/** A stream keeps no more in memory than any other response. */
type Limit = "maxResponseBytes" | "maxStreamBytes";

function take<H>(attempt: Attempt<H>, reader: ResponseReader, bytes: Uint8Array, read: number, most: Limit): void {
  if (attempt.head?.header("content-encoding") === undefined) attempt.responseBytes = read;
  if (!reader.isMultipart) checkLength(attempt, read, most);
  reader.bytes(bytes);
  if (reader.isMultipart) checkLength(attempt, read - reader.attachedBytes, most);
}

/** Passes the response to the sink, after which the call is not retried. */
function openItems<H>(attempt: Attempt<H>, items: ItemSink, head: ResponseHead, reader: ResponseReader): void {
  attempt.handedOver = true;
  items.onOpen(new CallOutcome(undefined, head, reader, attempt.call) as CallResponse<undefined>);
}

async function readParts<H>(
  attempt: Attempt<H>,
  exchange: Exchange,
  body: ReadBytes,
  reader: ResponseReader,
  before: number,
): Promise<void> {
  const stream = attempt.call.packaging?.stream;
  let read = before;
  stream?.onOpen(attempt.takeOpened());
  await stream?.readRest(
    () => attempt.call.life.enter(exchange),
    async () => {
      const bytes = await body();
      if (bytes === undefined) return false;
      read += bytes.length;
      take(attempt, reader, bytes, read, "maxResponseBytes");
      return true;
    },
  );
}

function bodyOf<H>(attempt: Attempt<H>, exchange: Exchange, head: ResponseHead, most: Limit): Body {
  const encoding = head.header("content-encoding");
  const coding = encoding === undefined ? undefined : contentCoding(encoding);
  const isMultipart = attempt.reader?.isMultipart === true;
  if (coding === undefined) {
    const length = head.header("content-length");
    if (length !== undefined && !isMultipart) checkLength(attempt, Number(length), most);
    return { read: () => exchange.read(), close() {} };
  }
  const decompressed = new Decompressed(async () => {
    const bytes = await exchange.read();
    attempt.responseBytes += bytes?.length ?? 0;
    if (!isMultipart) checkLength(attempt, attempt.responseBytes, most);
    return bytes;
  }, coding);
  return { read: () => decompressed.read(), close: () => decompressed.close() };
}

/**
 * Whether `error` reports a limit that was exceeded while XML was read. An error page may be longer than that, but an
 * envelope that is too long must not be reported as something else.
 */
function isLimit(error: unknown, reader: ResponseReader): boolean {
  return reader.readsXml && isResponseError(error) && error.reason === "limit";
}

function checkLength<H>({ call }: Attempt<H>, length: number, option: Limit): void {
  const most = call.settings[option];
  if (length <= most) return;
  throw new ResponseError(`The response is longer than ${option} (${most.toLocaleString("en-US")} bytes).`, {
    reason: "limit",
    advice: [{ action: "raise", option }],
  });
}
