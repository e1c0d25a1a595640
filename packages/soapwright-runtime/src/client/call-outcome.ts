import type { ResponseNote } from "../schema/codec";
import type { ResponseReader } from "../soap/response-reader";
import type { ResponseHead } from "../transport/exchange";
import type { StartedCall } from "./client-state";
import type { CallResponse, HttpExchange } from "./interceptors";

/** The outcome of a call. `http` and `headers` are computed on first use. */
export class CallOutcome<H> implements CallResponse<unknown> {
  readonly result: unknown;
  readonly #head: ResponseHead;
  readonly #reader: ResponseReader;
  readonly #attempts: number;
  readonly #elapsedMs: number;

  constructor(result: unknown, head: ResponseHead, reader: ResponseReader, { life, features }: StartedCall<H>) {
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
