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

  constructor(values: Readonly<{ [name: string]: unknown }>, rules: CredentialRules) {
    this.#rules = rules;
    this.#values = checked(values, rules, "");
  }

  /** The header's content for one call; `auth` replaces all credentials. Rejects with `ConfigurationError`. */
  async header(auth: CallAuth | undefined): Promise<HeaderText> {
    const prefix = auth === undefined ? "" : "auth.";
    const values = auth === undefined ? this.#values : checked(auth, this.#rules, prefix);
    const header: HeaderText = {};
    for (const name of this.#rules.allowed) {
      const value = values.get(name);
      if (value !== undefined) header[children[name]] = await text(prefix + name, value);
    }
    return header;
  }
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
