import { base64Bytes, hexBytes } from "#platform";
import { isBase64, isHexBinary } from "../../xsd/built-ins";
import type { SimpleTypeCodec } from "../simple/simple-type";

/** Length from which a text is decoded while it arrives, in UTF-16 code units. */
const LONG = 131_072;
const WHITE_SPACE = /[ \t\r\n]+/g;
const LEADING = /^[ \t\r\n]+/;
const TRAILING = /[ \t\r\n]+$/;
/** Maximum length of white space that is held back at the end of a hexadecimal text. */
const MAX_HELD = 65_536;

/**
 * The octets of one long text of `xs:base64Binary` or `xs:hexBinary`, decoded piece by piece while the text arrives, so
 * that the end of the element does not decode all of it in one turn of the event loop. Texts with anything unusual are
 * left to the type, which has the whole text.
 */
export class LongOctets {
  readonly #isHex: boolean;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  /** Digits of a group that is not complete, or that may be the last one. */
  #held = "";
  #isRegular = true;

  private constructor(isHex: boolean) {
    this.#isHex = isHex;
  }

  /** Returns undefined while the text is short, and for a type whose facets need the whole text. */
  static start(type: SimpleTypeCodec, text: string, isStrict: boolean): LongOctets | undefined {
    if (text.length <= LONG || type.variety !== "atomic" || (isStrict && type.faceted === true)) return undefined;
    const isHex = type.builtIns.includes("hexBinary");
    if (!isHex && !type.builtIns.includes("base64Binary")) return undefined;
    const octets = new LongOctets(isHex);
    octets.add(text);
    return octets;
  }

  add(text: string): void {
    if (!this.#isRegular) return;
    const digits = this.#held + text;
    if (this.#isHex) this.#addHex(this.#length === 0 ? digits.replace(LEADING, "") : digits);
    else this.#addBase64(digits.replace(WHITE_SPACE, ""));
  }

  /** Returns undefined if the text is not regular. */
  end(): Uint8Array | undefined {
    const last = this.#held.replace(TRAILING, "");
    if (!this.#isRegular || !(this.#isHex ? isHexBinary(last) : isBase64(last))) return undefined;
    this.#decode(last);
    const octets = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      octets.set(piece, at);
      at += piece.length;
    }
    return octets;
  }

  /** The last group is held back, because only it may have padding. */
  #addBase64(digits: string): void {
    const end = Math.max(0, Math.floor((digits.length - 1) / 4) * 4);
    const groups = digits.slice(0, end);
    this.#isRegular = !groups.includes("=") && isBase64(groups);
    this.#held = digits.slice(end);
    if (this.#isRegular) this.#decode(groups);
  }

  #addHex(digits: string): void {
    const end = Math.floor(digits.replace(TRAILING, "").length / 2) * 2;
    const octets = digits.slice(0, end);
    this.#held = digits.slice(end);
    this.#isRegular = isHexBinary(octets) && this.#held.length <= MAX_HELD;
    if (this.#isRegular) this.#decode(octets);
  }

  #decode(digits: string): void {
    const piece = this.#isHex ? hexBytes(digits) : base64Bytes(digits);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}
