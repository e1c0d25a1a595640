/** Credentials: checked when the client is made, read anew for each call, kept nowhere. */
import type { CallAuth } from "../runtime";
import { kindOf, wrong } from "./addresses";

/** A credential: its text, or a function that yields it, read anew for each call. */
export type Credential = string | (() => string | Promise<string>);

/** The children of the header element, in the order of the WSDL, by the name of their option. */
const children = { username: "Username", token: "Token", domain: "Domain" } as const;

type CredentialName = keyof typeof children;
type HeaderText = { [K in CredentialName as (typeof children)[K]]?: string };

/** Which credentials a version sends. */
export interface CredentialRules {
  readonly required: readonly CredentialName[];
  readonly allowed: readonly CredentialName[];
}

/** Credentials of a client. Throws `ConfigurationError` naming the one that is missing or wrong. */
export class Credentials {
  readonly #rules: CredentialRules;
  readonly #values: ReadonlyMap<CredentialName, Credential>;
  /** The header of a call without `auth`, where no credential is a function. */
  readonly #plain: HeaderText | undefined;

  constructor(values: Readonly<{ [name: string]: unknown }>, rules: CredentialRules) {
    this.#rules = rules;
    this.#values = checked(values, rules, "");
    this.#plain = plainHeader(this.#values);
  }

  /**
   * The header of one call around its content; `auth` replaces all credentials. A promise only where a credential is a function,
   * because calls with plain ones are the many. Throws or rejects with `ConfigurationError`.
   */
  header<T>(auth: CallAuth | undefined, wrap: (header: HeaderText) => T): T | Promise<T> {
    const given = auth === undefined ? this.#values : checked(auth, this.#rules, "auth.");
    const plain = auth === undefined ? this.#plain : plainHeader(given);
    return plain === undefined ? this.#ask(given, auth === undefined ? "" : "auth.").then(wrap) : wrap(plain);
  }

  async #ask(values: ReadonlyMap<CredentialName, Credential>, prefix: string): Promise<HeaderText> {
    const header: HeaderText = {};
    for (const name of this.#rules.allowed) {
      const value = values.get(name);
      if (value !== undefined) header[children[name]] = await text(prefix + name, value);
    }
    return header;
  }
}

/** The header where every credential is a text; undefined where one is a function. */
function plainHeader(values: ReadonlyMap<CredentialName, Credential>): HeaderText | undefined {
  const header: HeaderText = {};
  for (const [name, value] of values) {
    if (typeof value !== "string") return undefined;
    header[children[name]] = value;
  }
  return header;
}

function checked(
  values: unknown,
  { required, allowed }: CredentialRules,
  prefix: string,
): ReadonlyMap<CredentialName, Credential> {
  if (typeof values !== "object" || values === null) throw wrong("auth", `is ${kindOf(values)}`, "an object");
  const given = new Map<CredentialName, Credential>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const known = allowed.find((candidate) => candidate === name);
    if (!known) throw wrong(prefix + name, "is unknown", allowed.map((other) => prefix + other).join(", "));
    if (typeof value === "function") given.set(known, value as () => string | Promise<string>);
    else given.set(known, checkedText(prefix + name, value));
  }
  for (const name of required) if (!given.has(name)) throw wrong(prefix + name, "is missing", wanted);
  return given;
}

async function text(option: string, credential: Credential): Promise<string> {
  if (typeof credential === "string") return credential;
  let value: unknown;
  try {
    value = await credential();
  } catch (cause) {
    throw wrong(option, "could not be read, its function failed", wanted, cause);
  }
  return checkedText(option, value);
}

const wanted = "a text that is not empty, or a function that yields one";

function checkedText(option: string, value: unknown): string {
  if (typeof value !== "string") throw wrong(option, `is ${kindOf(value)}`, wanted);
  if (value.trim() === "") throw wrong(option, "is empty", wanted);
  if (/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(value)) {
    throw wrong(option, "holds line breaks or control characters", wanted);
  }
  return value;
}
