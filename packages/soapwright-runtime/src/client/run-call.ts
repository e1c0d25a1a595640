/** The way of a call: its attempts, each with one request and its response. */
import { Decompressed } from "#connections";
import { ArgumentError } from "../errors/argument-error";
import { isFaultError } from "../errors/fault-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import type { StreamedBody } from "../octets";
import type { ResponseNote } from "../schema/codec";
import { CallMessage, type HttpHeaders, type SentRequest } from "../soap/call-message";
import type { ResponseReader } from "../soap/response-reader";
import { contentCoding } from "../transport/content-coding";
import type { Exchange, ResponseHead } from "../transport/exchange";
import type { WaitingCall } from "../transport/request-queue";
import { AdmittedRequest, checkAdmissions } from "./admitted-request";
import { CallCredentials } from "./call-credentials";
import { closedError, type PreparedCall } from "./client-state";
import {
  asServiceError,
  describeFailure,
  explainDeadline,
  InterceptorError,
  requestIdOf,
  withErrorKind,
} from "./failure";
import { type InterceptableAttempt, interceptAttempt } from "./interception";
import type { CallResponse, HttpExchange } from "./interceptors";
import { OPTIONS } from "./option-table";
import { checkCallPolicy } from "./policy-check";
import {
  delayBeforeRetry,
  isRepeatedOnNewConnection,
  isRepeatedWithNewCredentials,
  spentBeforeRepetition,
} from "./retry-policy";
import { releaseVerifiedText } from "./verified-text";

/** Maximum number of repetitions of a request by features, for example with credentials that the service requested. */
const MAX_REPETITIONS = 3;

/**
 * Runs one call, from its arguments to its result. Steps and their errors:
 *
 * | state        | step                                              | errors                                     |
 * |--------------|---------------------------------------------------|--------------------------------------------|
 * | `queued`     | credential functions; the queue; the retry delay  | ConfigurationError, OverloadError,         |
 * |              |                                                   | ConnectionError of the breaker             |
 * | `connecting` | the envelope; the connection                      | ConfigurationError, ConnectionError        |
 * | `sent`       | the request is written, the head arrives          | ConnectionError, HttpError                 |
 * | `reading`    | the body: bytes, decompression, XML, values       | ConnectionError, ResponseError, FaultError |
 * | `done`       | listeners of `client.soap` get the result         |                                            |
 *
 * A signal, a time limit and `close` end any wait: see `CallLife`. Rejects with a `ServiceError` that has the context
 * of the call, except for an error that an attempt interceptor throws, which the caller receives unchanged. Opens no
 * connection: `Attempt` does. Holds one slot of the origin's queue during each attempt, and none during a retry delay;
 * reports the outcome of each admitted request to the admissions, after its slot is released.
 */
export async function runCall<H>(call: PreparedCall<H>, items?: ItemSink): Promise<CallResponse<unknown>> {
  const { core, life, settings } = call;
  let message: CallMessage | undefined;
  let attempt: Attempt<H> | undefined;
  let failure: ServiceError | undefined;
  let retried = 0;
  let repeated = 0;
  core.running.add(life);
  try {
    if (core.closed) throw closedError();
    const limits = settings.target === undefined ? core.limits.ofOrigin : core.limits.of(settings.target);
    // A client that can make no call at all reports that before errors in one call's arguments.
    if (core.settings.policies !== undefined) checkCallPolicy(call, core.settings.policies);
    if (call.failure !== undefined) throw call.failure;
    if (limits.admissions.length > 0) checkAdmissions(limits, call, undefined);
    life.begin();
    const header = core.headerOf(call);
    const credentials = header === undefined ? new CallCredentials(call) : undefined;
    message = new CallMessage(call, header ?? (await credentials!.ask()));
    for (let fresh = false; ; ) {
      attempt = new Attempt(call, message, fresh, items);
      let admitted: AdmittedRequest<H> | undefined;
      try {
        if (limits.admissions.length > 0) checkAdmissions(limits, call, failure);
        const waitingCall = limits.queue.requestSlot(call);
        if (waitingCall !== undefined) attempt.queuedMs = await waitForSlot(call, waitingCall);
        try {
          if (limits.admissions.length > 0) admitted = new AdmittedRequest(limits, call, failure);
          if (credentials?.isOver === true) {
            message.renew(await credentials.ask());
            attempt.httpHeaders = call.httpHeaders;
          }
          await (call.seen === undefined ? attempt.run() : interceptAttempt(call, attempt));
        } finally {
          limits.queue.releaseSlot(call);
        }
        admitted?.succeeded();
        const { policy } = core;
        if (policy.owes) policy.responded();
        policy.hasSucceeded = true;
        return attempt.response();
      } catch (thrown) {
        if (thrown instanceof InterceptorError) {
          admitted?.ignored();
          throw thrown;
        }
        const error = withErrorKind(asServiceError(thrown), core.settings.errorKind);
        admitted?.failed(error, attempt.head);
        explainDeadline(error, failure, core.settings.reader);
        failure = error;
        if (core.policy.owes && isFaultError(failure) && failure.kind !== "busy") core.policy.responded();
      }
      const isWished = isRepetitionRequested(attempt, failure);
      // A stream that can be read only once and was read cannot be sent again.
      if (message.parts?.isSpent === true) throw isWished ? spentBeforeRepetition(call) : failure;
      if (isRepeatedOnNewConnection(attempt, call, failure)) {
        fresh = true;
        continue;
      }
      if (isWished && !life.isEnding && repeated++ < MAX_REPETITIONS) continue;
      if (isRepeatedWithNewCredentials(attempt, call, failure, credentials)) continue;
      const delayMs = delayBeforeRetry(attempt, call, failure, retried);
      if (delayMs === undefined) throw failure;
      retried++;
      fresh = false;
      await life.pause(delayMs);
    }
  } catch (thrown) {
    const interceptorError = thrown instanceof InterceptorError ? thrown : undefined;
    const error = describeFailure(call, interceptorError?.error ?? thrown, message, attempt);
    message?.failed(attempt?.head, attempt?.reader, error);
    throw interceptorError === undefined ? error : interceptorError.error;
  } finally {
    life.end();
    core.ended(life);
  }
}

