const KEPT = 2048;
/** Bytes after which reading stops. */
const FULL = 262_144;

/** The first 2,048 bytes of a body that is not read as XML. */
export class Excerpt {
  #bytes: Uint8Array[] = [];
  #kept = 0;
  #seen = 0;

  get isFull(): boolean {
    return this.#seen > FULL;
  }

  add(chunk: Uint8Array): void {
    this.#seen += chunk.length;
    if (this.#kept >= KEPT) return;
    const part = chunk.slice(0, KEPT - this.#kept);
    this.#bytes.push(part);
    this.#kept += part.length;
  }

  /** Returns the bytes as UTF-8 text, whatever their encoding. */
  text(): string {
    return Buffer.concat(this.#bytes).toString("utf8");
  }
}
