/** Chooses the encoding of a document by its first bytes (RFC 7303, 3.2 and 3.3; XML 1.0, 4.3.3 and appendix F). */
import { latin1Text } from "#platform";
import { declaredEncoding } from "./declared-encoding";
import { canonicalEncoding, isAsciiSuperset } from "./encodings";

/** Length of the part in which an XML declaration is looked for, in bytes. */
const MAX_DECLARATION = 2048;

const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/**
 * How a document is decoded. `by`: one encoding. `same`: `encoding`, as long as `other` gives the same text.
 * `utf-8 first`: UTF-8 if all bytes are valid, otherwise `encoding`; undefined if that one is not supported.
 */
export type EncodingChoice =
  | {
      readonly way: "by";
      readonly encoding: string;
      readonly markLength?: number;
      readonly contradiction?: string | undefined;
    }
  | { readonly way: "same"; readonly encoding: string; readonly other: string; readonly contradiction: string }
  | { readonly way: "utf-8 first"; readonly encoding: string | undefined; readonly contradiction: string };

export interface ChoiceTerms {
  /** Whether common deviations are accepted where the bytes are unambiguous. */
  readonly forgiving: boolean;
  /** Whether one of two encodings is taken although their texts differ. */
  readonly lenient: boolean;
  /** Throws the error of a document whose encoding cannot be known. */
  fail(what: string): never;
}

/** What one source says about the encoding. */
interface Saying {
  readonly source: "the byte order mark" | "the charset parameter" | "the XML declaration";
  readonly label: string;
  /** The canonical name; undefined if the encoding is not supported. */
  readonly encoding: string | undefined;
}

/**
 * A byte order mark decides. Without one, a charset parameter that says UTF-8 decides. Any other contradiction of
 * parameter and declaration is harmless only if both give the same text.
 */
export function chooseEncoding(head: Uint8Array, charset: string | undefined, terms: ChoiceTerms): EncodingChoice {
  const named = charset === undefined ? undefined : sayingOf("the charset parameter", charset);
  const label = declaredEncoding(asciiOf(head, terms.forgiving));
  const declared = label === undefined ? undefined : sayingOf("the XML declaration", label);
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (mark !== undefined) {
    const { encoding, bytes } = mark;
    const others = [named, declared].filter(
      (each): each is Saying => each !== undefined && !isSame(each.encoding, encoding),
    );
    const contradiction =
      others.length === 0 ? undefined : describe([sayingOf("the byte order mark", encoding), ...others]);
    return { way: "by", encoding, markLength: bytes.length, contradiction };
  }
  const wide = wideEncoding(head, terms.forgiving);
  if (named === undefined) return chooseByDeclaration(declared, wide, terms);
  const outer = named.encoding === "utf-16" ? wide : named.encoding;
  if (declared !== undefined && !isSame(declared.encoding, outer ?? named.encoding))
    return chooseOfTwo(named, declared, outer, wide, terms);
  if (named.encoding === undefined) return refuseUnsupported(named, terms);
  return { way: "by", encoding: outer ?? terms.fail("utf-16 needs a byte order mark") };
}

function chooseByDeclaration(
  declared: Saying | undefined,
  wide: string | undefined,
  terms: ChoiceTerms,
): EncodingChoice {
  if (wide !== undefined) terms.fail(`it looks like ${wide}, which needs a byte order mark or a charset parameter`);
  if (declared === undefined) return { way: "by", encoding: "utf-8" };
  const encoding = declared.encoding ?? refuseUnsupported(declared, terms);
  if (!isWide(encoding)) return { way: "by", encoding };
  const contradiction = `the XML declaration says ${encoding}, but it is not written in it`;
  return terms.forgiving ? { way: "by", encoding: "utf-8", contradiction } : terms.fail(contradiction);
}