/** Whether a feature requests a repetition, which does not use up a retry. */
function isRepetitionRequested<H>({ call, head }: Attempt<H>, error: ServiceError): boolean {
  let isWished = false;
  for (const feature of call.features) if (feature.after?.({ error, head }) === "again") isWished = true;
  return isWished;
}

/** Returns the milliseconds that the call waited. Rejects at the call's time limit, or with an error of the queue. */
async function waitForSlot<H>({ core, life }: PreparedCall<H>, waitingCall: WaitingCall): Promise<number> {
  const queuedAt = performance.now();
  life.state = "queued";
  life.limitToDeadline();
  try {
    await life.until(waitingCall.granted);
    // Thousands of calls that end together are notified in slices. A call that gets its slot before its notification
    // sends nothing, and waits for the notification.
    if (core.isForced || life.isOverdue) await life.until(new Promise<never>(() => {}));
  } catch (error) {
    waitingCall.cancel();
    throw error;
  }
  return performance.now() - queuedAt;
}

export interface ItemSink {
  /** Called before the first item, or at the end of a response without items. */
  onOpen(response: CallResponse<undefined>): void;
  onItem(item: unknown): void;
  /** Whether so many items are buffered that reading should pause. */
  readonly isFull: boolean;
  room(): Promise<void>;
}

/** One request of a call, and its response. */
class Attempt<H> implements InterceptableAttempt {
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
  /** Cached because listeners of `client.soap` must be notified of a response only once. */
  #outcome: CallResponse<unknown> | undefined;
  #result: unknown;
  /** Number of items that the sink has received. */
  #delivered = 0;

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

