import { headersOf, type ResponseHead } from "./exchange";

/** The head of a response from undici. Decodes only the headers that are read, because most calls read three. */
export class RawHead implements ResponseHead {
  readonly status: number;
  readonly #raw: readonly Buffer[];
  #headers: { readonly [name: string]: string } | undefined;

  /**
   * @param raw Belongs to undici and is visible to subscribers of its diagnostics channels, so it must not be changed.
   */
  constructor(status: number, raw: readonly Buffer[]) {
    this.status = status;
    this.#raw = raw;
  }

  header(name: string): string | undefined {
    if (this.#headers !== undefined) return this.#headers[name];
    const raw = this.#raw;
    let value: string | undefined;
    for (let at = nextNamed(raw, name, 0); at !== -1; at = nextNamed(raw, name, at + 2)) {
      const text = raw[at + 1]!.toString("latin1");
      value = value === undefined ? text : `${value}, ${text}`;
    }
    return value;
  }

  get headers(): { readonly [name: string]: string } {
    this.#headers ??= headersOf(pairs(this.#raw));
    return this.#headers;
  }

  get cookies(): readonly string[] {
    const raw = this.#raw;
    const cookies: string[] = [];
    for (let at = nextNamed(raw, "set-cookie", 0); at !== -1; at = nextNamed(raw, "set-cookie", at + 2))
      cookies.push(raw[at + 1]!.toString("latin1"));
    return cookies;
  }
}

/** Returns the index of the next header with the name, which is in lower case; -1 if there is none. */
function nextNamed(raw: readonly Buffer[], name: string, from: number): number {
  next: for (let i = from; i + 1 < raw.length; i += 2) {
    const bytes = raw[i]!;
    if (bytes.length !== name.length) continue;
    for (let at = 0; at < bytes.length; at++) {
      // Letters differ from their lower case only in this bit. The other characters of header names have the bit set or
      // become different.
      if ((bytes[at]! | 0x20) !== name.charCodeAt(at)) continue next;
    }
    return i;
  }
  return -1;
}

function* pairs(raw: readonly Buffer[]): Iterable<readonly [string, string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i]!.toString("latin1"), raw[i + 1]!.toString("latin1")];
}
