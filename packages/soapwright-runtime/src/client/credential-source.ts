/** Functions of the user's that return credentials: asked once for all calls that wait, remembered and renewed before they expire. */

import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { TransportSignal } from "../transport/transport";
import { askThroughCache } from "./ask-through-cache";
import { type CachedCredential, type CredentialCache, FETCHED_ELSEWHERE, FromCache } from "./credential-cache";
import { wrongOption } from "./option-checks";
import type { Asked, CredentialRequest } from "./option-types";

/** What a client says of all credentials that expire. */
export interface CredentialTerms {
  /** Undefined: a tenth of the credential's lifetime. */
  readonly refreshAheadMs: number | undefined;
  readonly credentialCache: CredentialCache | undefined;
}

/** A call, or several that wait for the same. */
type FetchRequest = Omit<CredentialRequest, "credentials">;

/** Whose a credential is, in a cache that processes share. */
export interface CredentialOwner {
  /** Domain and user name, as the function learns them. */
  readonly credentials: CredentialRequest["credentials"];
  /** Under it a credential is kept, with the scope of its call; or, the same for all calls, under the source's own name. */
  readonly tenant: string | undefined;
  readonly name?: string;
}

/** A call, as what it asks for its credentials sees it. */
export interface Asking {
  /** What a function of the user's learns about it, beside whose credential it is. */
  readonly request: FetchRequest;
  readonly terms: CredentialTerms;
  /** What credentials of the same name and tenant belong to: the service, and where it is. */
  readonly scope: readonly string[];
  /** The call goes out with a value that expires. */
  use(lease: Lease): void;
  /** A function of the user's was asked, and has returned or failed. */
  fetched(durationMs: number, isFailed: boolean): void;
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
export class SharedFetch implements FetchRequest {
  readonly operation: string;
  readonly attempt: number;
  readonly #beganAt = performance.now();
  #waiting = 0;
  #isSettled = false;
  #isGivenUp = false;
  #controller: AbortController | undefined;
  readonly #onLeft: () => void;

  constructor({ operation, attempt }: FetchRequest, onLeft: () => void) {
    this.operation = operation;
    this.attempt = attempt;
    this.#onLeft = onLeft;
  }

  get signal(): TransportSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isGivenUp) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  join(): void {
    this.#waiting++;
  }

  leave(): void {
    this.#waiting--;
    if (this.#waiting === 0 && !this.#isSettled) this.#giveUp();
  }

  /** The credential is there. False: nobody has waited for it any more. */
  settle(): boolean {
    const isWanted = !this.#isSettled;
    this.#isSettled = true;
    return isWanted;
  }

  /** Gives a renewal up that nobody waits for, and that has taken too long. */
  giveUpAfter(milliseconds: number): void {
    if (this.#waiting > 0 || this.#isSettled || performance.now() - this.#beganAt < milliseconds) return;
    this.#giveUp();
  }

  #giveUp(): void {
    this.#isSettled = true;
    this.#isGivenUp = true;
    this.#onLeft();
    this.#controller?.abort();
  }
}

/** A moment by the system's clock, and by one that nobody sets: whichever comes first. */
class Moment {
  readonly #at: number;
  readonly #monotonic: number;

  /** `at`: milliseconds since 1970. */
  constructor(at: number) {
    this.#at = at;
    this.#monotonic = performance.now() + (at - Date.now());
  }

  get hasCome(): boolean {
    return Date.now() >= this.#at || performance.now() >= this.#monotonic;
  }
}

/** The part of a lifetime in which a credential is renewed, where the user has not set a time. */
const WINDOW = 0.1;
/** The same after a fetch that calls waited for: other processes may have fetched at the same time, as when all of them start. */
const FIRST_WINDOW = 0.5;

/** A value until its expiry. A while before, at a moment drawn at random, it is to be renewed. */
class Kept<T> implements Lease {
  readonly value: T;
  readonly expiresAt: number;
  readonly #expiry: Moment;
  #renewal: Moment;
  #isRefused = false;

  /** `aheadMs`: renewed so long before its end, at most half of its lifetime. */
  constructor(value: T, expiresAt: number, aheadMs: number) {
    this.value = value;
    this.expiresAt = expiresAt;
    this.#expiry = new Moment(expiresAt);
    // Processes that have fetched at the same time draw different moments; each leaves time for the fetch itself.
    this.#renewal = new Moment(expiresAt - aheadMs * (0.1 + 0.9 * Math.random()));
  }

