/** Sources of credential functions, one for each function and tenant. */
import { makeWeakRef, warn } from "#platform";
import { NAME } from "../runtime-names";
import { CredentialSource, NOBODY } from "./credential-source";
import { checkFunction, checkKnown, checkObject, checkText, ownValue } from "./option-checks";
import type { Asked, CredentialRequest } from "./option-types";

type Ask = (request: CredentialRequest) => Asked<unknown>;
type Check<T> = (option: string, value: unknown) => T;

/** How a `credentialSource` caches its credential. */
export interface CredentialSourceOptions {
  /**
   * The key of the credential in `credentialCache`, the same in every process. Default: the credential is not cached
   * there.
   */
  readonly name?: string | undefined;
}

/** The sources of a `credentialSource` function, by the check of their values. */
interface Explicit {
  readonly name: string | undefined;
  readonly sources: Map<Check<unknown>, CredentialSource<unknown>>;
}

const explicit = new WeakMap<object, Explicit>();

/**
 * Returns a function with one shared source, for use in clients, `with()`, `auth` or `httpHeaders`. Its credential is
 * fetched once for all uses, so it must be valid for all of them: create one function for each tenant, and keep it.
 * Like any credential function, `ask` may return `{ value, expiresAt }`.
 *
 * @throws ConfigurationError for an `ask` that is not a function, or a wrong option.
 */
export function credentialSource<T>(
  ask: (request: CredentialRequest) => Asked<T>,
  options: CredentialSourceOptions = {},
): (request: CredentialRequest) => Asked<T> {
  checkFunction("credentialSource", ask);
  const checkedOptions = checkObject("credentialSource options", options);
  checkKnown(checkedOptions, new Set(["name"]), "credentialSource");
  const name = ownValue(checkedOptions, "name");
  if (name !== undefined) checkText("credentialSource name", name);
  // Returns a new function, because `ask` itself may also be used for another tenant.
  const source = (request: CredentialRequest): Asked<T> => ask(request);
  explicit.set(source, { name: name as string | undefined, sources: new Map() });
  return source;
}

/** Maximum number of tenants whose sources are kept for one function. The least recently used one is evicted. */
const MAX_TENANTS = 100_000;

/** The caller of a credential function. Identified if credentials that are texts name a tenant. */
interface Caller {
  readonly tenant: string | undefined;
  readonly who: CredentialRequest["credentials"];
}

/** Number of new functions for one tenant, each while the last one's value is valid, that cause a warning. */
const MAX_NEW_FUNCTIONS = 10;
const MAX_WATCHED = 1_000;

type WeakSource = Pick<WeakRef<CredentialSource<unknown>>, "deref">;

/**
 * Detects functions that are created anew for each `with()` client, each of which fetches a credential that the last
 * one had.
 */
class FunctionWatch {
  readonly #last = new Map<string, { readonly source: WeakSource; readonly times: number }>();
  #isTold = false;

  noteFunction(option: string, key: string, source: CredentialSource<unknown>): void {
    if (this.#isTold) return;
    const before = this.#last.get(key);
    this.#last.delete(key);
    // A function without an expiry runs for each call in any case, and its source never has a value.
    const times = (before?.times ?? 0) + (before?.source.deref()?.hasValue === true ? 1 : 0);
    this.#last.set(key, { source: makeWeakRef(source), times });
    if (this.#last.size > MAX_WATCHED) this.#last.delete(this.#last.keys().next().value as string);
    if (times < MAX_NEW_FUNCTIONS) return;
    this.#isTold = true;
    this.#last.clear();
    warn(
      `Another function was passed as ${option} each time for one tenant, so that each fetches a credential of its own. A credential is cached by its function: pass the same function each time; its parameter credentials says for which tenant it is called. Or make one with credentialSource, and keep it.`,
      `${NAME.toUpperCase()}_CREDENTIAL_FUNCTIONS`,
    );
  }
}

/** The sources of the functions passed to a client and its `with` clients. */
export class SharedSources {
  readonly #byFunction = new WeakMap<Ask, Map<string, CredentialSource<unknown>>>();
  readonly #watch = new FunctionWatch();

  /** An empty origin is the client's own. A caller without a tenant shares its source with no other. */
  of<T>(option: string, ask: Ask, check: Check<T>, caller: Caller | undefined, origin = ""): CredentialSource<T> {
    const named = explicit.get(ask);
    if (named !== undefined) return explicitSource(named, option, ask, check);
    if (caller?.tenant === undefined) return new CredentialSource(option, ask, check);
    const { tenant, who: credentials } = caller;
    let sources = this.#byFunction.get(ask);
    if (sources === undefined) {
      sources = new Map();
      this.#byFunction.set(ask, sources);
    }
    const key = JSON.stringify([option, tenant, origin]);
    let source = sources.get(key) as CredentialSource<T> | undefined;
    if (source === undefined) {
      // No closure is created, because a process has as many of these as tenants.
      source = new CredentialSource(option, ask, check, { credentials, tenant });
      evictSources(sources);
      this.#watch.noteFunction(option, key, source as CredentialSource<unknown>);
    }
    // The tenant moves to the end, which is the position of the most recently used one.
    sources.delete(key);
    sources.set(key, source as CredentialSource<unknown>);
    return source;
  }
}

function explicitSource<T>(
  { name, sources }: Explicit,
  option: string,
  ask: Ask,
  check: Check<T>,
): CredentialSource<T> {
  const owner = name === undefined ? undefined : { credentials: NOBODY, tenant: undefined, name };
  const source = sources.get(check) ?? new CredentialSource<unknown>(option, ask, check, owner);
  sources.set(check, source);
  return source as CredentialSource<T>;
}

/** Evicts idle sources among the oldest two, and the oldest above the limit. */
function evictSources(sources: Map<string, CredentialSource<unknown>>): void {
  let seen = 0;
  for (const [key, source] of sources) {
    if (source.isIdle || sources.size >= MAX_TENANTS) sources.delete(key);
    if (++seen === 2) return;
  }
}
