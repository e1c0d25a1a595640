import type { ResponseHead } from "./response-sink";

/** A head as undici has it, names and values in turn. Most calls look at three headers: only they are made text. */
export class RawHead implements ResponseHead {
  readonly status: number;
  #raw: readonly Buffer[];
  #headers: { readonly [name: string]: string } | undefined;

  /** Takes the items out of `raw`: the array is undici's and may grow old, and it would keep them with it. */
  constructor(status: number, raw: Buffer[]) {
    this.status = status;
    this.#raw = raw.splice(0);
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
    this.#headers ??= readAll(this.#raw);
    this.#raw = [];
    return this.#headers;
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

function readAll(raw: readonly Buffer[]): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toString("latin1").toLowerCase();
    const value = raw[i + 1]!.toString("latin1");
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
