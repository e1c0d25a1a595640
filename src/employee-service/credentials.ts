/** Credentials: checked when the client is made, read anew for each call, kept nowhere. */
import type { CallAuth } from "../runtime";
import type { ChildRule } from "./version";
import { kindOf, wrong } from "./wrong";

/** A credential: its text, or a function that yields it, read anew for each call. */
export type Credential = string | (() => string | Promise<string>);

/** Texts of the header's children, by their names. */
type HeaderText = { [name: string]: string };

/** Credentials that were given, by the child that they are for. */
type Given = ReadonlyMap<ChildRule, Credential>;

/** Credentials of a client. Throws `ConfigurationError` naming the one that is missing or wrong. */
export class Credentials {
  readonly #rules: readonly ChildRule[];
  readonly #values: Given;
  /** The header of a call without `auth`, where no credential is a function. */
  readonly #plain: HeaderText | undefined;

  constructor(values: Readonly<{ [name: string]: unknown }>, rules: readonly ChildRule[]) {
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

  async #ask(values: Given, prefix: string): Promise<HeaderText> {
    const header: HeaderText = {};
    for (const rule of this.#rules) {
      const value = values.get(rule);
      if (value !== undefined) header[rule.name] = await text(prefix + rule.option, value);
    }
    return header;
  }
}

/** The header where every credential is a text; undefined where one is a function. */
function plainHeader(values: Given): HeaderText | undefined {
  const header: HeaderText = {};
  for (const [{ name }, value] of values) {
    if (typeof value !== "string") return undefined;
    header[name] = value;
  }
  return header;
}

function checked(values: unknown, rules: readonly ChildRule[], prefix: string): Given {
  if (typeof values !== "object" || values === null) throw wrong("auth", `is ${kindOf(values)}`, "an object");
  const given = new Map<ChildRule, Credential>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const rule = rules.find(({ option }) => option === name);
    const known = rules.map(({ option }) => prefix + option).join(", ");
    if (!rule)
      throw wrong(
        prefix + name,
        "is unknown",
        known === "" ? "left out: this version has no credentials" : `one of ${known}`,
      );
    if (typeof value === "function") given.set(rule, value as () => string | Promise<string>);
    else given.set(rule, checkedText(prefix + name, value));
  }
  for (const rule of rules)
    if (rule.required && !given.has(rule)) throw wrong(prefix + rule.option, "is missing", wanted);
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

const wanted = "a text that is not empty, or a function that returns one";

function checkedText(option: string, value: unknown): string {
  if (typeof value !== "string") throw wrong(option, `is ${kindOf(value)}`, wanted);
  if (value.trim() === "") throw wrong(option, "is empty", wanted);
  if (/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(value)) {
    throw wrong(option, "holds line breaks or control characters", wanted);
  }
  return value;
}
