const KEPT_BYTES = 2048;
/** Reading stops after this number. */
const READ_BYTES = 262_144;

/** The first 2,048 bytes of a body that is not read as XML. */
export class Excerpt {
  #bytes: Uint8Array[] = [];
  #keptBytes = 0;
  #seenBytes = 0;

  get isFull(): boolean {
    return this.#seenBytes > READ_BYTES;
  }

  add(chunk: Uint8Array): void {
    this.#seenBytes += chunk.length;
    if (this.#keptBytes >= KEPT_BYTES) return;
    const part = chunk.slice(0, KEPT_BYTES - this.#keptBytes);
    this.#bytes.push(part);
    this.#keptBytes += part.length;
  }

  /** Decodes UTF-8, also when the encoding is another. */
  text(): string {
    return Buffer.concat(this.#bytes).toString("utf8");
  }
}
