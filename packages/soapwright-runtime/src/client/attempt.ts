/** One request of a call, and its response. */
import { ArgumentError } from "../errors/argument-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { StreamedBody } from "../octets";
import type { ResponseNote } from "../schema/codec";
import type { CallMessage, HttpHeaders, SentRequest } from "../soap/call-message";
import type { ResponseReader } from "../soap/response-reader";
import { UNVERIFIED_NOTE } from "../soap/security-objects";
import { contentCoding, Decompressed } from "../transport/content-coding";
import type { Exchange, ResponseHead } from "../transport/exchange";
import type { PreparedCall } from "./client-state";
import { requestIdOf } from "./failure";
import type { CallResponse, HttpExchange } from "./interceptors";
import { releaseVerifiedText } from "./verified-text";

export interface ItemSink {
  /** Called before the first item, or at the end of a response without items. */
  onOpen(response: CallResponse<undefined>): void;
  onItem(item: unknown): void;
  /** Whether so many items are buffered that reading should pause. */
  readonly isFull: boolean;
  room(): Promise<void>;
}

export class Attempt<H> {
  readonly call: PreparedCall<H>;
  readonly message: CallMessage;
  readonly items: ItemSink | undefined;
  readonly fresh: boolean;
  httpHeaders: HttpHeaders;
  queuedMs = 0;
  head: ResponseHead | undefined;
  reader: ResponseReader | undefined;
  requestBytes = 0;
  /** The length of the received body, before decompression. */
  responseBytes = 0;
  isComplete = false;
  /** Whether the caller has received the beginning of the response, so that items or attachments follow. */
  handedOver = false;
  #result: unknown;
  /** Cached because listeners of node-soap's client must be notified of a response only once. */
  #outcome: CallResponse<unknown> | undefined;

  constructor(call: PreparedCall<H>, message: CallMessage, fresh: boolean, items: ItemSink | undefined) {
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
    const { call, message, fresh } = this;
    const { life, core, settings } = call;
    let exchange: Exchange | undefined;
    let streamed: StreamedBody | undefined;
    try {
      life.state = "connecting";
      const isPlain = message.features.length === 0;
      if (!isPlain && life.attempts > 0 && message.features.some((each) => each.secure !== undefined))
        message.markAsNew();
      const envelope = message.request(this.httpHeaders);
      // The wait lets a caller who aborts at once end the call before a connection is used.
      const request = await (isPlain && !(envelope instanceof Promise) ? envelope : changed(call, message, envelope));
      this.requestBytes = request.body.length;
      // Parts do not count, because the caller sets their length.
      if (request.envelopeBytes > settings.maxRequestBytes) throw tooLongRequest(call, request);
      life.attempts++;
      life.limitAttempt();
      let { body } = request;
      if (!(body instanceof Uint8Array)) {
        streamed = body;
        streamed.onProgress = () => life.limitUpload();
        const { transport } = core.settings;
        if (transport !== undefined) body = await life.until(transport.collect(streamed, settings.maxRequestBytes));
      }
      const { target, ownTls: tls } = settings;
      const sender = target === undefined && tls === undefined ? core.ownSender : core.sender;
      exchange = sender.open({ method: "POST", headers: request.headers, body, fresh, target, tls });
      life.enter(exchange);
      life.state = "sent";
      this.head = await exchange.head();
      life.state = "reading";
      this.#result = await readResponse(this, exchange, this.head, request.headers);
      this.isComplete = true;
    } finally {
      life.clearLimit();
      exchange?.close();
      streamed?.close();
    }
  }

