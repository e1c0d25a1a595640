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
  #response: Promise<CallResponse<T>> | undefined;

  /** @internal Calls are made by clients. */
  static of<T>(response: Promise<CallResponse<T>>): Call<T> {
    const call = new Call<T>((resolve, reject) => {
      response.then(({ result }) => resolve(result), reject);
    });
    call.#response = response;
    return call;
  }

  /** The result with status, headers, number of attempts and duration. Rejects as the call itself does. */
  async withResponse(): Promise<CallResponse<T>> {
    if (this.#response === undefined) throw new TypeError("withResponse belongs to calls that a client has made.");
    // Whoever asks for the response need not wait for the call as well: its rejection is told here.
    this.catch(() => {});
    return this.#response;
  }
}

// What `then` and similar methods return are plain promises; and to `await`, a call is a plain promise too, so that it
// needs no further promise in between.
Object.defineProperty(Call.prototype, "constructor", { value: Promise, configurable: true, writable: true });