  /**
   * Writes the request, sends it and reads the response. The call must hold a slot of the queue. If the body of an error
   * status is lost, the error reports the status, because it says more.
   */
  async run(): Promise<void> {
    const { call, message, fresh, items } = this;
    const { life, core, settings } = call;
    let exchange: Exchange | undefined;
    let streamed: StreamedBody | undefined;
    let decompressed: Decompressed | undefined;
    try {
      life.state = "connecting";
      const isPlain = message.features.length === 0;
      if (!isPlain && life.attempts > 0 && message.features.some((each) => each.secure !== undefined))
        message.markAsNew();
      const envelope = message.request(this.httpHeaders);
      // The wait lets a caller who aborts at once end the call before a connection is used.
      const request = await (isPlain ? envelope : changed(call, message, envelope));
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
      const { target, ownTls, destinations } = settings;
      const tls = ownTls ?? (request.tls && destinations.tlsOfWriter(request.tls));
      const sender = target === undefined && tls === undefined ? core.ownSender : core.sender;
      exchange = sender.open({ method: "POST", headers: request.headers, body, fresh, target, tls });
      life.enter(exchange);
      life.state = "sent";
      const head = await exchange.head();
      this.head = head;
      life.state = "reading";
      const onItem = items && ((item: unknown) => this.#deliver(items, item));
      const reader = message.reader(head, onItem, request.headers);
      this.reader = reader;
      const most = items === undefined || reader.isHeld ? "maxResponseBytes" : "maxStreamBytes";
      let source: Pick<Exchange, "read"> | undefined = exchange;
      try {
        const encoding = head.header("content-encoding");
        const coding = encoding === undefined ? undefined : contentCoding(encoding);
        if (coding !== undefined) source = decompressed = this.#decompressed(exchange, coding, most);
        else if (!reader.isMultipart) {
          const length = head.header("content-length");
          if (length !== undefined && !(Number(length) <= settings[most])) throw tooLong(call, most);
        }
      } catch (error) {
        if (this.#isReported(error)) throw error;
        source = undefined;
      }
      let waitedMs = 0;
      for (let read = 0; ; ) {
        const before = this.#delivered;
        const startedAt = before > 0 ? performance.now() : 0;
        if (before > 0) life.limitWait(waitedMs);
        let bytes: Uint8Array | undefined;
        try {
          const next = source?.read();
          // The reader of a stream takes its items after each piece of the body.
          bytes = items !== undefined || next instanceof Promise ? await next : next;
        } catch (error) {
          if (this.#isReported(error)) throw error;
        }
        if (bytes === undefined) break;
        read += bytes.length;
        if (decompressed === undefined) this.responseBytes = read;
        if (!reader.isMultipart && read > settings[most]) throw tooLong(call, most);
        reader.bytes(bytes);
        if (reader.isMultipart && read - reader.attachedBytes > settings[most]) throw tooLong(call, most);
        if (reader.isOpened) {
          await this.#readParts(exchange, decompressed ?? exchange, reader, read);
          break;
        }
        if (items === undefined) continue;
        // Header blocks are kept in memory, unlike the items of a stream.
        if (reader.beforeBody && read - reader.attachedBytes > settings.maxResponseBytes)
          throw tooLong(call, "maxResponseBytes");
        // Waits are summed until an item arrives, because bytes without an item are not progress.
        waitedMs = this.#delivered > before ? 0 : before > 0 ? waitedMs + performance.now() - startedAt : 0;
        if (items.isFull) {
          life.limitConsumer();
          await life.until(items.room());
          life.enter(exchange);
        }
      }
      if (reader.isHeld && !reader.isOpened) {
        await releaseVerifiedText(this, reader, head);
        life.enter(exchange);
      }
      this.#result = reader.end();
      if (items !== undefined && this.#delivered === 0 && !reader.isOpened) this.#openItems(items);
      this.isComplete = true;
    } finally {
      life.clearLimit();
      decompressed?.close();
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

  /** An error page may be longer than a limit, but an envelope that is too long must not be reported as something else. */
  #isReported(error: unknown): boolean {
    if (this.head!.status < 300 || this.call.life.isEnding) return true;
    return this.reader!.readsXml && isResponseError(error) && error.reason === "limit";
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

  #decompressed(exchange: Exchange, coding: string, most: Limit): Decompressed {
    const { call, reader } = this;
    return new Decompressed(async () => {
      const bytes = await exchange.read();
      this.responseBytes += bytes?.length ?? 0;
      if (!reader!.isMultipart && this.responseBytes > call.settings[most]) throw tooLong(call, most);
      return bytes;
    }, coding);
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

  /** Resolves the call with its envelope, and reads the parts behind it. */
  async #readParts(
    exchange: Exchange,
    source: Pick<Exchange, "read">,
    reader: ResponseReader,
    before: number,
  ): Promise<void> {
    const { call } = this;
    const stream = call.packaging?.stream;
    let read = before;
    stream?.onOpen(this.#takeOpened(reader));
    await stream?.readRest(
      () => call.life.enter(exchange),
      async () => {
        const bytes = await source.read();
        if (bytes === undefined) return false;
        read += bytes.length;
        if (source === exchange) this.responseBytes = read;
        reader.bytes(bytes);
        if (read - reader.attachedBytes > call.settings.maxResponseBytes) throw tooLong(call, "maxResponseBytes");
        return true;
      },
    );
  }
}

/** Returns the request as the features of the call change it. */
async function changed<H>(
  { life }: PreparedCall<H>,
  message: CallMessage,
  envelope: ReturnType<CallMessage["request"]>,
): Promise<SentRequest> {
  life.limitToDeadline();
  // The features start inside the wait, so that a feature's own wait ends first, and the feature closes its resources.
  return life.until(Promise.resolve().then(() => message.withFeatures(envelope)));
}

function tooLongRequest<H>({ operation, settings }: PreparedCall<H>, { envelopeBytes }: SentRequest): ArgumentError {
  const { maxRequestBytes } = settings;
  return new ArgumentError(
    `The request of ${operation.name} is ${envelopeBytes.toLocaleString("en-US")} bytes long, which is over limits.requestBytes (${maxRequestBytes.toLocaleString("en-US")} bytes). Nothing was sent.`,
    {
      advice: [{ action: "send-less" }, { action: "raise", option: "limits.requestBytes" }],
      path: operation.name,
      expected: `at most ${maxRequestBytes} bytes`,
      received: `${envelopeBytes} bytes`,
    },
  );
}

/** A stream keeps no more in memory than any other response. */
type Limit = "maxResponseBytes" | "maxStreamBytes";

function tooLong<H>({ settings }: PreparedCall<H>, limit: Limit): ResponseError {
  const option = OPTIONS[limit].path;
  return new ResponseError(
    `The response is longer than ${option} (${settings[limit].toLocaleString("en-US")} bytes).`,
    { reason: "limit", advice: [{ action: "raise", option }] },
  );
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
