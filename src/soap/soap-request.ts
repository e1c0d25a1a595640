import type { ResponseHead } from "../transport/response-head";

/** What node-soap calls when there is a response, or an error in its place. */
export type Answered = (error: Error | null, response?: unknown, body?: unknown) => void;

/** What node-soap has made of a message. */
export class SoapRequest {
  readonly envelope: string;
  /** node-soap's own, with those of the security object. */
  readonly headers: { readonly [name: string]: unknown };
  /** Header blocks that are not this client's own: of `addSoapHeader` and of the security object. */
  foreignBlocks: readonly string[] = [];
  readonly #answered: Answered;
  /** What node-soap has passed on. */
  result: unknown;

  constructor(envelope: string, headers: { readonly [name: string]: unknown }, answered: Answered) {
    this.envelope = envelope;
    this.headers = headers;
    this.#answered = answered;
  }

  /** Hands node-soap the response, decoded, and returns what it makes of it. */
  answer(response: ShownResponse | undefined, result: unknown): unknown {
    this.#answered(null, response, result);
    return this.result;
  }

  /** Tells node-soap that there is no result. */
  fail(response: ShownResponse | undefined, error: Error): void {
    this.#answered(error, response);
  }
}

/** A response as listeners get it. */
export class ShownResponse {
  /** The text of its body; null when nobody asked for it. */
  readonly text: string | null;
  readonly #head: ResponseHead;

  constructor(text: string | null, head: ResponseHead) {
    this.text = text;
    this.#head = head;
  }

  get status(): number {
    return this.#head.status;
  }
  withoutText(): ShownResponse {
    return this.text === null ? this : new ShownResponse(null, this.#head);
  }
  /** Not named `headers`, which node-soap reads after every call: they become text when someone looks at them. */
  get httpHeaders(): { readonly [name: string]: string } {
    return this.#head.headers;
  }
}