  get isOver(): boolean {
    return this.#isRefused || this.#expiry.hasCome;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  get isDue(): boolean {
    return this.#renewal.hasCome;
  }

  /** A renewal has failed: the next one is a part of the time later that is left, and not within a second. */
  postpone(): void {
    const leftMs = this.expiresAt - Date.now();
    this.#renewal = new Moment(Date.now() + Math.max(1_000, leftMs * (0.25 + 0.25 * Math.random())));
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

/** What a function learns where it is not known who calls, or its credential is the same for all. */
export const NOBODY: CredentialRequest["credentials"] = Object.freeze({});

/** A renewal that nobody waits for is given up after so long, by the next call. */
const RENEWAL_MS = 30_000;

/**
 * A function of the user's. A value without an expiry is of the call alone that asked for it; one with an expiry is of all
 * calls until it expires or the service refuses it. Which of the two a function returns is known when it has returned:
 * before that, and after a value with an expiry, calls wait for the question that is under way. A call that finds a value
 * shortly before its expiry uses it, and asks for the next one, which nobody waits for.
 */
export class CredentialSource<T> {
  readonly option: string;
  readonly ask: (request: CredentialRequest) => Asked<unknown>;
  readonly #check: (option: string, value: unknown) => T;
  /** Whose credential it is, for the cache: undefined where that is not known. */
  readonly #owner: CredentialOwner | undefined;
  #kept: Kept<T> | undefined;
  #fetch: Fetch<T> | undefined;
  #isShared = true;
  /** What the service has refused, as the cache has it. */
  #refused: string | undefined;

  /** `check` throws a `ConfigurationError` for a value that cannot be one of `option`. */
  constructor(
    option: string,
    ask: (request: CredentialRequest) => Asked<unknown>,
    check: (option: string, value: unknown) => T,
    owner?: CredentialOwner,
  ) {
    this.option = option;
    this.ask = ask;
    this.#check = check;
    this.#owner = owner;
  }

  /** It has no value, and asks for none. */
  get isIdle(): boolean {
    return this.#fetch === undefined && this.#kept?.isOver !== false;
  }

  /** It has a value that calls go out with. */
  get hasValue(): boolean {
    return this.#kept?.isOver === false;
  }

  /** The value for `call`; a promise only where it has to be waited for. Throws or rejects with a `ConfigurationError`. */
  get(call: Asking): T | Promise<T> {
    const kept = this.#kept;
    this.#fetch?.shared.giveUpAfter(RENEWAL_MS);
    if (kept?.isOver === false) {
      if (kept.isDue && this.#fetch === undefined) this.#renew(kept, call);
      const good = this.#kept ?? kept;
      call.use(good);
      return good.value;
    }
    if (kept?.isRefused === true) this.#refused = JSON.stringify(kept.value);
    this.#kept = undefined;
    if (this.#fetch !== undefined) return this.#wait(this.#fetch, call, false);
    if (!this.#isShared) return this.#getAlone(call);
    const { shared, given } = this.#begin(call, undefined);
    if (!isThenable(given)) return this.#taken(this.#outcome(given, call.terms), call);
    this.#fetch = { shared, outcome: this.#finished(shared, given, call.terms) };
    return this.#wait(this.#fetch, call, true);
  }

  /** Asks for the value after `kept`, which is good still: nothing of it is the call's. */
  #renew(kept: Kept<T>, call: Asking): void {
    // Until it is known better: a function that throws is not asked again by the next call.
    kept.postpone();
    try {
      const { shared, given } = this.#begin(call, kept);
      if (isThenable(given)) this.#fetch = { shared, outcome: this.#finished(shared, given, call.terms) };
      else this.#outcome(given, call.terms);
    } catch {
      // The value in use is good, and the next question is not far.
    }
  }

  #keyOf({ name, tenant }: CredentialOwner, scope: readonly string[]): readonly (string | undefined)[] {
    return name === undefined ? [...scope, this.option, tenant] : ["named", name];
  }

  /** Asks the cache where there is one, else the user's function. Throws a `ConfigurationError` where that throws at once. */
  #begin(call: Asking, renewed: Kept<T> | undefined): { readonly shared: SharedFetch; readonly given: unknown } {
    const shared = new SharedFetch(call.request, () => {
      this.#fetch = undefined;
    });
    const { credentialCache: cache } = call.terms;
    if (cache === undefined || this.#owner === undefined) return { shared, given: this.#asked(shared, call) };
    const given = askThroughCache({
      cache,
      key: JSON.stringify(this.#keyOf(this.#owner, call.scope)),
      isNew: (credential) => this.#isNew(credential, renewed),
      ask: () => this.#timed(shared, call),
      signal: shared.signal,
      waits: renewed === undefined,
    });
    return { shared, given };
  }

  #isNew({ value, expiresAt }: CachedCredential, renewed: Kept<T> | undefined): boolean {
    if (value === this.#refused || expiresAt <= Math.max(Date.now(), renewed?.expiresAt ?? 0)) return false;
    try {
      this.#check(this.option, JSON.parse(value));
      return true;
    } catch {
      return false;
    }
  }

  #getAlone(call: Asking): T | Promise<T> {
    const given = this.#asked(call.request, call);
    if (!isThenable(given)) return this.#taken(this.#outcome(given, call.terms), call);
    return given.then(
      (value) => this.#taken(this.#outcome(value, call.terms), call),
      (error) => this.#taken({ wrong: this.#failure(error) }, call),
    ) as Promise<T>;
  }

  #asked(request: FetchRequest, call: Asking): unknown {
    try {
      return this.#timed(request, call);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Asks the user's function. `call` is told how long that took. */
  #timed(asked: FetchRequest, call: Asking): unknown {
    const request: CredentialRequest = {
      operation: asked.operation,
      attempt: asked.attempt,
      credentials: this.#owner?.credentials ?? NOBODY,
      get signal() {
        return asked.signal;
      },
    };
    const beganAt = performance.now();
    const end = (isFailed: boolean): void => call.fetched(performance.now() - beganAt, isFailed);
    let given: unknown;
    try {
      given = this.ask(request);
    } catch (error) {
      end(true);
      throw error;
    }
    if (isThenable(given)) {
      given.then(
        () => end(false),
        () => end(true),
      );
    } else end(false);
    return given;
  }

  async #finished(shared: SharedFetch, given: PromiseLike<unknown>, terms: CredentialTerms): Promise<Outcome<T>> {
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
    return wrong === undefined ? this.#outcome(value, terms) : { wrong };
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
  #outcome(given: unknown, { refreshAheadMs, credentialCache }: CredentialTerms): Outcome<T> {
    try {
      if (given === FETCHED_ELSEWHERE) return {};
      if (!isExpiring(given)) {
        this.#isShared = false;
        return { value: this.#check(this.option, given) };
      }
      this.#isShared = true;
      const value = this.#check(this.option, given.value);
      const expiresAt = checkedExpiry(this.option, given.expiresAt);
      const fetchedAt = given instanceof FromCache ? given.fetchedAt : Date.now();
      const lifetime = expiresAt - fetchedAt;
      // Processes that share a cache make one fetch in all: they need not be spread.
      const isAlone = credentialCache === undefined || this.#owner === undefined;
      const window = isAlone && this.#kept === undefined ? FIRST_WINDOW : WINDOW;
      const kept = new Kept(value, expiresAt, Math.min(refreshAheadMs ?? lifetime * window, lifetime / 2));
      this.#kept = kept;
      return { value, kept };
    } catch (error) {
      return { wrong: error as ConfigurationError };
    }
  }

  #failure(cause: unknown): ConfigurationError {
    const message = `The function given as ${this.option} failed, so nothing was sent. Its error is the cause.`;
    return new ConfigurationError(message, { option: this.option, cause });
  }
}

/** A value beside its expiry, and nothing else. */
function isExpiring(given: unknown): given is { readonly value: unknown; readonly expiresAt: unknown } {
  if (typeof given !== "object" || given === null) return false;
  if (given instanceof FromCache) return true;
  const names = Object.keys(given);
  return names.length === 2 && names.includes("value") && names.includes("expiresAt");
}

function checkedExpiry(option: string, value: unknown): number {
  const at = value instanceof Date ? value.getTime() : value;
  // A time of today in seconds would be one of January 1970, and never hold.
  const isInSeconds = typeof at === "number" && at > 1e9 && at < 1e10;
  if (typeof at === "number" && !Number.isNaN(at) && !isInSeconds) return at;
  if (isInSeconds)
    throw wrongOption(`${option}.expiresAt`, "a Date, or milliseconds since 1970", "a number of seconds");
  throw wrongOption(`${option}.expiresAt`, "a Date, or milliseconds since 1970", kindOf(value));
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}
