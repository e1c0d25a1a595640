import { isResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import type { Exchange, ExchangeRequest } from "../transport/exchange";
import type { ReaderPlan } from "../xml/reader-options";
import { Answer, type AnswerCall } from "./answer";
import type { AnswerPlan } from "./answer-plan";
import type { EngineCall } from "./engine";
import { headerMasker, type Masker } from "./mask";
import type { OperationPlan } from "./operation-plan";

/** What a call goes by on its way. */
export interface SoapSettings {
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retries: number;
  readonly retryTimeouts: boolean;
  readonly maxResponseBytes: number;
  readonly maxStreamBytes: number;
}

/** Whom a call is made for. */
export interface SoapCallOwner {
  /** Takes the items of a list as they are read. */
  readonly stream: { onItem(item: unknown): void; wantsMore(): boolean } | undefined;
  /** When the call began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Called once, before the first request is begun. */
  onSend(call: SoapCall): void;
  onAttempt(attempt: number): void;
  /** Completes an error with what the SOAP side does not know. */
  refine(error: ServiceError): ServiceError;
  /** Called once. `error` undefined: `call.answer` has the result. */
  onSettled(error: ServiceError | undefined): void;
}

/**
 * What one call wants of the SOAP side. This and its kin are classes: V8 may come to allocate object literals as old
 * objects, and each would keep a finished call alive until the next full collection.
 */
export class SoapRequest {
  readonly plan: OperationPlan;
  /** Content of the Header. */
  readonly header: string;
  /** Content of the Body. */
  readonly body: string;
  readonly settings: SoapSettings;
  readonly owner: SoapCallOwner;

  constructor(plan: OperationPlan, header: string, body: string, settings: SoapSettings, owner: SoapCallOwner) {
    this.plan = plan;
    this.header = header;
    this.body = body;
    this.settings = settings;
    this.owner = owner;
  }
}

/** One call on its way: node-soap's arguments, the transport's request and what an answer needs, in one object. */
export class SoapCall implements EngineCall, ExchangeRequest, AnswerCall {
  readonly exchangeId: string;
  readonly request: SoapRequest;
  readonly plan: AnswerPlan;
  readonly reading: ReaderPlan;
  readonly keepText: boolean;
  #mask: Masker | undefined;
  /** The whole envelope, once node-soap has built it. */
  envelope = "";
  headers: readonly string[] = [];
  exchange: Exchange | undefined;
  answer: Answer | undefined;
  /** Set by whoever sends the call. */
  onOver: (error: ServiceError | undefined) => void = nothing;

  constructor(exchangeId: string, request: SoapRequest, plan: AnswerPlan, reading: ReaderPlan, keepText: boolean) {
    this.exchangeId = exchangeId;
    this.request = request;
    this.plan = plan;
    this.reading = reading;
    this.keepText = keepText;
  }

  get body(): string {
    return this.request.body;
  }
  get header(): string {
    return this.request.header;
  }
  get httpHeaders(): { readonly [name: string]: string } | undefined {
    return this.request.settings.httpHeaders;
  }
  get safe(): boolean {
    return this.request.plan.operation.safe;
  }
  get timeoutMs(): number {
    return this.request.settings.timeoutMs;
  }
  get deadlineMs(): number {
    return this.request.settings.deadlineMs;
  }
  get startedAt(): number {
    return this.request.owner.startedAt;
  }
  get retries(): number {
    return this.request.settings.retries;
  }
  get retryTimeouts(): boolean {
    return this.request.settings.retryTimeouts;
  }
  get maxBytes(): number {
    const { maxStreamBytes, maxResponseBytes } = this.request.settings;
    return this.streaming ? maxStreamBytes : maxResponseBytes;
  }
  get maxBytesOption(): string {
    return this.streaming ? "maxStreamBytes" : "maxResponseBytes";
  }
  get stream(): SoapCallOwner["stream"] {
    return this.request.owner.stream;
  }
  get streaming(): boolean {
    return this.stream !== undefined;
  }

  onAttempt(attempt: number): void {
    this.request.owner.onAttempt(attempt);
  }

  newSink(): Answer {
    this.answer = new Answer(this);
    return this.answer;
  }

  /** Takes what the Header of this call's envelope holds out of `text`. */
  mask(text: string): string {
    this.#mask ??= this.#masker(1);
    return this.#mask(text);
  }

  /** Takes it out of an error that repeats names from the answer; short secrets would take words of ours out as well. */
  maskError(error: ServiceError): void {
    if (!isResponseError(error)) return;
    const mask = this.#masker(SHORTEST_NAME);
    for (const property of ["message", "stack", "path"] as const) {
      const text = error[property];
      if (text !== undefined && mask(text) !== text) Reflect.set(error, property, mask(text));
    }
  }

  #masker(shortest: number): Masker {
    return headerMasker(this.envelope.slice(0, this.envelope.indexOf(":Body")), this.headers, shortest);
  }
}

/** A shorter secret in the place of a name is taken for a name. */
const SHORTEST_NAME = 8;

function nothing(): void {}
