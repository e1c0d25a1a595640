/** Header blocks built from named credentials. */
import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { ExtraBlocks } from "../soap/extra-headers";
import { type CredentialSource, type CredentialUse, NOBODY } from "./credential-source";
import type { HttpHeaderLayers } from "./http-header-layers";
import { ownValue, wrongOption } from "./option-checks";
import type { Asked, CredentialRequest, HeaderSource } from "./option-types";
import { SharedSources } from "./shared-sources";

/** A credential of a service, which the client takes as an option of this name. */
export interface CredentialRule {
  readonly option: string;
  /** Whether a call without the credential is rejected. */
  readonly required: boolean;
  /** The local name of the header element that holds the credential, if its text is not secret and messages show it. */
  readonly plain?: string | undefined;
}

/** The text of each credential, by option; absent if it is not set. */
export type CredentialTexts = Readonly<{ [option: string]: string }>;

/**
 * Returns the function that builds an operation's header blocks, by its name in the WSDL; undefined if the operation
 * takes no credentials.
 */
type BlocksOf<H> = (operation: string) => ((texts: CredentialTexts) => H) | undefined;

/** Matches options that identify the caller and are not secret. */
const WHO = /^(?:domain|tenant|user|user_?name)$/i;

type Value = string | CredentialSource<string> | undefined;
type Ask = (request: CredentialRequest) => Asked<unknown>;

/**
 * Named credentials, and the header blocks that each operation builds from them: a value for the client's option
 * `headers`. `client.with()` takes credentials by name, and `auth` of a call takes any of them.
 *
 * A credential is a text, or a function that returns one. A function that returns `{ value, expiresAt }` is called once
 * for all waiting calls, and again when the value has expired or the service has refused it.
 */
export class CredentialHeaders<H> {
  readonly #rules: readonly CredentialRule[];
  readonly #values: readonly Value[];
  readonly #blocksOf: BlocksOf<H>;
  readonly #sources: SharedSources;
  readonly #origin: string | undefined;
  /** Whether a credential is a function. */
  readonly isAsked: boolean;

  private constructor(
    rules: readonly CredentialRule[],
    values: readonly Value[],
    blocksOf: BlocksOf<H>,
    sources: SharedSources,
    origin?: string,
  ) {
    this.#rules = rules;
    this.#values = values;
    this.#blocksOf = blocksOf;
    this.#sources = sources;
    this.#origin = origin;
    this.isAsked = values.some((value) => typeof value === "object");
  }

  /**
   * Returns credentials that follow the rules. `blocksOf` returns the builder of an operation's header blocks, by its
   * name in the WSDL, or undefined if the operation takes no credentials. Throws a `ConfigurationError` for an invalid
   * credential; a missing one rejects the call.
   */
  static of<H>(
    rules: readonly CredentialRule[],
    credentials: object,
    blocksOf: (operation: string) => ((texts: CredentialTexts) => H) | undefined,
  ): CredentialHeaders<H> {
    const none = rules.map(() => undefined);
    return new CredentialHeaders(rules, none, blocksOf, new SharedSources()).with(credentials, "");
  }

  /** The names of the credentials' options. */
  get names(): readonly string[] {
    return this.#rules.map(({ option }) => option);
  }

  /** Local names of the header elements whose text is not secret. */
  get plain(): readonly string[] {
    return this.#rules.flatMap(({ plain }) => plain ?? []);
  }

  /**
   * The tenant by non-secret credentials: domain and user name, if they are texts. It does not change with passwords
   * and tokens.
   */
  get tenant(): string | undefined {
    return tenantOf(this.#rules, this.#values);
  }

  /** Domain and user name by option, if they identify a tenant. */
  get who(): CredentialRequest["credentials"] {
    return whoOf(this.#rules, this.#values);
  }

  /** The secret credentials that are texts, that is, all except domain, tenant and user name. */
  get secretTexts(): readonly string[] {
    return this.#rules.flatMap(({ option }, index) => {
      const value = this.#values[index];
      return typeof value === "string" && !WHO.test(option) ? [value] : [];
    });
  }

  /** @internal Returns the source for a function that returns HTTP headers for these credentials. */
  httpHeaderSource<T>(ask: Ask, check: (option: string, value: unknown) => T): CredentialSource<T> {
    return this.#sources.of("httpHeaders", ask, check, this, this.#origin);
  }