/** The encodings of `named` and `declared` differ. `outer` is the one of `named`, with its byte order. */
function chooseOfTwo(
  named: Saying,
  declared: Saying,
  outer: string | undefined,
  wide: string | undefined,
  terms: ChoiceTerms,
): EncodingChoice {
  const isOne = named.label.toLowerCase() === declared.label.toLowerCase();
  const contradiction = isOne
    ? unsupported("charset parameter and XML declaration name", named)
    : describe([named, declared]);
  const isSingle = wide === undefined;
  if (outer === "utf-8") return isSingle ? { way: "by", encoding: outer, contradiction } : terms.fail(contradiction);
  if (terms.lenient && isSingle && declared.encoding === "utf-8")
    return { way: "utf-8 first", encoding: isWide(outer) ? undefined : outer, contradiction };
  // The text consists of single bytes, so a declaration of UTF-16 cannot be true. Two byte orders are an error.
  const isUntrue = terms.forgiving && isSingle && isWide(declared.encoding) && !isWide(outer);
  if (outer !== undefined && (terms.lenient || isUntrue)) return { way: "by", encoding: outer, contradiction };
  const encoding = outer ?? plainOf(named);
  const other = plainOf(declared);
  if (encoding === undefined) return refuseUnsupported(named, terms);
  if (other === undefined) return refuseUnsupported(declared, terms);
  if (isWide(encoding) || isWide(other)) return terms.fail(contradiction);
  return { way: "same", encoding, other, contradiction };
}

/** Returns an encoding that gives the same text as long as the bytes are ASCII, for one that is not supported. */
function plainOf({ label, encoding }: Saying): string | undefined {
  return encoding ?? (isAsciiSuperset(label) ? "us-ascii" : undefined);
}

function sayingOf(source: Saying["source"], label: string): Saying {
  return { source, label, encoding: canonicalEncoding(label) };
}

function describe(sayings: readonly Saying[]): string {
  const shown = ({ label, encoding }: Saying) => encoding ?? JSON.stringify(label.slice(0, 40));
  return sayings.map((each, index) => `${each.source}${index === 0 ? " says" : ""} ${shown(each)}`).join(", ");
}

function refuseUnsupported(saying: Saying, terms: ChoiceTerms): never {
  return terms.fail(unsupported(`${saying.source} names`, saying));
}

function unsupported(sources: string, { label }: Saying): string {
  return `${sources} an encoding that is not supported: ${JSON.stringify(label.slice(0, 40))}`;
}

function isWide(encoding = ""): boolean {
  return encoding.startsWith("utf-16");
}

const LESS = 0x3c;
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** XML 1.0, appendix F, for text without a byte order mark. With `forgiving`, a blank may replace `<`. */
function wideEncoding([first, second]: Uint8Array, forgiving: boolean): string | undefined {
  const isStart = (byte: number | undefined) =>
    byte === LESS || (forgiving && byte !== undefined && BLANKS.includes(byte));
  if (isStart(first) && second === 0) return "utf-16le";
  return first === 0 && isStart(second) ? "utf-16be" : undefined;
}

/** `utf-16` names either byte order. */
function isSame(label: string | undefined, encoding: string | undefined): boolean {
  return label !== undefined && (label === encoding || (label === "utf-16" && isWide(encoding)));
}

/** Whether an XML declaration that may be there is complete. */
export function isHeadComplete(head: Uint8Array, forgiving: boolean): boolean {
  if (head.length < 4) return false;
  const text = asciiOf(head, forgiving);
  if (!"<?xml".startsWith(text.slice(0, 5))) return true;
  return text.includes("?>") || head.length >= MAX_DECLARATION;
}

/**
 * Drops marks and zero bytes, which is enough to read a declaration in any supported encoding. With `forgiving`, drops
 * leading blanks too.
 */
function asciiOf(head: Uint8Array, forgiving: boolean): string {
  const text = latin1Text(head, 0, MAX_DECLARATION)
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "");
  return forgiving ? text.replace(/^[ \t\r\n]+/, "") : text;
}
