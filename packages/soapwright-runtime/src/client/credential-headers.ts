/** Header blocks that are made of named credentials. */
import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { ExtraBlocks } from "../soap/extra-headers";
import type { GivenHeaders } from "../soap/operation-plan";
import { type Asking, type CredentialSource, NOBODY } from "./credential-source";
import type { HttpHeaderLayers } from "./http-header-layers";
import { ownValue, wrongOption } from "./option-checks";
import type { Asked, CredentialRequest, HeaderSource } from "./option-types";
import { SharedSources } from "./shared-sources";

/** A credential that a service takes, by the option that a client is given it by. */
export interface CredentialRule {
  readonly option: string;
  /** A call without it is refused. */
  readonly required: boolean;
}

/** Texts of credentials, by their options; those that were not given are absent. */
export type CredentialTexts = Readonly<{ [option: string]: string }>;

/** What makes the header blocks of an operation, by its name in the WSDL; none for one that takes no credentials. */
type BlocksOf<H> = (operation: string) => ((texts: CredentialTexts) => H) | undefined;

/** Credentials that say who calls, and are no secrets. */
const WHO = /^(?:domain|tenant|user|user_?name)$/i;

type Value = string | CredentialSource<string> | undefined;
type Ask = (request: CredentialRequest) => Asked<unknown>;

/**
 * Named credentials, and the header blocks that each operation makes of them: for `headers` of a client. `client.with()`
 * takes the credentials by their names, and `auth` of a call some or all of them.
 *
 * A credential is a text, or a function that returns one. A function that returns `{ value, expiresAt }` is asked once for
 * all calls that wait, and again when the value has expired or the service has refused it.
 */
export class CredentialHeaders<H> {
  readonly #rules: readonly CredentialRule[];
  readonly #values: readonly Value[];
  readonly #blocksOf: BlocksOf<H>;
  readonly #sources: SharedSources;
  /** The origin that they are for, where it is not the client's own. */
  readonly #origin: string | undefined;
  /** Whether a function has to be asked for one. */
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
   * Credentials by the rules. `blocksOf` returns what makes the header blocks of an operation, by its name in the WSDL; or
   * nothing for an operation that takes no credentials. Throws a `ConfigurationError` for a credential that is wrong; one
   * that is missing is the call's error.
   */
  static of<H>(rules: readonly CredentialRule[], credentials: object, blocksOf: BlocksOf<H>): CredentialHeaders<H> {
    const none = rules.map(() => undefined);
    return new CredentialHeaders(rules, none, blocksOf, new SharedSources()).with(credentials, "");
  }

  /** The credentials by the names of their options. */
  get names(): readonly string[] {
    return this.#rules.map(({ option }) => option);
  }

