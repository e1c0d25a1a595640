/**
 * Calls user functions for credentials once for all waiting calls, caches their results, and renews them before they
 * expire.
 */

import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { TransportSignal } from "../transport/transport";
import { checkWithin, type NumberRange } from "./option-checks";
import type { Asked, CredentialRequest } from "./option-types";
import type { CachedCredential, SharedCredentials } from "./shared-credentials";

export interface CredentialTerms {
  readonly credentialCache: SharedCredentials | undefined;
}

type FetchRequest = Omit<CredentialRequest, "credentials">;

/** The owner of a credential in a shared cache. */
export interface CredentialOwner {
  readonly credentials: CredentialRequest["credentials"];
  /** Names the tenant in the cache key. If undefined, only `name` identifies a credential, which all calls share. */
  readonly tenant: string | undefined;
  readonly name?: string;
}

/** The part of a call that the sources of its credentials use. */
export interface CredentialUse {
  readonly request: FetchRequest;
  readonly terms: CredentialTerms;
  /** The service and its location, which distinguish credentials of the same name and tenant. */
  readonly scope: readonly string[];
  /** Records that the call will use a value that expires. */
  use(lease: Lease): void;
  fetched(durationMs: number, isFailed: boolean): void;
  /** Records that the call waits for `fetch`, which it leaves when it stops waiting. */
  join(fetch: SharedFetch): void;
}

export interface Lease {
  readonly isOver: boolean;
  /** Marks the value as refused by the service, so that no call uses it again. */
  refuse(): void;
}

/** One fetch for which several calls may wait. It is aborted when no call waits for it any more. */
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

  /** Returns false if the fetch was aborted before. */
  settle(): boolean {
    const isWanted = !this.#isSettled;
    this.#isSettled = true;
    return isWanted;
  }

  /** Aborts a renewal without waiting calls that takes longer than `milliseconds`. */
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

/** A time by the system clock and by a monotonic clock, of which the earlier one counts. */
class Moment {
  readonly #at: number;
  readonly #monotonic: number;

  constructor(at: number) {
    this.#at = at;
    this.#monotonic = performance.now() + (at - Date.now());
  }

  get hasCome(): boolean {
    return Date.now() >= this.#at || performance.now() >= this.#monotonic;
  }
}

const AHEAD: NumberRange = { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "milliseconds" };
/** The last part of a lifetime, in which a credential is renewed if the user sets no time. */
const WINDOW = 0.1;
/**
 * The part for a value that calls waited for, because other processes may have fetched at the same time, for example at
 * startup.
 */
const FIRST_WINDOW = 0.5;

/** A value with an expiry, and a random earlier time at which it is renewed. */
class CachedValue<T> implements Lease {
  readonly value: T;
  readonly expiresAt: number;
  readonly #expiry: Moment;
  #renewal: Moment;
  isRefused = false;

  /**
   * @param aheadMs Length of the time before the expiry in which the value is renewed; at most half of the lifetime.
   */
  constructor(value: T, expiresAt: number, aheadMs: number) {
    this.value = value;
    this.expiresAt = expiresAt;
    this.#expiry = new Moment(expiresAt);
    // The time is random, so that processes that fetched together renew at different times. The minimum leaves time for
    // the fetch.
    this.#renewal = new Moment(expiresAt - aheadMs * (0.1 + 0.9 * Math.random()));
  }

  get isOver(): boolean {
    return this.isRefused || this.#expiry.hasCome;
  }

  get isDue(): boolean {
    return this.#renewal.hasCome;
  }

  /** Delays the next renewal after a failure by a part of the remaining time, at least one second. */
  postpone(): void {
    const leftMs = this.expiresAt - Date.now();
    this.#renewal = new Moment(Date.now() + Math.max(1_000, leftMs * (0.25 + 0.25 * Math.random())));
  }

  refuse(): void {
    this.isRefused = true;
  }
}

/** The result when another process fetches the credential and this one does not wait. */
const FETCHED_ELSEWHERE = Symbol("fetched elsewhere");

/** A credential that another process has fetched. */
class FromCache {
  constructor(
    readonly value: unknown,
    readonly expiresAt: number,
    readonly fetchedAt: number,
  ) {}
}

interface Outcome<T> {
  readonly value?: T;
  readonly kept?: CachedValue<T>;
  readonly wrong?: ConfigurationError;
}

interface Fetch<T> {
  readonly shared: SharedFetch;
  readonly outcome: Promise<Outcome<T>>;
}

/** Inherited properties do not count, because another package may have changed `Object.prototype`. */
function isFetch<T>(begun: Fetch<T> | Outcome<T>): begun is Fetch<T> {
  return Object.hasOwn(begun, "shared");
}

/** The credentials in a request if the caller is unknown, or the credential is the same for all callers. */
export const NOBODY: CredentialRequest["credentials"] = Object.freeze({});

