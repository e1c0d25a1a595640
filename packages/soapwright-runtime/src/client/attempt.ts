/** One request of a call, and its response. */
import { ArgumentError } from "../errors/argument-error";
import { isResponseError } from "../errors/response-error";
import type { CallFeature } from "../feature";
import type { StreamedBody } from "../octets";
import type { CallMessage, HttpHeaders, SentRequest } from "../soap/call-message";
import type { ResponseReader } from "../soap/response-reader";
import { type ConnectionOwner, identityOf } from "../transport/connection-owner";
import type { Exchange, HttpRequest, ResponseHead } from "../transport/exchange";
import { CallOutcome } from "./call-outcome";
import type { StartedCall } from "./client-state";
import { requestIdOf } from "./failure";
import type { InterceptableAttempt } from "./interception";
import type { CallResponse } from "./interceptors";
import { decoded, forgiving, LengthLimit, LimitedBody } from "./response-body";
import { releaseVerifiedText } from "./verified-text";

export interface ItemSink {
  /** Called before the first item, or at the end of a response without items. */
  onOpen(response: CallResponse<undefined>): void;
  onItem(item: unknown): void;
  /** Whether so many items are buffered that reading should pause. */
  readonly isFull: boolean;
  room(): Promise<void>;
}

export class Attempt<H> implements InterceptableAttempt {
  readonly call: StartedCall<H>;
  readonly message: CallMessage;
  readonly items: ItemSink | undefined;
  readonly fresh: boolean;
  httpHeaders: HttpHeaders;
  queuedMs = 0;
  head: ResponseHead | undefined;
  reader: ResponseReader | undefined;
  requestBytes = 0;
  isComplete = false;
  /** Whether the caller has received the beginning of the response, so that items or attachments follow. */
  handedOver = false;
  /** The body before decompression. */
  #received: LimitedBody | undefined;
  /** Cached because listeners of `client.soap` must be notified of a response only once. */
  #outcome: CallResponse<unknown> | undefined;
  #result: unknown;
  /** Number of items that the sink has received. */
  #delivered = 0;

  constructor(call: StartedCall<H>, message: CallMessage, fresh: boolean, items: ItemSink | undefined) {
    this.call = call;
    this.message = message;
    this.fresh = fresh;
    this.items = items;
    this.httpHeaders = call.httpHeaders;
  }

  get requestId(): string | undefined {
    return this.head === undefined ? undefined : requestIdOf(this.head, this.message);
  }

  /** The length of the received body, before decompression. */
  get responseBytes(): number {
    return this.#received?.length ?? 0;
  }

  /** Writes the request, sends it and reads the response. The call must hold a slot of the queue. */
  async run(): Promise<void> {
    const { life } = this.call;
    let streamed: StreamedBody | undefined;
    let exchange: Exchange | undefined;
    try {
      life.state = "connecting";
      const request = await this.#write();
      life.beginAttempt();
      if (!(request.body instanceof Uint8Array)) streamed = request.body;
      const body = streamed === undefined ? request.body : await this.#upload(streamed);
      exchange = this.#open(request, body);
      life.enter(exchange);
      life.state = "sent";
      this.head = await exchange.head();
      life.state = "reading";
      this.#result = await this.#read(exchange, this.head, request.headers);
      this.isComplete = true;
    } finally {
      life.endAttempt();
      exchange?.close();
      streamed?.close();
    }
  }

  response(): CallResponse<unknown> {
    if (this.#outcome !== undefined) return this.#outcome;
    const { call, head, reader } = this;
    if (reader!.unverified) call.core.note(call, this.message.unverifiedNote);
    this.message.responded(head, reader);
    this.#outcome = new CallOutcome(this.#result, head!, reader!, call);
    return this.#outcome;
  }

  /** The wait lets a caller who aborts at once end the call before a connection is used. */
  async #write(): Promise<SentRequest> {
    const { call, message } = this;
    const { features } = message;
    if (call.life.attempts > 0 && features.some((each) => each.secure !== undefined)) message.markAsNew();
    const envelope = message.request(this.httpHeaders);
    const request = features.length === 0 ? envelope : await changed(call, message, envelope);
    this.requestBytes = request.body.length;
    // Parts do not count, because the caller sets their length.
    if (request.envelopeBytes > call.settings.maxRequestBytes) throw tooLongRequest(call, request);
    return request;
  }

