/** Functions of the user's that return credentials: asked once for all calls that wait, and remembered until they expire. */
import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { TransportSignal } from "../transport/transport";
import { wrongOption } from "./option-checks";
import type { Asked, CredentialRequest } from "./options";

/** A call, as what it asks for its credentials sees it. */
export interface Asking {
  /** What a function of the user's learns about it. */
  readonly request: CredentialRequest;
  /** The call goes out with a value that expires. */
  use(lease: Lease): void;
  /** The call waits for `fetch` from now on, and leaves it when it waits no more. */
  join(fetch: SharedFetch): void;
}

/** A value that expires, in use. */
export interface Lease {
  /** It has expired, or was refused. */
  readonly isOver: boolean;
  /** The service has refused it: nobody is to use it again. */
  refuse(): void;
}

/** One question that several calls may wait for. It is given up when none of them waits any more. */
export class SharedFetch implements CredentialRequest {
  readonly operation: string;
  readonly attempt: number;
  #waiting = 0;
  #isSettled = false;
  #controller: AbortController | undefined;
  readonly #onLeft: () => void;

  constructor({ operation, attempt }: CredentialRequest, onLeft: () => void) {
    this.operation = operation;
    this.attempt = attempt;
    this.#onLeft = onLeft;
  }

  get signal(): TransportSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  join(): void {
    this.#waiting++;
  }

  leave(): void {
    this.#waiting--;
    if (this.#waiting > 0 || this.#isSettled) return;
    this.#isSettled = true;
    this.#onLeft();
    this.#controller?.abort();
  }

  /** The credential is there. False: nobody has waited for it any more. */
  settle(): boolean {
    const isWanted = !this.#isSettled;
    this.#isSettled = true;
    return isWanted;
  }
}

/** A value until its expiry, by the system's clock and by one that nobody sets. */
class Kept<T> implements Lease {
  readonly value: T;
  readonly #expiresAt: number;
  readonly #overAt: number;
  #isRefused = false;

  constructor(value: T, expiresAt: number) {
    this.value = value;
    this.#expiresAt = expiresAt;
    this.#overAt = performance.now() + (expiresAt - Date.now());
  }

  get isOver(): boolean {
    return this.#isRefused || Date.now() >= this.#expiresAt || performance.now() >= this.#overAt;
  }

  refuse(): void {
    this.#isRefused = true;
  }
}

/** What a question has come to: a value, or what is wrong with it. */
interface Outcome<T> {
  readonly value?: T;
  /** Where the value has an expiry. */
  readonly kept?: Kept<T>;
  readonly wrong?: ConfigurationError;
}

/** The question under way. */
interface Fetch<T> {
  readonly shared: SharedFetch;
  readonly outcome: Promise<Outcome<T>>;
}

/**
 * A function of the user's. A value without an expiry is of the call alone that asked for it; one with an expiry is of all
 * calls until it expires or the service refuses it. Which of the two a function returns is known when it has returned:
 * before that, and after a value with an expiry, calls wait for the question that is under way.
 */
export class CredentialSource<T> {
  readonly #option: string;
  readonly #ask: (request: CredentialRequest) => Asked<unknown>;
  readonly #check: (option: string, value: unknown) => T;
  #kept: Kept<T> | undefined;
  #fetch: Fetch<T> | undefined;
  #isShared = true;

  /** `check` throws a `ConfigurationError` for a value that cannot be one of `option`. */
  constructor(
    option: string,
    ask: (request: CredentialRequest) => Asked<unknown>,
    check: (option: string, value: unknown) => T,
  ) {
    this.#option = option;
    this.#ask = ask;
    this.#check = check;
  }

  /** The value for `call`; a promise only where it has to be waited for. Throws or rejects with a `ConfigurationError`. */
  get(call: Asking): T | Promise<T> {
    const kept = this.#kept;
    if (kept?.isOver === false) {
      call.use(kept);
      return kept.value;
    }
    this.#kept = undefined;
    if (this.#fetch !== undefined) return this.#wait(this.#fetch, call, false);
    if (!this.#isShared) return this.#getAlone(call);
    const shared = new SharedFetch(call.request, () => {
      this.#fetch = undefined;
    });
    const given = this.#asked(shared);
    if (!isThenable(given)) return this.#taken(this.#outcome(given), call);
    this.#fetch = { shared, outcome: this.#finished(shared, given) };
    return this.#wait(this.#fetch, call, true);
  }

  #getAlone(call: Asking): T | Promise<T> {
    const given = this.#asked(call.request);
    if (!isThenable(given)) return this.#taken(this.#outcome(given), call);
    return given.then(
      (value) => this.#taken(this.#outcome(value), call),
      (error) => this.#taken({ wrong: this.#failure(error) }, call),
    ) as Promise<T>;
  }

  #asked(request: CredentialRequest): unknown {
    try {
      return this.#ask(request);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async #finished(shared: SharedFetch, given: PromiseLike<unknown>): Promise<Outcome<T>> {
    let value: unknown;
    let wrong: ConfigurationError | undefined;
    try {
      value = await given;
    } catch (error) {
      wrong = this.#failure(error);
    }
    // Where nobody waits any more, another question may be under way, and its credential is the newer one.
    if (!shared.settle()) return {};
    this.#fetch = undefined;
    return wrong === undefined ? this.#outcome(value) : { wrong };
  }

  async #wait({ shared, outcome }: Fetch<T>, call: Asking, isOwn: boolean): Promise<T> {
    call.join(shared);
    const come = await outcome;
    if (isOwn || come.kept !== undefined || come.wrong !== undefined) return this.#taken(come, call);
    return this.get(call);
  }

  /** Each call throws an error of its own: it will say which call it belongs to. */
  #taken({ value, kept, wrong }: Outcome<T>, call: Asking): T {
    if (wrong !== undefined) {
      const { message, option, cause } = wrong;
      throw new ConfigurationError(message, { option, cause });
    }
    if (kept !== undefined) call.use(kept);
    return value as T;
  }

  /** Remembers what is not over already. */
  #outcome(given: unknown): Outcome<T> {
    try {
      if (!isExpiring(given)) {
        this.#isShared = false;
        return { value: this.#check(this.#option, given) };
      }
      this.#isShared = true;
      const value = this.#check(this.#option, given.value);
      const kept = new Kept(value, checkedExpiry(this.#option, given.expiresAt));
      this.#kept = kept;
      return { value, kept };
    } catch (error) {
      return { wrong: error as ConfigurationError };
    }
  }

  #failure(cause: unknown): ConfigurationError {
    const message = `The function given as ${this.#option} failed, so nothing was sent. Its error is the cause.`;
    return new ConfigurationError(message, { option: this.#option, cause });
  }
}

/** A value beside its expiry, and nothing else. */
function isExpiring(given: unknown): given is { readonly value: unknown; readonly expiresAt: unknown } {
  if (typeof given !== "object" || given === null) return false;
  const names = Object.keys(given);
  return names.length === 2 && names.includes("value") && names.includes("expiresAt");
}

function checkedExpiry(option: string, value: unknown): number {
  const at = value instanceof Date ? value.getTime() : value;
  if (typeof at === "number" && !Number.isNaN(at)) return at;
  throw wrongOption(`${option}.expiresAt`, "a Date, or milliseconds since 1970", kindOf(value));
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}
