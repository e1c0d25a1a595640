import type { Attachment } from "../attachments/received";
import type { ResponseReader } from "../soap/response-reader";
import type { ResponseHead } from "../transport/exchange";
import type { CallLife } from "./call-life";
import type { CallResponse, HttpExchange } from "./interceptors";

/** What a call has come to. What is beside the result is put together when someone looks at it. */
export class CallOutcome implements CallResponse<unknown> {
  readonly result: unknown;
  readonly #head: ResponseHead;
  readonly #reader: ResponseReader;
  readonly #attempts: number;
  readonly #elapsedMs: number;
  readonly messageId: string | undefined;

  constructor(
    result: unknown,
    head: ResponseHead,
    reader: ResponseReader,
    life: CallLife,
    messageId: string | undefined,
  ) {
    this.result = result;
    this.messageId = messageId;
    this.#head = head;
    this.#reader = reader;
    this.#attempts = life.attempts;
    this.#elapsedMs = performance.now() - life.startedAt;
  }

  get http(): HttpExchange {
    const { status, headers, cookies = [] } = this.#head;
    const beside = cookies.length === 0 ? {} : { cookies };
    return { status, headers, ...beside, attempts: this.#attempts, elapsedMs: this.#elapsedMs };
  }

  get headers(): { readonly [name: string]: unknown } {
    return this.#reader.headers ?? {};
  }

  get attachments(): readonly Attachment[] | undefined {
    return this.#reader.attachments;
  }
}
