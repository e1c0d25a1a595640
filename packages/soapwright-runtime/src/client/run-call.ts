import type { AttachmentSink } from "../attachments/attachment-sink";
import { attachments } from "../attachments/loaded";
import type { StreamedBody } from "../attachments/outgoing";
import { ArgumentError } from "../errors/argument-error";
import { isFaultError } from "../errors/fault-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import type { PolicyNode } from "../schema/codec";
import type { ResponseReader } from "../soap/response-reader";
import type { HttpHeaders, SoapCallMessage } from "../soap/soap-port";
import type { Passage } from "../transport/breaker";
import { contentCoding, Decompressed, type ReadBytes } from "../transport/content-coding";
import type { Exchange, ResponseHead } from "../transport/exchange";
import type { Turn } from "../transport/gate";
import type { AttemptSecurity } from "./attempt-security";
import { CallCredentials } from "./call-credentials";
import type { CallLife } from "./call-life";
import { asksFor, fixedHeaders } from "./credential-headers";
import { asServiceError, describeFailure, explainDeadline, judged, OwnError, requestIdOf } from "./failure";
import { CallOutcome } from "./interception";
import type { CallResponse } from "./interceptors";
import { messageTerms } from "./message-terms";
import { checkPolicy } from "./policy-check";
import { delayBeforeRetry, isAskedAnew, isRepeatedAtOnce, spentBeforeChallenge } from "./retry-policy";
import { secured } from "./secured";
import { closedError, type PreparedCall, type RunnableAttempt } from "./service-core";
import { tellFailure, tellLoad } from "./service-health";

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

/** Whoever hands on the attachments of a response while they come. */
export type PartSink = AttachmentSink<Exchange, CallResponse<unknown>>;

/** The bytes of a response as they are read. */
interface Body {
  readonly read: ReadBytes;
  close(): void;
}

/** One request of a call and its response. */
class Attempt<H> implements RunnableAttempt {
  readonly #call: PreparedCall<H>;
  readonly #message: SoapCallMessage;
  /** Not on a connection that has carried a request before. */
  readonly fresh: boolean;
  httpHeaders: HttpHeaders;
  queuedMs = 0;
  readonly #items: ItemSink | undefined;
  readonly #security: AttemptSecurity<H> | undefined;
  head: ResponseHead | undefined;
  reader: ResponseReader | undefined;
  /** Length of the envelope and of the body that came, in bytes. */
  requestBytes = 0;
  responseBytes = 0;
  /** The caller has got something of the response: items of a stream follow, or attachments. */
  handedOver = false;
  #delivered = 0;
  #result: unknown;
  #complete = false;
  readonly #partSink: PartSink | undefined;
  /** Made once: node-soap and its listeners are told of a response once. */
  #outcome: CallResponse<unknown> | undefined;
  #compressed = false;
  /** Of a stream no more is kept than of another response. */
  readonly #mostBytes: "maxResponseBytes" | "maxStreamBytes";

  constructor(
    call: PreparedCall<H>,
    message: SoapCallMessage,
    fresh: boolean,
    items: ItemSink | undefined,
    partSink: PartSink | undefined,
    before: Attempt<H> | undefined,
  ) {
    this.#call = call;
    this.#partSink = partSink;
    this.#message = message;
    this.fresh = fresh;
    this.httpHeaders = call.httpHeaders;
    this.#items = items;
    const { security } = call.settings;
    if (security) this.#security = new (secured().AttemptSecurity)(security, call, message, before?.head);
    this.#mostBytes = items === undefined || this.#security?.verifies === true ? "maxResponseBytes" : "maxStreamBytes";
  }

