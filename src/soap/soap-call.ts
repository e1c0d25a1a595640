import type { ServiceError } from "../errors/service-error";
import type { Exchange, ExchangeRequest } from "../transport/exchange";
import { Answer, type AnswerOptions } from "./answer";
import type { AnswerPlan } from "./answer-plan";
import type { EngineCall } from "./engine";
import { headerMasker, type Masker } from "./mask";
import type { OperationPlan } from "./operation-plan";

/** What one call wants of the SOAP side. */
export interface SoapCallOptions {
  readonly plan: OperationPlan;
  /** Content of the Body. */
  readonly body: string;
  /** Content of the Header. */
  readonly header: string;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly startedAt: number;
  readonly retries: number;
  readonly retryTimeouts: boolean;
  readonly maxBytes: number;
  readonly maxBytesOption: string;
  /** Takes the items of a list as they are read. */
  readonly stream: { onItem(item: unknown): void; wantsMore(): boolean } | undefined;
  readonly onAttempt: ((attempt: number) => void) | undefined;
  /** Called once, before the first request is begun. */
  onSend(call: SoapCall): void;
  /** Completes an error with what the SOAP side does not know. */
  refine(error: ServiceError): ServiceError;
  /** Called once. `error` undefined: `call.answer` has the result. */
  onSettled(error: ServiceError | undefined): void;
}

/** One call on its way: node-soap's arguments and the transport's request in one object. */
export class SoapCall implements EngineCall, ExchangeRequest {
  readonly exchangeId: string;
  readonly options: SoapCallOptions;
  readonly #answerPlan: AnswerPlan;
  readonly #answerOptions: AnswerOptions;
  readonly #keepText: boolean;
  #mask: Masker | undefined;
  /** The whole envelope, once node-soap has built it. */
  envelope = "";
  headers: readonly string[] = [];
  exchange: Exchange | undefined;
  answer: Answer | undefined;
  /** Set by whoever sends the call. */
  onOver: (error: ServiceError | undefined) => void = () => {};

  constructor(
    exchangeId: string,
    options: SoapCallOptions,
    answerPlan: AnswerPlan,
    answerOptions: AnswerOptions,
    keepText: boolean,
  ) {
    this.exchangeId = exchangeId;
    this.options = options;
    this.#answerPlan = answerPlan;
    this.#answerOptions = answerOptions;
    this.#keepText = keepText;
  }

  get body(): string {
    return this.options.body;
  }
  get header(): string {
    return this.options.header;
  }
  get httpHeaders(): { readonly [name: string]: string } | undefined {
    return this.options.httpHeaders;
  }
  get safe(): boolean {
    return this.options.plan.operation.safe;
  }
  get timeoutMs(): number {
    return this.options.timeoutMs;
  }
  get deadlineMs(): number {
    return this.options.deadlineMs;
  }
  get startedAt(): number {
    return this.options.startedAt;
  }
  get retries(): number {
    return this.options.retries;
  }
  get retryTimeouts(): boolean {
    return this.options.retryTimeouts;
  }
  get maxBytes(): number {
    return this.options.maxBytes;
  }
  get maxBytesOption(): string {
    return this.options.maxBytesOption;
  }
  get streaming(): boolean {
    return this.options.stream !== undefined;
  }

  onAttempt(attempt: number): void {
    this.options.onAttempt?.(attempt);
  }

  newSink(): Answer {
    this.answer = new Answer({
      plan: this.#answerPlan,
      options: this.#answerOptions,
      mask: (text) => this.mask(text),
      keepText: this.#keepText,
      stream: this.options.stream,
    });
    return this.answer;
  }

  /** Takes what the Header of this call's envelope holds out of `text`. */
  mask(text: string): string {
    this.#mask ??= headerMasker(this.envelope.slice(0, this.envelope.indexOf(":Body")));
    return this.#mask(text);
  }
}
