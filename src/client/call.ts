/** What came back over HTTP beside the result. */
export interface HttpExchange {
  readonly status: number;
  /** Names in lower case; several values of one name are joined by a comma. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** Requests that were started, the successful one included. */
  readonly attempts: number;
  /** From the call of the method to the result, in milliseconds. */
  readonly elapsedMs: number;
}

/** A result together with what came back beside it. */
export interface CallResponse<T> {
  readonly result: T;
  readonly http: HttpExchange;
  /** Header blocks of the response that the WSDL declares, by property name. */
  readonly headers: Readonly<{ [name: string]: unknown }>;
}

/**
 * A call that has been started: a promise of its result. It runs once, whether or not anyone waits for it. It rejects with
 * one of this package's errors and with nothing else.
 */
export class Call<T> extends Promise<T> {
  #kept: Kept<T> | undefined;

  /** @internal Calls are made by clients. */
  static of<T>(response: Promise<CallResponse<T>>): Call<T> {
    const kept: Kept<T> = { response: undefined };
    // Handed on without functions in between, so that V8 finds the caller for an error's stack.
    const call = new Call<T>((resolve, reject) => {
      resultOf(response, kept).then(resolve, reject);
    });
    call.#kept = kept;
    return call;
  }

  /** The result with status, headers, number of attempts and duration. Rejects as the call itself does. */
  async withResponse(): Promise<CallResponse<T>> {
    await this;
    const response = this.#kept?.response;
    if (response === undefined) throw new TypeError("withResponse belongs to calls that a client has made.");
    const { result, http, headers } = response;
    return { result, http, headers };
  }
}

/** What the result of a call came with. */
interface Kept<T> {
  response: CallResponse<T> | undefined;
}

async function resultOf<T>(response: Promise<CallResponse<T>>, kept: Kept<T>): Promise<T> {
  kept.response = await response;
  return kept.response.result;
}

// What `then` and similar methods return are plain promises; and to `await`, a call is a plain promise too, so that it
// needs no further promise in between.
Object.defineProperty(Call.prototype, "constructor", { value: Promise, configurable: true, writable: true });
