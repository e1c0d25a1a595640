const KEPT = 2048;
/** A longer body is not read to its end. */
const FULL = 262_144;

/** The start of a body that is not read as XML. */
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

  /** As text, whatever it is. */
  text(): string {
    return Buffer.concat(this.#bytes).toString("utf8");
  }
}