/** Time in milliseconds after which the next call aborts a renewal without waiting calls. */
const RENEWAL_MS = 30_000;

/**
 * The source of a credential from a user function. A value without an expiry belongs to the call that requested it. A
 * value with an expiry is shared by all calls until it expires or the service refuses it. Only a result shows which
 * kind it is, so until the first one, and after a value with an expiry, calls wait for the current fetch. Shortly
 * before expiry, a call uses the value and starts a renewal, for which nothing waits.
 */
export class CredentialSource<T> {
  readonly option: string;
  readonly ask: (request: CredentialRequest) => Asked<unknown>;
  readonly #check: (option: string, value: unknown) => T;
  readonly #owner: CredentialOwner | undefined;
  #current: CachedValue<T> | undefined;
  #fetch: Fetch<T> | undefined;
  #isShared = true;
  #refusedValue: string | undefined;

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

  get isIdle(): boolean {
    return this.#fetch === undefined && this.#current?.isOver !== false;
  }

  get hasValue(): boolean {
    return this.#current?.isOver === false;
  }

  /** Returns the value, as a promise only if it has to be fetched. Throws or rejects with a `ConfigurationError`. */
  get(call: CredentialUse): T | Promise<T> {
    const current = this.#current;
    this.#fetch?.shared.giveUpAfter(RENEWAL_MS);
    if (current?.isOver === false) {
      if (current.isDue && this.#fetch === undefined) this.#renew(current, call);
      const good = this.#current ?? current;
      call.use(good);
      return good.value;
    }
    if (current?.isRefused === true) this.#refusedValue = JSON.stringify(current.value);
    this.#current = undefined;
    if (this.#fetch !== undefined) return this.#wait(this.#fetch, call, false);
    if (!this.#isShared) return this.#getAlone(call);
    const begun = this.#begin(call, undefined);
    return isFetch(begun) ? this.#wait(begun, call, true) : this.#valueOf(begun, call);
  }

  /** Starts a renewal of `kept`, which is still valid. A failure does not affect the call. */
  #renew(current: CachedValue<T>, call: CredentialUse): void {
    // The renewal is postponed first, so that the next call does not call a function again that throws.
    current.postpone();
    try {
      this.#begin(call, current);
    } catch {
      // The current value is valid, and the next renewal follows soon.
    }
  }

  #keyOf({ name, tenant }: CredentialOwner, scope: readonly string[]): readonly (string | undefined)[] {
    return name === undefined ? [...scope, this.option, tenant] : ["named", name];
  }

  /**
   * Queries the cache if there is one, else calls the user's function. Returns the outcome, or the current fetch if it
   * has to be waited for. Throws a `ConfigurationError` if the function throws.
   */
  #begin(call: CredentialUse, renewed: CachedValue<T> | undefined): Fetch<T> | Outcome<T> {
    const shared = new SharedFetch(call.request, () => {
      this.#fetch = undefined;
    });
    const { credentialCache: cache } = call.terms;
    const fetched =
      cache === undefined || this.#owner === undefined
        ? this.#fetchFromUser(shared, call)
        : cache
            .fetch({
              key: JSON.stringify(this.#keyOf(this.#owner, call.scope)),
              found: (credential) => this.#found(credential, renewed),
              ask: () => this.#timed(shared, call),
              signal: shared.signal,
              waits: renewed === undefined,
            })
            .then((come) => (come === undefined ? FETCHED_ELSEWHERE : come.credential));
    if (!isThenable(fetched)) return this.#outcome(fetched, call.terms);
    this.#fetch = { shared, outcome: this.#finished(shared, fetched, call.terms) };
    return this.#fetch;
  }

  #found(
    { value, expiresAt, fetchedAt }: CachedCredential,
    renewed: CachedValue<T> | undefined,
  ): FromCache | undefined {
    if (value === this.#refusedValue || expiresAt <= Math.max(Date.now(), renewed?.expiresAt ?? 0)) return undefined;
    try {
      const parsed: unknown = JSON.parse(value);
      this.#check(this.option, parsed);
      return new FromCache(parsed, expiresAt, fetchedAt);
    } catch {
      return undefined;
    }
  }

  #getAlone(call: CredentialUse): T | Promise<T> {
    const fetched = this.#fetchFromUser(call.request, call);
    if (!isThenable(fetched)) return this.#valueOf(this.#outcome(fetched, call.terms), call);
    return fetched.then(
      (value) => this.#valueOf(this.#outcome(value, call.terms), call),
      (error) => this.#valueOf({ wrong: this.#failure(error) }, call),
    ) as Promise<T>;
  }

