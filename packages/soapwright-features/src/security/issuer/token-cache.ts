/** Tokens by key. All calls that need one ask for it once; it is kept until it expires, and renewed before. */
import { ignoreRejection } from "soapwright-runtime/extend";

/** Times in milliseconds since 1970. */
interface Expiring {
  /** Undefined for a token that serves only the calls that wait for it. */
  readonly usableUntil: number | undefined;
  readonly renewAt: number;
}

interface Outcome<T> {
  readonly token?: T;
  readonly failure?: unknown;
}

interface Entry<T> {
  token?: T | undefined;
  renewAt: number;
  request?: SharedRequest<T> | undefined;
}

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** A request for which several calls may wait. It is aborted when the last of them has left. */
class SharedRequest<T> {
  readonly #controller = new AbortController();
  readonly outcome: Promise<Outcome<T>>;
  #waiting = 0;

  constructor(ask: Ask<T>) {
    this.outcome = ask(this.#controller.signal).then(
      (token) => ({ token }),
      (failure: unknown) => ({ failure }),
    );
  }

  /** Returns whether the request goes on. */
  async wait<R>(until: (step: Promise<Outcome<T>>) => Promise<R>, onDeserted: () => void): Promise<R> {
    this.#waiting++;
    let isSettled = false;
    try {
      const come = await until(this.outcome);
      isSettled = true;
      return come;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0 && !isSettled) {
        onDeserted();
        this.#controller.abort();
      }
    }
  }
}

/** The least recently used token is forgotten when there are more. */
const MOST_TOKENS = 1_000;

export class TokenCache<T extends Expiring> {
  readonly #entries = new Map<string, Entry<T>>();

  /**
   * Returns the token of `key`. `until` ends the wait of this call alone. Resolves to a failure that each call has to
   * wrap in an error of its own, because a call's context is added to its error.
   */
  async get(key: string, ask: Ask<T>, until: (step: Promise<Outcome<T>>) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const entry = this.#entries.get(key) ?? { renewAt: 0 };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest = key] = this.#entries.keys();
    if (this.#entries.size > MOST_TOKENS) this.#entries.delete(oldest);
    const { token } = entry;
    const now = Date.now();
    if (token?.usableUntil === undefined || now >= token.usableUntil) {
      entry.token = undefined;
      const request = entry.request ?? this.#begin(key, entry, ask);
      return request.wait(until, () => this.#end(key, entry, request));
    }
    if (now >= entry.renewAt && entry.request === undefined) {
      // After a failure, the next attempt is later, so that an issuer in trouble is not asked by each call.
      entry.renewAt = now + (token.usableUntil - now) / 4;
      ignoreRejection(this.#begin(key, entry, ask).outcome);
    }
    return { token };
  }

  /** Forgets a token that the service has refused. */
  drop(key: string, token: T): void {
    const entry = this.#entries.get(key);
    if (entry?.token === token) entry.token = undefined;
  }

  #begin(key: string, entry: Entry<T>, ask: Ask<T>): SharedRequest<T> {
    const request = new SharedRequest(ask);
    entry.request = request;
    void request.outcome.then(({ token }) => {
      // A request that all calls have left is over, and another one may have begun.
      if (entry.request !== request) return;
      if (token?.usableUntil !== undefined) {
        entry.token = token;
        entry.renewAt = token.renewAt;
      }
      this.#end(key, entry, request);
    });
    return request;
  }

  #end(key: string, entry: Entry<T>, request: SharedRequest<T>): void {
    if (entry.request === request) entry.request = undefined;
    if (entry.token === undefined && entry.request === undefined && this.#entries.get(key) === entry) {
      this.#entries.delete(key);
    }
  }
}
