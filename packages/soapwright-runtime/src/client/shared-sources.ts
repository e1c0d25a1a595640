/** Functions for credentials that were given more than once: one source for each tenant. */
import { NAME } from "../runtime-names";
import { CredentialSource, NOBODY } from "./credential-source";
import { checkFunction, checkKnown, checkObject, checkText, ownValue } from "./option-checks";
import type { Asked, CredentialRequest } from "./option-types";

type Ask = (request: CredentialRequest) => Asked<unknown>;
type Check<T> = (option: string, value: unknown) => T;

/** Options of `credentialSource`. */
export interface CredentialSourceOptions {
  /** What its credential is kept under in `credentialCache`: the same in every process. Default: it is kept in no cache. */
  readonly name?: string | undefined;
}

/** The sources of one function, by what checks their values. */
interface Explicit {
  readonly name: string | undefined;
  readonly sources: Map<Check<unknown>, CredentialSource<unknown>>;
}

const explicit = new WeakMap<object, Explicit>();

/**
 * One source of a credential, wherever the function that it returns is given: to clients, to `with()`, to `auth` or
 * `httpHeaders`. Its credential is fetched once for all of them, so it must be the same for all of them: make one for each
 * tenant, and keep it. `ask` returns `{ value, expiresAt }`, as a function for credentials may.
 *
 * @throws ConfigurationError naming what is wrong.
 */
export function credentialSource<T>(
  ask: (request: CredentialRequest) => Asked<T>,
  options: CredentialSourceOptions = {},
): (request: CredentialRequest) => Asked<T> {
  checkFunction("credentialSource", ask);
  const given = checkObject("credentialSource options", options);
  checkKnown(given, new Set(["name"]), "credentialSource");
  const name = ownValue(given, "name");
  if (name !== undefined) checkText("credentialSource name", name);
  // A function of its own: the one that was given may be given elsewhere for another tenant.
  const source = (request: CredentialRequest): Asked<T> => ask(request);
  explicit.set(source, { name: name as string | undefined, sources: new Map() });
  return source;
}

/** Sources of so many tenants are remembered for a function that is given for each; the least recent is forgotten. */
const MOST_TENANTS = 100_000;

/** Who calls: a tenant that is known by credentials which are texts. */
interface Caller {
  readonly tenant: string | undefined;
  readonly who: CredentialRequest["credentials"];
}

/** So many functions for one tenant, each given while the one before has a value, are made anew for each request. */
const TOO_MANY = 10;
/** Of so many tenants the last function's source is looked at. */
const MOST_WATCHED = 1_000;

/** Notices functions that are made anew for each client of `with()`, each of which fetches what the one before knows. */
class FunctionWatch {
  readonly #last = new Map<string, { readonly source: WeakRef<CredentialSource<unknown>>; readonly times: number }>();
  #isTold = false;

  given(option: string, key: string, source: CredentialSource<unknown>): void {
    if (this.#isTold) return;
    const before = this.#last.get(key);
    this.#last.delete(key);
    // One that returns no expiry is asked for each call in any case: then the one before has no value.
    const times = (before?.times ?? 0) + (before?.source.deref()?.hasValue === true ? 1 : 0);
    this.#last.set(key, { source: new WeakRef(source), times });
    if (this.#last.size > MOST_WATCHED) this.#last.delete(this.#last.keys().next().value as string);
    if (times === TOO_MANY) this.#tell(option);
  }

  #tell(option: string): void {
    this.#isTold = true;
    this.#last.clear();
    process.emitWarning(
      `Another function was given as ${option} each time for one tenant, so that each fetches a credential of its own. What a function has returned is remembered with the function: give the same one each time. It learns in credentials whom it is asked for. Or make one with credentialSource, and keep it.`,
      { code: `${NAME.toUpperCase()}_CREDENTIAL_FUNCTIONS` },
    );
  }
}

/** The sources of the functions that a client and those of its `with` were given. */
export class SharedSources {
  readonly #known = new WeakMap<Ask, Map<string, CredentialSource<unknown>>>();
  readonly #watch = new FunctionWatch();

  /** A source for the tenant of `caller` at `origin`, the client's own where that is undefined. An unknown tenant shares with nobody. */
  of<T>(option: string, ask: Ask, check: Check<T>, caller: Caller | undefined, origin = ""): CredentialSource<T> {
    const named = explicit.get(ask);
    if (named !== undefined) return explicitSource(named, option, ask, check);
    const tenant = caller?.tenant;
    if (tenant === undefined) return new CredentialSource(option, ask, check);
    const sources = this.#known.get(ask) ?? new Map<string, CredentialSource<unknown>>();
    this.#known.set(ask, sources);
    const key = JSON.stringify([option, tenant, origin]);
    const known = sources.get(key) as CredentialSource<T> | undefined;
    const credentials = caller?.who ?? NOBODY;
    // No closure: a process has as many of these as tenants.
    const source = known ?? new CredentialSource(option, ask, check, { credentials, tenant });
    if (known === undefined) {
      forget(sources);
      this.#watch.given(option, key, source as CredentialSource<unknown>);
    }
    // The most recent one is the last.
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
  let source = sources.get(check) as CredentialSource<T> | undefined;
  const owner = name === undefined ? undefined : { credentials: NOBODY, tenant: undefined, name };
  source ??= new CredentialSource(option, ask, check, owner);
  sources.set(check, source as CredentialSource<unknown>);
  return source;
}

/** Makes place for one more: the first ones that have no value, and what is over the limit. */
function forget(sources: Map<string, CredentialSource<unknown>>): void {
  let seen = 0;
  for (const [key, source] of sources) {
    if (source.isIdle || sources.size >= MOST_TENANTS) sources.delete(key);
    if (++seen === 2) return;
  }
}