  #fetchFromUser(request: FetchRequest, call: CredentialUse): unknown {
    try {
      return this.#timed(request, call);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #timed(fetchRequest: FetchRequest, call: CredentialUse): unknown {
    const request: CredentialRequest = {
      operation: fetchRequest.operation,
      attempt: fetchRequest.attempt,
      credentials: this.#owner?.credentials ?? NOBODY,
      get signal() {
        return fetchRequest.signal;
      },
    };
    const beganAt = performance.now();
    const end = (isFailed: boolean): void => call.fetched(performance.now() - beganAt, isFailed);
    let fetched: unknown;
    try {
      fetched = this.ask(request);
    } catch (error) {
      end(true);
      throw error;
    }
    if (isThenable(fetched)) {
      fetched.then(
        () => end(false),
        () => end(true),
      );
    } else end(false);
    return fetched;
  }

  async #finished(shared: SharedFetch, fetching: PromiseLike<unknown>, terms: CredentialTerms): Promise<Outcome<T>> {
    let value: unknown;
    let wrong: ConfigurationError | undefined;
    try {
      value = await fetching;
    } catch (error) {
      wrong = this.#failure(error);
    }
    // If this fetch was aborted, another may be in progress, with a newer credential.
    if (!shared.settle()) return {};
    this.#fetch = undefined;
    return wrong === undefined ? this.#outcome(value, terms) : { wrong };
  }

  async #wait({ shared, outcome }: Fetch<T>, call: CredentialUse, isOwn: boolean): Promise<T> {
    call.join(shared);
    const come = await outcome;
    if (isOwn || come.kept !== undefined || come.wrong !== undefined) return this.#valueOf(come, call);
    return this.get(call);
  }

  /** Throws a new error object for each call, because the call's context is added to it. */
  #valueOf({ value, kept, wrong }: Outcome<T>, call: CredentialUse): T {
    if (wrong !== undefined) {
      const { message, reason, option, cause } = wrong;
      throw new ConfigurationError(message, { reason, option, cause });
    }
    if (kept !== undefined) call.use(kept);
    return value as T;
  }

  #outcome(fetched: unknown, { credentialCache }: CredentialTerms): Outcome<T> {
    try {
      if (fetched === FETCHED_ELSEWHERE) return {};
      if (!isExpiring(fetched)) {
        this.#isShared = false;
        return { value: this.#checked(fetched) };
      }
      this.#isShared = true;
      const value = this.#checked(fetched.value);
      const expiresAt = checkedExpiry(this.option, fetched.expiresAt);
      const aheadMs =
        fetched.refreshAheadMs === undefined
          ? undefined
          : checkWithin(`${this.option}.refreshAheadMs`, fetched.refreshAheadMs, AHEAD);
      const fetchedAt = fetched instanceof FromCache ? fetched.fetchedAt : Date.now();
      const lifetime = expiresAt - fetchedAt;
      // Processes with a shared cache fetch once in total, so their renewals need not be spread.
      const isAlone = credentialCache === undefined || this.#owner === undefined;
      const window = isAlone && this.#current === undefined ? FIRST_WINDOW : WINDOW;
      const kept = new CachedValue(value, expiresAt, Math.min(aheadMs ?? lifetime * window, lifetime / 2));
      this.#current = kept;
      return { value, kept };
    } catch (error) {
      return { wrong: error instanceof ConfigurationError ? error : this.#failure(error) };
    }
  }

  #failure(cause: unknown): ConfigurationError {
    return functionFailure(this.option, cause);
  }

  #checked(value: unknown): T {
    try {
      return this.#check(this.option, value);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const { message, option, cause } = error;
      throw new ConfigurationError(message, { reason: "credential-unusable", option, cause });
    }
  }
}

interface ExpiringResult {
  readonly value: unknown;
  readonly expiresAt: unknown;
  readonly refreshAheadMs?: unknown;
}

const EXPIRING: ReadonlySet<string> = new Set(["value", "expiresAt", "refreshAheadMs"]);

function isExpiring(result: unknown): result is ExpiringResult {
  if (typeof result !== "object" || result === null) return false;
  if (result instanceof FromCache) return true;
  const names = Object.keys(result);
  return names.includes("value") && names.includes("expiresAt") && names.every((name) => EXPIRING.has(name));
}

/** Returns the error of a function for credentials that failed. */
export function functionFailure(option: string, cause: unknown): ConfigurationError {
  const message = `The function given as ${option} failed, so nothing was sent. Its error is the cause.`;
  return new ConfigurationError(message, { reason: "credential-function-failed", option, cause });
}

function checkedExpiry(option: string, value: unknown): number {
  const at = value instanceof Date ? value.getTime() : value;
  // A current time in seconds would mean January 1970 in milliseconds, so it is rejected.
  const isInSeconds = typeof at === "number" && at > 1e9 && at < 1e10;
  if (typeof at === "number" && !Number.isNaN(at) && !isInSeconds) return at;
  const got = isInSeconds ? "a number of seconds" : kindOf(value);
  throw new ConfigurationError(`${option}.expiresAt takes a Date, or milliseconds since 1970, but is ${got}.`, {
    reason: "credential-expiry",
    option: `${option}.expiresAt`,
  });
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}