  /** Sends the request and reads its response. The call has its place at the gate. */
  async run(): Promise<void> {
    const { core, life } = this.#call;
    let exchange: Exchange | undefined;
    let streamed: StreamedBody | undefined;
    try {
      life.state = "connecting";
      if (life.attempts > 0 && this.#security?.secures === true) core.port.anew(this.#message);
      let envelope = core.port.request(this.#message, this.httpHeaders);
      if (this.#security !== undefined) {
        life.limitToDeadline();
        envelope = await this.#security.secure(envelope);
      }
      const parts = this.#message.attachments;
      const request = parts === undefined ? envelope : core.port.withAttachments(this.#message, envelope, parts);
      this.requestBytes = request.body.length;
      this.#checkRequest(request.envelopeBytes);
      life.attempts++;
      life.limitAttempt();
      const { headers } = request;
      let { body } = request;
      if (!(body instanceof Uint8Array)) {
        streamed = body;
        streamed.onProgress = () => life.limitUpload();
        if (core.settings.transport !== undefined) body = await this.#collect(streamed);
      }
      const { target, ownTls: tls } = this.#call.settings;
      const sender = target === undefined && tls === undefined ? core.ownSender : core.sender;
      exchange = sender.open({ method: "POST", headers, body, fresh: this.fresh, target, tls });
      life.enter(exchange);
      life.state = "sent";
      const head = await exchange.head();
      life.state = "reading";
      this.head = head;
      this.#result = await this.#read(exchange, head, headers);
      this.#complete = true;
    } finally {
      life.clearLimit();
      exchange?.close();
      streamed?.close();
    }
  }

  /** A transport of the user's is given the body as a whole. */
  #collect(body: StreamedBody): Promise<Buffer> {
    const { life, settings } = this.#call;
    return life.until(attachments().collected(body, settings.maxRequestBytes));
  }

  /** The service asks for credentials over HTTP, and the client has them: the same request is made again with them. */
  isChallenged(): boolean {
    return this.#security?.isChallenged(this.head) === true;
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
    if (this.#outcome !== undefined) return this.#outcome;
    const { head, reader } = this;
    if (head === undefined || reader === undefined) throw new TypeError("the attempt has no response");
    const { core, life, settings } = this.#call;
    const { security } = settings;
    const isTrusting = security ? security.signs && security.verify === undefined : false;
    if (isTrusting || reader.unverified) core.note(this.#call, "unverified");
    const result = core.port.respond(this.#message, head, reader, this.#result);
    this.#outcome = new CallOutcome(result, head, reader, life, this.#message.addressing?.messageId);
    return this.#outcome;
  }

  /** Reads the response to its end. A body that is lost behind an error status leaves the status, which says more. */
  async #read(exchange: Exchange, head: ResponseHead, sentHeaders: readonly string[]): Promise<unknown> {
    const { core } = this.#call;
    const items = this.#items;
    const onItem =
      items &&
      ((item: unknown): void => {
        this.#delivered++;
        items.onItem(item);
      });
    const { settings } = this.#call;
    const isStreamed = this.#partSink !== undefined;
    const reader = core.port.reader(this.#message, head, onItem, settings, isStreamed, sentHeaders, this.#security);
    this.reader = reader;
    if (items !== undefined && this.#security?.verifies !== true) this.#open(head, reader);
    let body: Body;
    try {
      body = this.#body(exchange, head, reader.isMultipart);
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

  /** Says that the items of a stream follow. */
  #open(head: ResponseHead, reader: ResponseReader): void {
    if (this.#items === undefined || head.status >= 300) return;
    const { messageId } = this.#message.addressing ?? {};
    this.handedOver = true;
    this.#items.onOpen(new CallOutcome(undefined, head, reader, this.#call.life, messageId) as CallResponse<undefined>);
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
      if (bytes === undefined) {
        if (this.#security?.verifies === true) {
          await this.#security.verify(reader, items, () => this.#open(head, reader));
          life.enter(exchange);
        }
        return reader.end();
      }
      read += bytes.length;
      if (!this.#compressed) this.responseBytes = read;
      if (!reader.isMultipart) this.#checkLength(read);
      reader.bytes(bytes);
      if (reader.isMultipart) this.#checkLength(read - reader.attachedBytes);
      if (this.#partSink !== undefined && reader.opened !== undefined) {
        await this.#readParts(exchange, body, reader, this.#partSink, read);
        return reader.end();
      }
      if (items === undefined) continue;
      // Header blocks are kept whole, unlike the items of a stream.
      if (reader.beforeBody) this.#checkLength(read - reader.attachedBytes, "maxResponseBytes");
      // Waits from one item to the next count together: bytes that bring no item are no progress.
      waitedMs = this.#delivered > delivered ? 0 : delivered > 0 ? waitedMs + performance.now() - startedAt : 0;
      if (items.isFull) {
        life.limitConsumer();
        await life.until(items.room());
        life.enter(exchange);
      }
    }
  }

  /** The rest of a response whose envelope has been read. */
  async #readParts(exchange: Exchange, body: ReadBytes, reader: ResponseReader, sink: PartSink, readBefore: number) {
    const { life } = this.#call;
    let read = readBefore;
    this.#result = reader.takeOpened();
    this.handedOver = true;
    sink.onOpen(this.response(), reader.opened!);
    // The streams in it are the caller's alone: one that is dropped can be collected.
    this.#result = undefined;
    this.#outcome = new CallOutcome(undefined, this.head!, reader, life, undefined);
    await sink.readRest(exchange, async () => {
      const bytes = await body();
      if (bytes === undefined) return false;
      read += bytes.length;
      if (!this.#compressed) this.responseBytes = read;
      reader.bytes(bytes);
      this.#checkLength(read - reader.attachedBytes);
      return true;
    });
  }

  /** The bytes of the response without their content coding. */
  #body(exchange: Exchange, head: ResponseHead, isMultipart: boolean): Body {
    const encoding = head.header("content-encoding");
    const coding = encoding === undefined ? undefined : contentCoding(encoding);
    if (coding === undefined) {
      const length = head.header("content-length");
      if (length !== undefined && !isMultipart) this.#checkLength(Number(length));
      return { read: () => exchange.read(), close() {} };
    }
    this.#compressed = true;
    const decompressed = new Decompressed(async () => {
      const bytes = await exchange.read();
      this.responseBytes += bytes?.length ?? 0;
      if (!isMultipart) this.#checkLength(this.responseBytes);
      return bytes;
    }, coding);
    return { read: () => decompressed.read(), close: () => decompressed.close() };
  }

  /** Attachments have a length that the caller has given: the limit is for the envelope. */
  #checkRequest(length: number): void {
    const { settings, operation } = this.#call;
    const { maxRequestBytes } = settings;
    if (length <= maxRequestBytes) return;
    throw new ArgumentError(
      `The request of ${operation.name} is ${inWords(length)} long, which is over maxRequestBytes (${inWords(maxRequestBytes)}). Nothing was sent.`,
      {
        advice: [{ action: "send-less" }, { action: "raise", option: "maxRequestBytes" }],
        path: operation.name,
        expected: `at most ${maxRequestBytes} bytes`,
        received: `${length} bytes`,
      },
    );
  }

  #checkLength(length: number, option: "maxResponseBytes" | "maxStreamBytes" = this.#mostBytes): void {
    const { settings } = this.#call;
    if (length > settings[option]) throw tooLong(option, settings[option]);
  }
}

/** So often a call responds to a challenge: the first, one because of a nonce that has expired, one because of another call. */
const MOST_CHALLENGES = 3;

/** An error page may be as long as it likes; an envelope that is too long is not read as something else. */
function isLimit(error: unknown, reader: ResponseReader): boolean {
  return reader.readsXml && isResponseError(error) && error.reason === "limit";
}

function tooLong(option: string, most: number): ResponseError {
  return new ResponseError(`The response is longer than ${option} (${inWords(most)}).`, {
    reason: "limit",
    advice: [{ action: "raise", option }],
  });
}

function inWords(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} bytes`;
}

/**
 * One call, from its arguments to its result. Its steps, and what each may end with:
 *
 * | state        | step                                              | errors                                     |
 * |--------------|---------------------------------------------------|--------------------------------------------|
 * | `queued`     | functions for credentials; the queue; the wait before a retry | ConfigurationError, OverloadError, ConnectionError of the breaker |
 * | `connecting` | the envelope (node-soap); the connection          | ConfigurationError, ConnectionError        |
 * | `sent`       | the request is written, the head comes            | ConnectionError, HttpError                 |
 * | `reading`    | the body: bytes, decompression, XML, values       | ConnectionError, ResponseError, FaultError |
 * | `done`       | node-soap and its listeners get the result        |                                            |
 *
 * A signal, a limit of time and `close` end whatever it waits for: see `CallLife`. Rejects with a `ServiceError` that says
 * which call it belongs to.
 */
export async function runCall<H>(
  call: PreparedCall<H>,
  items?: ItemSink,
  partSink?: PartSink,
): Promise<CallResponse<unknown>> {
  const { core, life, settings } = call;
  let message: SoapCallMessage | undefined;
  let attempt: Attempt<H> | undefined;
  let retried = 0;
  let challenged = 0;
  const credentials = asksFor(settings) ? new CallCredentials(call) : undefined;
  const lane = settings.target === undefined ? core.lanes.own : core.lanes.of(settings.target);
  const { gate, breaker } = lane;
  let failure: ServiceError | undefined;
  core.running.add(life);
  try {
    // A client that cannot make the call at all says so before it says what is wrong with one call's arguments.
    if (core.settings.policies !== undefined && !core.closed) checkPolicies(call, core.settings.policies);
    const { plan, body, attachments } = call.message;
    if (core.closed) throw closedError();
    breaker?.check();
    life.begin();
    const headers =
      credentials === undefined ? fixedHeaders(settings, core.defaults, call.operation.name) : await credentials.ask();
    const { understood, addressed, target } = settings;
    const isPlain = addressed === undefined && target === undefined && core.portOrigin === core.settings.address.origin;
    const terms = isPlain ? { understood, addressing: undefined, attachments } : messageTerms(call, attachments);
    message = core.port.message(plan, headers, body, terms);
    for (let fresh = false; ; ) {
      attempt = new Attempt(call, message, fresh, items, partSink, attempt);
      let passage: Passage | undefined;
      let begunAt: number | undefined;
      try {
        breaker?.check(failure);
        const turn = gate.enter(call);
        if (turn !== undefined) {
          const queuedAt = performance.now();
          await takeTurn(core, life, turn);
          attempt.queuedMs = performance.now() - queuedAt;
        }
        try {
          passage = breaker?.begin(failure);
          if (credentials?.isOver === true) {
            core.port.renew(message, await credentials.ask());
            attempt.httpHeaders = call.httpHeaders;
          }
          if (lane.adaptive !== undefined) begunAt = performance.now();
          await core.interception.attempt(call, attempt);
        } finally {
          gate.leave(call);
        }
        if (passage !== undefined) breaker?.end(passage, "well");
        if (begunAt !== undefined && !call.streaming) tellLoad(lane, "well", begunAt);
        if (core.policy.owes) core.policy.responded();
        core.responded = true;
        return attempt.response();
      } catch (thrown) {
        if (thrown instanceof OwnError) {
          if (passage !== undefined) breaker?.end(passage, undefined);
          throw thrown;
        }
        const error = judged(asServiceError(thrown), core.settings.errorKind);
        tellFailure(lane, call, attempt.head, error, { passage, begunAt });
        explainDeadline(error, failure, core.settings.reader);
        failure = error;
        if (core.policy.owes && isFaultError(error) && error.kind !== "busy") core.policy.responded();
        // What was read of a stream that cannot be read twice is gone.
        if (message.attachments?.isSpent === true) throw attempt.isChallenged() ? spentBeforeChallenge(call) : error;
        if (isRepeatedAtOnce(attempt, call, error)) {
          fresh = true;
          continue;
        }
        if (!life.isEnding && attempt.isChallenged() && challenged++ < MOST_CHALLENGES) continue;
        if (isAskedAnew(attempt, call, error, credentials)) continue;
        const delayMs = delayBeforeRetry(attempt, call, error, retried);
        if (delayMs === undefined) throw error;
        retried++;
        fresh = false;
        await life.pause(delayMs);
      }
    }
  } catch (thrown) {
    const own = thrown instanceof OwnError ? thrown : undefined;
    const error = describeFailure(call, own === undefined ? thrown : own.error, message, attempt);
    if (message !== undefined) core.port.fail(message, attempt?.head, attempt?.reader, error);
    throw own === undefined ? error : own.error;
  } finally {
    life.end();
    core.running.delete(life);
    core.onEnd();
  }
}

/** Whoever calls a service without policies does not load this. */
function checkPolicies<H>(call: PreparedCall<H>, policies: PolicyNode): void {
  checkPolicy(call, policies);
}

/** Waits in the queue, no longer than the call may take. */
async function takeTurn(core: { readonly isForced: boolean }, life: CallLife, turn: Turn): Promise<void> {
  life.state = "queued";
  life.limitToDeadline();
  try {
    await life.until(turn.come);
    // Thousands that end together are told in slices: whoever has its turn before it is told sends nothing, and waits.
    if (core.isForced || life.isOverdue) await life.until(new Promise<never>(() => {}));
  } catch (error) {
    turn.giveUp();
    throw error;
  }
}
