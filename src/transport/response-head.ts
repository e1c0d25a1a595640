/** The head of a response. */
export interface ResponseHead {
  readonly status: number;
  /** The value of the header `name`, in lower case; several values are joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
}

/** A head as undici has it, names and values in turn. Most calls look at three headers: only they are made text. */
export class RawHead implements ResponseHead {
  readonly status: number;
  readonly #raw: readonly Buffer[];
  #headers: { readonly [name: string]: string } | undefined;

  /** `raw` is undici's, and shown to subscribers of its diagnostics channels too: it is only read. */
  constructor(status: number, raw: readonly Buffer[]) {
    this.status = status;
    this.#raw = raw;
  }

  header(name: string): string | undefined {
    if (this.#headers !== undefined) return this.#headers[name];
    const raw = this.#raw;
    let value: string | undefined;
    for (let i = 0; i + 1 < raw.length; i += 2) {
      if (!isNamed(raw[i]!, name)) continue;
      const text = raw[i + 1]!.toString("latin1");
      value = value === undefined ? text : `${value}, ${text}`;
    }
    return value;
  }

  get headers(): { readonly [name: string]: string } {
    this.#headers ??= readAll(pairs(this.#raw));
    return this.#headers;
  }
}

/** A head that came from a transport of the user's. */
export class GivenHead implements ResponseHead {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };

  constructor(status: number, headers: Iterable<readonly [string, string]>) {
    this.status = status;
    this.headers = readAll(headers);
  }

  header(name: string): string | undefined {
    return this.headers[name];
  }
}

/** Whether `bytes` are `name`, which is in lower case. */
function isNamed(bytes: Buffer, name: string): boolean {
  if (bytes.length !== name.length) return false;
  for (let i = 0; i < bytes.length; i++) {
    // Letters differ from their lower case in this bit alone; the other characters of names have it or end up different.
    if ((bytes[i]! | 0x20) !== name.charCodeAt(i)) return false;
  }
  return true;
}

function* pairs(raw: readonly Buffer[]): Iterable<readonly [string, string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i]!.toString("latin1"), raw[i + 1]!.toString("latin1")];
}

function readAll(given: Iterable<readonly [string, string]>): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = Object.create(null);
  for (const [anyCase, value] of given) {
    const name = anyCase.toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
