/** The supported encodings other than UTF-8, each as a function from bytes to text that rejects invalid bytes. */
import { copyBytes, isAscii, latin1Text, utf16Text } from "#platform";

/** The last `pending` bytes are an incomplete character. A number is the index of the first invalid byte. */
export type Decoded =
  | { readonly text: string; readonly pending: number; readonly wrongAt?: undefined }
  | { readonly wrongAt: number };

export type Decode = (bytes: Uint8Array) => Decoded;

/** Latin-1 is supported too. Stateful and multi-byte encodings are not, except UTF-8 and UTF-16. */
const SINGLE_BYTE = /^(?:windows-125[0-8]|iso-8859-(?:[2-8]|10|13|14|15|16)|koi8-[ru])$/;

const LATIN_1 = /^(?:iso-?8859-1|iso_8859-1|latin1|l1)$/;
const ASCII = /^(?:us-ascii|ascii|iso646-us|ansi_x3\.4-1968)$/;

/** Returns undefined when the encoding is not supported. `utf-16` may have either byte order. */
export function canonicalEncoding(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (LATIN_1.test(name)) return "iso-8859-1";
  if (ASCII.test(name)) return "us-ascii";
  if (name === "utf-8" || name === "utf8") return "utf-8";
  if (name === "utf-16" || name === "utf-16le" || name === "utf-16be") return name;
  try {
    const { encoding } = new TextDecoder(name);
    return SINGLE_BYTE.test(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

/** Stateless encodings in which each byte below 0x80 is the character of ASCII, and which are not supported. */
const MULTI_BYTE = /^(?:gbk|gb18030|big5|euc-jp|euc-kr|shift_jis)$/;

/** Whether `label` names an encoding of several bytes that gives ASCII bytes the text of ASCII. */
export function isAsciiSuperset(label: string): boolean {
  try {
    return MULTI_BYTE.test(new TextDecoder(label.trim()).encoding);
  } catch {
    return false;
  }
}

const DECODERS: { readonly [encoding: string]: Decode } = {
  "utf-16le": decodeUtf16,
  "utf-16be": decodeUtf16BigEndian,
  "us-ascii": decodeAscii,
  "iso-8859-1": (bytes) => ({ text: latin1Text(bytes), pending: 0 }),
  "windows-1252": decodeWindows1252,
};

/** Takes a canonical name with its byte order, except `utf-8`: see `decodeFor`. */
export function decodeOther(encoding: string): Decode {
  return DECODERS[encoding] ?? decodeSingleByte(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }));
}

function decodeAscii(bytes: Uint8Array): Decoded {
  if (isAscii(bytes)) return { text: latin1Text(bytes), pending: 0 };
  return { wrongAt: bytes.findIndex((byte) => byte >= 0x80) };
}

function decodeUtf16(bytes: Uint8Array): Decoded {
  const text = utf16Text(bytes);
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  const complete = isHalf ? text.slice(0, -1) : text;
  const lone = complete.search(/\p{Surrogate}/u);
  if (lone !== -1) return { wrongAt: lone * 2 };
  return { text: complete, pending: (bytes.length % 2) + (isHalf ? 2 : 0) };
}

function decodeUtf16BigEndian(bytes: Uint8Array): Decoded {
  const even = copyBytes(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  for (let at = 0; at < even.length; at += 2) [even[at], even[at + 1]] = [even[at + 1]!, even[at]!];
  const decoded = decodeUtf16(even);
  return decoded.wrongAt === undefined ? { ...decoded, pending: decoded.pending + (bytes.length % 2) } : decoded;
}

/**
 * The characters of windows-1252 at 0x80 to 0x9F. Node 20 decodes them as Latin-1:
 * https://github.com/nodejs/node/issues/56542
 */
const WINDOWS_1252 = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

function decodeWindows1252(bytes: Uint8Array): Decoded {
  const isUnassigned = (byte: number) => byte >= 0x80 && byte <= 0x9f && WINDOWS_1252[byte - 0x80] === "\0";
  const wrongAt = bytes.findIndex(isUnassigned);
  if (wrongAt !== -1) return { wrongAt };
  const text = latin1Text(bytes);
  return { text: text.replace(/[\x80-\x9f]/g, (code) => WINDOWS_1252[code.charCodeAt(0) - 0x80]!), pending: 0 };
}

function decodeSingleByte(decoder: InstanceType<typeof TextDecoder>): Decode {
  const decodes = (part: Uint8Array) => {
    try {
      decoder.decode(part);
      return true;
    } catch {
      return false;
    }
  };
  return (bytes) => {
    if (decodes(bytes)) return { text: decoder.decode(bytes), pending: 0 };
    return { wrongAt: firstWrong(bytes, decodes) };
  };
}

/** `isRight` is false for every longer prefix of `bytes`. */
export function firstWrong(bytes: Uint8Array, isRight: (part: Uint8Array) => boolean): number {
  let right = 0;
  let wrong = bytes.length;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (isRight(bytes.subarray(0, middle))) right = middle;
    else wrong = middle;
  }
  return right;
}