  /** Who calls, by what is no secret: domain and user name, where they are texts. Of a client and its tokens it stays the same. */
  get tenant(): string | undefined {
    return tenantOf(this.#rules, this.#values);
  }

  /** Domain and user name by their options, where a tenant is known by them. */
  get who(): CredentialRequest["credentials"] {
    return whoOf(this.#rules, this.#values);
  }

  /** The source of a function that returns HTTP headers for who calls with these. */
  httpHeaderSource<T>(ask: Ask, check: (option: string, value: unknown) => T): CredentialSource<T> {
    return this.#sources.of("httpHeaders", ask, check, this, this.#origin);
  }

  /** The same for another origin, which gets none of these. */
  elsewhere(origin: string): CredentialHeaders<H> {
    const none = this.#rules.map(() => undefined);
    return new CredentialHeaders(this.#rules, none, this.#blocksOf, this.#sources, origin);
  }

  /** The same with some credentials replaced. Messages name them behind `prefix`. Throws a `ConfigurationError`. */
  with(credentials: object, prefix: string): CredentialHeaders<H> {
    const { names } = this;
    for (const name of Object.keys(credentials)) {
      if (names.includes(name)) continue;
      const known = names.length === 0 ? "It has none." : `It takes ${names.join(", ")}.`;
      throw new ConfigurationError(`${prefix}${name} is not a credential of this client. ${known}`, {
        option: prefix + name,
      });
    }
    if (names.every((name) => ownValue(credentials, name) === undefined)) return this;
    const given = this.#values.map((before, index) => {
      const name = names[index] ?? "";
      const value = ownValue(credentials, name);
      if (value === undefined) return before;
      return typeof value === "function" ? (value as Ask) : checkedText(prefix + name, value);
    });
    const caller = { tenant: tenantOf(this.#rules, given), who: whoOf(this.#rules, given) };
    const isOther = this.#rules.some(({ option }, index) => WHO.test(option) && given[index] !== this.#values[index]);
    const values = given.map((value, index) => {
      if (typeof value === "function") {
        return this.#sources.of(prefix + (names[index] ?? ""), value, checkedText, caller, this.#origin);
      }
      // A function that this client was made with returns another credential for another tenant.
      return typeof value === "object" && isOther
        ? this.#sources.of(value.option, value.ask, checkedText, caller, this.#origin)
        : value;
    });
    return new CredentialHeaders(this.#rules, values, this.#blocksOf, this.#sources, this.#origin);
  }

  /** The header blocks of an operation whose credentials are all texts. Throws a `ConfigurationError`. */
  blocks(operation: string): H | undefined {
    const make = this.#blocksOf(operation);
    // Made for each call: there are many tenants that make none.
    return make && this.#made(make, textsOf(this.#rules, this.#values as readonly (string | undefined)[]));
  }

  /** The header blocks of a call, after its functions were asked. Rejects with a `ConfigurationError`. */
  async ask(call: Asking): Promise<H | undefined> {
    const make = this.#blocksOf(call.request.operation);
    if (make === undefined) return undefined;
    const values: (string | undefined)[] = [];
    for (const value of this.#values) values.push(typeof value === "object" ? await value.get(call) : value);
    return this.#made(make, textsOf(this.#rules, values));
  }

  #made(make: (texts: CredentialTexts) => H, texts: CredentialTexts): H {
    const missing = this.#rules.find(({ option, required }) => required && texts[option] === undefined);
    if (missing === undefined) return make(texts);
    const { option } = missing;
    const remedy =
      this.#origin === undefined
        ? `Set ${option} on the client, with client.with(), or in auth of the call.`
        : `The endpoint is at ${this.#origin}, another origin, which gets no credentials of the client's own. Set ${option} where you set endpoint: in the same client.with(), or in auth of the same call.`;
    throw new ConfigurationError(`The credential ${option} is missing, so nothing was sent. ${remedy}`, { option });
  }
}

/** What a call goes out with, and where that comes from. */
export interface HeaderSettings<H> {
  readonly headers: HeaderSource<H> | CredentialHeaders<H> | undefined;
  readonly httpHeaders: HttpHeaderLayers;
  readonly extraHeaders: ExtraBlocks | ((request: CredentialRequest) => unknown) | undefined;
}

/** Whether a call has to ask functions of the user's for what it goes out with. */
export function asksFor<H>({ headers, httpHeaders, extraHeaders }: HeaderSettings<H>): boolean {
  const asksBlocks = headers instanceof CredentialHeaders ? headers.isAsked : typeof headers === "function";
  return asksBlocks || httpHeaders.isAsked || typeof extraHeaders === "function";
}

/** The headers of a call that does not, over those of its client. Throws a `ConfigurationError`. */
export function fixedHeaders<H>(
  settings: HeaderSettings<H>,
  client: HeaderSettings<H>,
  operation: string,
): GivenHeaders {
  const { headers, extraHeaders } = settings;
  const blocks = headers instanceof CredentialHeaders ? headers.blocks(operation) : headers;
  return givenHeaders(settings, client, blocks, extraHeaders as ExtraBlocks | undefined);
}

/** What `settings` have come to for one call of a client. */
export function givenHeaders<H>(
  { headers }: HeaderSettings<H>,
  client: HeaderSettings<H>,
  blocks: unknown,
  extra: ExtraBlocks | undefined,
): GivenHeaders {
  return { blocks, ofCall: headers !== client.headers && !(headers instanceof CredentialHeaders), extra };
}

function textsOf(rules: readonly CredentialRule[], values: readonly (string | undefined)[]): CredentialTexts {
  // Without a prototype: what another package has put on Object.prototype is no credential.
  const texts: { [option: string]: string } = Object.create(null);
  for (const [index, { option }] of rules.entries()) {
    const text = values[index];
    if (text !== undefined) texts[option] = text;
  }
  return texts;
}

/** Who makes a call that goes out with these. */
export function whoCalls<H>({ headers }: Pick<HeaderSettings<H>, "headers">): CredentialRequest["credentials"] {
  return headers instanceof CredentialHeaders ? headers.who : NOBODY;
}

function whoOf(rules: readonly CredentialRule[], values: readonly (Value | Ask)[]): CredentialRequest["credentials"] {
  if (tenantOf(rules, values) === undefined) return NOBODY;
  const said = rules.map(({ option }, index) => [option, values[index]] as const);
  return Object.freeze(
    Object.fromEntries(said.filter(([option, value]) => WHO.test(option) && value !== undefined)) as CredentialTexts,
  );
}

/** Undefined where a function says who calls, or nothing does. */
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