  response(): CallResponse<unknown> {
    if (this.#outcome !== undefined) return this.#outcome;
    const { call, head, reader } = this;
    if (reader!.unverified) call.core.note(call, UNVERIFIED_NOTE);
    this.message.responded(head, reader);
    this.#outcome = new CallOutcome(this.#result, head!, reader!, call);
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

/** Returns the request as the features of the call change it. */
async function changed<H>(
  { life }: PreparedCall<H>,
  message: CallMessage,
  written: ReturnType<CallMessage["request"]>,
): Promise<SentRequest> {
  life.limitToDeadline();
  const envelope = written instanceof Promise ? await life.until(written) : written;
  if (message.features.length === 0) return envelope;
  // The features start inside the wait, so that a feature's own wait ends first, and the feature closes its resources.
  return life.until(Promise.resolve().then(() => message.withFeatures(envelope)));
}

function tooLongRequest<H>({ operation, settings }: PreparedCall<H>, { envelopeBytes }: SentRequest): ArgumentError {
  const { maxRequestBytes } = settings;
  return new ArgumentError(
    `The request of ${operation.name} is ${envelopeBytes.toLocaleString("en-US")} bytes long, which is over maxRequestBytes (${maxRequestBytes.toLocaleString("en-US")} bytes). Nothing was sent.`,
    {
      advice: [{ action: "send-less" }, { action: "raise", option: "maxRequestBytes" }],
      path: operation.name,
      expected: `at most ${maxRequestBytes} bytes`,
      received: `${envelopeBytes} bytes`,
    },
  );
}

/** A stream keeps no more in memory than any other response. */
type Limit = "maxResponseBytes" | "maxStreamBytes";

/** If the body of an error status is lost, the error reports the status, because it says more. */
async function readResponse<H>(
  attempt: Attempt<H>,
  exchange: Exchange,
  head: ResponseHead,
  sentHeaders: readonly string[],
): Promise<unknown> {
  const { call, message, items } = attempt;
  const { life } = call;
  let delivered = 0;
  const onItem =
    items &&
    ((item: unknown): void => {
      if (delivered++ === 0) openItems(attempt, items, head, reader);
      items.onItem(item);
    });
  const reader: ResponseReader = message.reader(head, onItem, sentHeaders);
  attempt.reader = reader;
  const most = items === undefined || reader.isHeld ? "maxResponseBytes" : "maxStreamBytes";
  // An error page may be longer than a limit, but an envelope that is too long must not be reported as something else.
  const isReported = (error: unknown): boolean =>
    head.status < 300 || life.isEnding || (reader.readsXml && isResponseError(error) && error.reason === "limit");
  let decompressed: Decompressed | undefined;
  let body: Pick<Exchange, "read"> | undefined;
  try {
    decompressed = openBody(attempt, exchange, head, most);
    body = decompressed ?? exchange;
  } catch (error) {
    if (isReported(error)) throw error;
  }
  let waitedMs = 0;
  let read = 0;
  try {
    for (;;) {
      const before = delivered;
      const startedAt = before > 0 ? performance.now() : 0;
      if (before > 0) life.limitWait(waitedMs);
      let bytes: Uint8Array | undefined;
      try {
        bytes = await body?.read();
      } catch (error) {
        if (isReported(error)) throw error;
      }
      if (bytes === undefined) break;
      read += bytes.length;
      if (body === exchange) attempt.responseBytes = read;
      take(attempt, reader, bytes, read, most);
      if (reader.isOpened) {
        await readParts(attempt, exchange, body!, reader, read);
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
    if (reader.isHeld) {
      await releaseVerifiedText(attempt, reader, head);
      life.enter(exchange);
    }
    const result = reader.end();
    if (items !== undefined && delivered === 0) openItems(attempt, items, head, reader);
    return result;
  } finally {
    decompressed?.close();
  }
}

/** Passes the response to the sink, after which the call is not retried. */
function openItems<H>(attempt: Attempt<H>, items: ItemSink, head: ResponseHead, reader: ResponseReader): void {
  attempt.handedOver = true;
  items.onOpen(new CallOutcome(undefined, head, reader, attempt.call) as CallResponse<undefined>);
}

async function readParts<H>(
  attempt: Attempt<H>,
  exchange: Exchange,
  body: Pick<Exchange, "read">,
  reader: ResponseReader,
  before: number,
): Promise<void> {
  const stream = attempt.call.packaging?.stream;
  let read = before;
  stream?.onOpen(attempt.takeOpened());
  await stream?.readRest(
    () => attempt.call.life.enter(exchange),
    async () => {
      const bytes = await body.read();
      if (bytes === undefined) return false;
      read += bytes.length;
      if (body === exchange) attempt.responseBytes = read;
      take(attempt, reader, bytes, read, "maxResponseBytes");
      return true;
    },
  );
}

/** Checks the announced length. Returns undefined for a body without a content coding. */
function openBody<H>(
  attempt: Attempt<H>,
  exchange: Exchange,
  head: ResponseHead,
  most: Limit,
): Decompressed | undefined {
  const encoding = head.header("content-encoding");
  const coding = encoding === undefined ? undefined : contentCoding(encoding);
  const isMultipart = attempt.reader?.isMultipart === true;
  if (coding === undefined) {
    const length = head.header("content-length");
    if (length !== undefined && !isMultipart) checkLength(attempt, Number(length), most);
    return undefined;
  }
  return new Decompressed(async () => {
    const bytes = await exchange.read();
    attempt.responseBytes += bytes?.length ?? 0;
    if (!isMultipart) checkLength(attempt, attempt.responseBytes, most);
    return bytes;
  }, coding);
}

function take<H>(attempt: Attempt<H>, reader: ResponseReader, bytes: Uint8Array, read: number, most: Limit): void {
  if (!reader.isMultipart) checkLength(attempt, read, most);
  reader.bytes(bytes);
  if (reader.isMultipart) checkLength(attempt, read - reader.attachedBytes, most);
}

function checkLength<H>({ call }: Attempt<H>, length: number, option: Limit): void {
  const most = call.settings[option];
  if (length <= most) return;
  throw new ResponseError(`The response is longer than ${option} (${most.toLocaleString("en-US")} bytes).`, {
    reason: "limit",
    advice: [{ action: "raise", option }],
  });
}

/** The outcome of a call. `http` and `headers` are computed on first use. */
class CallOutcome<H> implements CallResponse<unknown> {
  readonly result: unknown;
  readonly #head: ResponseHead;
  readonly #reader: ResponseReader;
  readonly #attempts: number;
  readonly #elapsedMs: number;

  constructor(result: unknown, head: ResponseHead, reader: ResponseReader, { life, features }: PreparedCall<H>) {
    this.result = result;
    this.#head = head;
    this.#reader = reader;
    this.#attempts = life.attempts;
    this.#elapsedMs = performance.now() - life.startedAt;
    for (const feature of features) Object.assign(this, feature.outcome?.());
  }

  get http(): HttpExchange {
    const { status, headers, cookies = [] } = this.#head;
    const beside = cookies.length === 0 ? {} : { cookies };
    return { status, headers, ...beside, attempts: this.#attempts, elapsedMs: this.#elapsedMs };
  }

  get headers(): { readonly [name: string]: unknown } {
    return this.#reader.headers ?? {};
  }

  get notes(): readonly ResponseNote[] | undefined {
    return this.#reader.notes;
  }
}