  /** Returns the stream, or its bytes for a transport that takes no streams. */
  async #upload(streamed: StreamedBody): Promise<HttpRequest["body"]> {
    const { core, life, settings } = this.call;
    const { transport } = core.settings;
    streamed.onProgress = () => life.limitUpload();
    return transport === undefined ? streamed : life.until(transport.collect(streamed, settings.maxRequestBytes));
  }

  #open({ headers, tls: tlsOfWriter }: SentRequest, body: HttpRequest["body"]): Exchange {
    const { core, settings } = this.call;
    const { target, ownTls, destinations } = settings;
    const tls = ownTls ?? (tlsOfWriter && destinations.tlsOfWriter(tlsOfWriter));
    const { features } = this.message;
    const owner = features.length === 0 ? undefined : connectionOwner(features, this.call);
    const sender = target === undefined && tls === undefined && owner === undefined ? core.ownSender : core.sender;
    return sender.open({ method: "POST", headers, body, fresh: this.fresh, target, tls, owner });
  }

  /**
   * Reads the response in the way that the reader asks for: whole or item by item; with its text verified before; or
   * with parts behind the envelope. If the body of an error status is lost, the status is reported, which says more.
   */
  async #read(exchange: Exchange, head: ResponseHead, sentHeaders: readonly string[]): Promise<unknown> {
    const { call, message, items } = this;
    const onItem = items && ((item: unknown) => this.#deliver(items, item));
    const reader = message.reader(head, onItem, sentHeaders);
    this.reader = reader;
    const { reading } = reader;
    const isHeldInMemory = items === undefined || reading.of === "held";
    const most = new LengthLimit(call.settings, isHeldInMemory ? "maxResponseBytes" : "maxStreamBytes");
    // The limit of a response in parts is that of its envelope.
    const limit = reading.isInParts ? undefined : most;
    const received = new LimitedBody(exchange, undefined);
    this.#received = received;
    const open = () => decoded(received, head, limit);
    const source = head.status < 300 ? open() : forgiving(open, (error) => this.#failBody(error, reader));
    const body = new LimitedBody(source, limit);
    try {
      if (items === undefined) await this.#readWhole(body, reader, most);
      else await this.#readItems(items, body, reader, most);
      if (reading.of === "held") await releaseVerifiedText(this, reader, head);
      else if (reader.isOpened) await this.#readParts(body, reader);
    } finally {
      body.close();
    }
    const result = reader.end();
    if (items !== undefined && this.#delivered === 0 && !reader.isOpened) this.#openItems(items);
    return result;
  }

  async #readWhole(body: LimitedBody, reader: ResponseReader, most: LengthLimit): Promise<void> {
    while (!reader.isOpened) {
      const next = body.read();
      const bytes = next instanceof Promise ? await next : next;
      if (bytes === undefined) return;
      take(bytes, body, reader, most);
    }
  }

  /** The reader of a stream takes its items after each piece of the body. */
  async #readItems(items: ItemSink, body: LimitedBody, reader: ResponseReader, most: LengthLimit): Promise<void> {
    const { life, settings } = this.call;
    const mostBeforeBody = new LengthLimit(settings, "maxResponseBytes");
    let waitedMs = 0;
    while (!reader.isOpened) {
      const before = this.#delivered;
      const startedAt = before > 0 ? performance.now() : 0;
      if (before > 0) life.limitWait(waitedMs);
      const bytes = await body.read();
      if (bytes === undefined) return;
      take(bytes, body, reader, most);
      if (reader.isOpened) return;
      // Header blocks are kept in memory, unlike the items of a stream.
      if (reader.beforeBody) mostBeforeBody.check(body.length - reader.attachedBytes);
      // Waits are summed until an item arrives, because bytes without an item are not progress.
      waitedMs = this.#delivered > before ? 0 : before > 0 ? waitedMs + performance.now() - startedAt : 0;
      if (items.isFull) await life.until(items.room(), "consumer");
    }
  }

  /** Resolves the call with its envelope, and reads the parts behind it. */
  async #readParts(body: LimitedBody, reader: ResponseReader): Promise<void> {
    const { packaging, settings } = this.call;
    const most = new LengthLimit(settings, "maxResponseBytes");
    const stream = packaging?.stream;
    stream?.onOpen(this.#takeOpened(reader));
    await stream?.readRest(async () => {
      const bytes = await body.read();
      if (bytes !== undefined) take(bytes, body, reader, most);
      return bytes !== undefined;
    });
  }

  /** An error page may be longer than a limit, but an envelope that is too long must not be reported as something else. */
  #failBody(error: unknown, reader: ResponseReader): void {
    const isOverLimit = reader.readsXml && isResponseError(error) && error.reason === "limit";
    if (this.call.life.isEnding || isOverLimit) throw error;
    reader.failBody(error);
  }

  #deliver(items: ItemSink, item: unknown): void {
    if (this.#delivered++ === 0) this.#openItems(items);
    items.onItem(item);
  }

  /** Passes the response to the sink, after which the call is not retried. */
  #openItems(items: ItemSink): void {
    this.handedOver = true;
    items.onOpen(new CallOutcome(undefined, this.head!, this.reader!, this.call) as CallResponse<undefined>);
  }

  /**
   * Returns the response with which the call resolves when the envelope is complete and its parts follow. It is kept
   * nowhere, so that a stream that the caller drops can be collected.
   */
  #takeOpened(reader: ResponseReader): CallResponse<unknown> {
    this.#result = reader.takeOpened();
    this.handedOver = true;
    const response = this.response();
    this.#result = undefined;
    this.#outcome = new CallOutcome(undefined, this.head!, reader, this.call);
    return response;
  }
}

