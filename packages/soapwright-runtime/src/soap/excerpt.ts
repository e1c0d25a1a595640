import { joinBytes, utf8Text } from "#platform";

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
    return utf8Text(joinBytes(this.#bytes));
  }
}

const ENVELOPE = /<(?:[\w.-]+:)?Envelope[\s>]/i;
/** XML declaration, processing instructions, comments and blanks: what may precede the first element. */
const FIRST_ENVELOPE = /^(?:\s|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->)*<(?:[\w.-]+:)?Envelope[\s>/]/;

const SOAP_NAMESPACE = /schemas\.xmlsoap\.org\/soap\/envelope\/|www\.w3\.org\/2003\/05\/soap-envelope/;

/** Whether the first element of `text` is named Envelope and SOAP's namespace is in it: lenient validation reads it. */
export function beginsWithSoap(text: string): boolean {
  return beginsWithEnvelope(text) && SOAP_NAMESPACE.test(text);
}

/** Whether the first element of `text` is an Envelope. */
export function beginsWithEnvelope(text: string): boolean {
  return FIRST_ENVELOPE.test(text.slice(0, KEPT_BYTES));
}

/**
 * Whether the beginning of a body that was not read as XML has an Envelope, and is no page. Zero bytes are dropped,
 * which is enough to see one in UTF-16.
 */
export function holdsEnvelope(text: string): boolean {
  const plain = text.replaceAll("\0", "");
  const at = plain.search(ENVELOPE);
  return at !== -1 && !/<html[\s>]/i.test(plain.slice(0, at));
}
