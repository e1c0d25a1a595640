import type { PartsIn } from "../feature";
import { XmlReader } from "../xml/reader";
import { XmlTextDecoder } from "../xml/text-decoder";
import type { ReaderPlan } from "../xml/xml-namespaces";
import { EnvelopeReader, type EnvelopeScope, type EnvelopeTerms } from "./envelope-reader";

export interface TextTerms extends EnvelopeTerms {
  readonly reading: ReaderPlan;
  /** Maximum length of the text that is kept for listeners, in UTF-16 code units. */
  readonly keptText: number;
}

/** The envelope of one response, from its bytes to its values: decodes text, parses it, and reads the events. */
export class EnvelopeText {
  readonly envelope: EnvelopeReader;
  readonly #decoder: XmlTextDecoder;
  readonly #reader: XmlReader;
  readonly #keptText: number;
  /** The text that is kept for listeners. */
  text = "";
  /** The text that is verified before it is parsed. Undefined when it is parsed as it arrives. */
  #held: string[] | undefined;
  #isWhole = false;

  /**
   * @param parts Those that the envelope may refer to. `isRoot`: whether its elements can stand for them, because it came as
   * one of them.
   */
  constructor(
    terms: TextTerms,
    charset: string | undefined,
    isHeld: boolean,
    parts: PartsIn | undefined,
    isRoot: boolean,
  ) {
    const { reading, keptText } = terms;
    this.#keptText = keptText;
    this.#held = isHeld ? [] : undefined;
    this.envelope = new EnvelopeReader(terms);
    this.#decoder = new XmlTextDecoder(charset, {
      forgiving: reading.forgiving,
      lenient: reading.lenient,
      subject: reading.subject,
      onContradiction: (came, read) => this.envelope.note({ place: "encoding", came, read, path: () => "Envelope" }),
    });
    this.#reader = new XmlReader(this.envelope, reading);
    this.envelope.scope = parts === undefined ? this.#reader : scopeWith(this.#reader, parts, isRoot);
  }

  /** Throws a `ResponseError`. */
  write(bytes: Uint8Array): void {
    this.#read(this.#decoder.write(bytes));
  }

  /** Ends the bytes, and returns the text that was held. */
  held(): string {
    this.#endBytes();
    return (this.#held ?? []).join("");
  }

  /** Parses `text`, which was verified. */
  release(text: string): void {
    this.#held = undefined;
    this.#read(text);
  }

  /** Ends the document. Throws a `ResponseError`. */
  end(): void {
    this.#endBytes();
    this.#reader.end();
    this.envelope.end();
  }

  #endBytes(): void {
    if (this.#isWhole) return;
    this.#isWhole = true;
    this.#read(this.#decoder.end());
  }

  #read(text: string): void {
    if (text === "") return;
    if (this.#held !== undefined) {
      this.#held.push(text);
      return;
    }
    const room = this.#keptText - this.text.length;
    if (room > 0) this.text += text.slice(0, room);
    this.#reader.write(text);
  }
}

function scopeWith(reader: XmlReader, parts: PartsIn, isRoot: boolean): EnvelopeScope {
  const tokens = new Map<string, object>();
  return {
    resolvePrefix: (prefix) => reader.resolvePrefix(prefix),
    position: () => reader.position(),
    delegate: (events) => reader.delegate(isRoot ? parts.events(events, tokens) : events),
    attached: isRoot ? (token) => tokens.get(token) : undefined,
    partOf: isRoot ? (url) => parts.take(url) : undefined,
    octets: parts.octets && ((bytes) => parts.octets!(bytes)),
  };
}