  /** Returns credentials for another origin, of which none is set. */
  elsewhere(origin: string): CredentialHeaders<H> {
    const none = this.#rules.map(() => undefined);
    return new CredentialHeaders(this.#rules, none, this.#blocksOf, this.#sources, origin);
  }

  /**
   * Returns a copy with some credentials replaced. Messages put `prefix` before names. Throws a `ConfigurationError`.
   */
  with(credentials: object, prefix: string): CredentialHeaders<H> {
    const { names } = this;
    for (const name of Object.keys(credentials)) {
      if (names.includes(name)) continue;
      const acceptedNames = names.length === 0 ? "It has none." : `It takes ${names.join(", ")}.`;
      throw new ConfigurationError(`${prefix}${name} is not a credential of this client. ${acceptedNames}`, {
        reason: "credential-unknown",
        option: prefix + name,
      });
    }
    if (names.every((name) => ownValue(credentials, name) === undefined)) return this;
    const replaced = this.#values.map((before, index) => {
      const name = names[index] ?? "";
      const value = ownValue(credentials, name);
      if (value === undefined) return before;
      return typeof value === "function" ? (value as Ask) : checkedText(prefix + name, value);
    });
    const caller = { tenant: tenantOf(this.#rules, replaced), who: whoOf(this.#rules, replaced) };
    const isOther = this.#rules.some(
      ({ option }, index) => WHO.test(option) && replaced[index] !== this.#values[index],
    );
    const values = replaced.map((value, index) => {
      if (typeof value === "function") {
        return this.#sources.of(prefix + (names[index] ?? ""), value, checkedText, caller, this.#origin);
      }
      // The client's function returns another credential for another tenant, so it needs another source.
      return typeof value === "object" && isOther
        ? this.#sources.of(value.option, value.ask, checkedText, caller, this.#origin)
        : value;
    });
    return new CredentialHeaders(this.#rules, values, this.#blocksOf, this.#sources, this.#origin);
  }

  /** Returns the header blocks of an operation whose credentials are all texts. Throws a `ConfigurationError`. */
  blocks(operation: string): H | undefined {
    const make = this.#blocksOf(operation);
    // The blocks are not cached, because many tenants never make a call.
    return make && this.#build(make, textsOf(this.#rules, this.#values as readonly (string | undefined)[]));
  }

  /** @internal Returns the header blocks of a call after calling its functions. Rejects with a `ConfigurationError`. */
  async ask(call: CredentialUse): Promise<H | undefined> {
    const make = this.#blocksOf(call.request.operation);
    if (make === undefined) return undefined;
    const values: (string | undefined)[] = [];
    for (const value of this.#values) values.push(typeof value === "object" ? await value.get(call) : value);
    return this.#build(make, textsOf(this.#rules, values));
  }

  #build(make: (texts: CredentialTexts) => H, texts: CredentialTexts): H {
    const missing = this.#rules.find(({ option, required }) => required && texts[option] === undefined);
    if (missing === undefined) return make(texts);
    const { option } = missing;
    const remedy =
      this.#origin === undefined
        ? `Set ${option} on the client, with client.with(), or in auth of the call.`
        : `The endpoint is at ${this.#origin}, another origin, which gets no credentials of the client's own. Set ${option} where you set endpoint: in the same client.with(), or in auth of the same call.`;
    throw new ConfigurationError(`The credential ${option} is missing, so nothing was sent. ${remedy}`, {
      reason: "credential-missing",
      option,
    });
  }
}

export interface HeaderSettings<H> {
  readonly headers: HeaderSource<H> | CredentialHeaders<H> | undefined;
  readonly httpHeaders: HttpHeaderLayers;
  readonly extraHeaders: ExtraBlocks | ((request: CredentialRequest) => unknown) | undefined;
}

function textsOf(rules: readonly CredentialRule[], values: readonly (string | undefined)[]): CredentialTexts {
  // The object has no prototype, so that a property on Object.prototype is not taken for a credential.
  const texts: { [option: string]: string } = Object.create(null);
  for (const [index, { option }] of rules.entries()) {
    const text = values[index];
    if (text !== undefined) texts[option] = text;
  }
  return texts;
}

export function callerCredentials<H>({
  headers,
}: Pick<HeaderSettings<H>, "headers">): CredentialRequest["credentials"] {
  return headers instanceof CredentialHeaders ? headers.who : NOBODY;
}

function whoOf(rules: readonly CredentialRule[], values: readonly (Value | Ask)[]): CredentialRequest["credentials"] {
  if (tenantOf(rules, values) === undefined) return NOBODY;
  const said = rules.map(({ option }, index) => [option, values[index]] as const);
  return Object.freeze(
    Object.fromEntries(said.filter(([option, value]) => WHO.test(option) && value !== undefined)) as CredentialTexts,
  );
}

/** Returns the tenant by domain and user name; undefined if a function returns one of them, or there is none. */
function tenantOf(rules: readonly CredentialRule[], values: readonly (Value | Ask)[]): string | undefined {
  const said = rules.map(({ option }, index) => (WHO.test(option) ? values[index] : undefined));
  const isText = said.every((value) => value === undefined || typeof value === "string");
  return isText && said.some((value) => value !== undefined) ? `\u0000${said.join("\u0000")}` : undefined;
}

const TAKES = "text that is not empty, or a function that returns one";

function checkedText(option: string, value: unknown): string {
  if (typeof value !== "string") throw wrongOption(option, TAKES, kindOf(value));
  if (value.trim() === "") throw wrongOption(option, TAKES, value === "" ? kindOf(value) : "a string of blanks");
  if (/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(value)) {
    throw wrongOption(option, "text without line breaks and control characters", "a string with one");
  }
  return value;
}