/** Passes bytes to the reader. The envelope of a response in parts has a limit, and its parts have another. */
function take(bytes: Uint8Array, body: LimitedBody, reader: ResponseReader, most: LengthLimit): void {
  reader.bytes(bytes);
  if (reader.reading.isInParts) most.check(body.length - reader.attachedBytes);
}

/** Returns undefined if no feature has connections of its own. A connection belongs to one tenant of one feature. */
function connectionOwner(
  features: readonly CallFeature[],
  call: { readonly tenant: unknown },
): ConnectionOwner | undefined {
  for (const { connections } of features) {
    if (connections === undefined) continue;
    const { key, carry, tunnel } = connections;
    return { name: `${identityOf(key)} ${identityOf(call.tenant)}`, carry, tunnel };
  }
  return undefined;
}

/** Returns the request as the features of the call change it. */
async function changed<H>(
  { life }: StartedCall<H>,
  message: CallMessage,
  envelope: ReturnType<CallMessage["request"]>,
): Promise<SentRequest> {
  // The features start inside the wait, so that a feature's own wait ends first, and the feature closes its resources.
  return life.until(
    Promise.resolve().then(() => message.withFeatures(envelope)),
    "deadline",
  );
}

function tooLongRequest<H>({ operation, settings }: StartedCall<H>, { envelopeBytes }: SentRequest): ArgumentError {
  const { maxRequestBytes } = settings;
  return new ArgumentError(
    `The request of ${operation.name} is ${envelopeBytes.toLocaleString("en-US")} bytes long, which is over limits.requestBytes (${maxRequestBytes.toLocaleString("en-US")} bytes). Nothing was sent.`,
    {
      reason: "request-too-large",
      advice: [{ action: "send-less" }, { action: "raise", option: "limits.requestBytes" }],
      path: operation.name,
      expected: `at most ${maxRequestBytes} bytes`,
      received: `${envelopeBytes} bytes`,
    },
  );
}
