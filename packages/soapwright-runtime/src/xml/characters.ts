/** The character classes of XML 1.0, fifth edition, 2.2 and 2.3. */
export const SLASH = 0x2f;
export const GREATER = 0x3e;

const NAME_START = 1;
const NAME = 2;

/** The colon counts as a name character; `xml-namespaces.ts` checks its position. */
const ASCII = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:") {
  ASCII[character.charCodeAt(0)] = NAME_START | NAME;
}
for (const character of "0123456789-.") ASCII[character.charCodeAt(0)] = NAME;

/** Pairs of first and last character. */
const OTHER_NAME_START: readonly number[] = [
  0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2ff, 0x370, 0x37d, 0x37f, 0x1fff, 0x200c, 0x200d, 0x2070, 0x218f, 0x2c00, 0x2fef,
  0x3001, 0xd7ff, 0xf900, 0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0xeffff,
];
const OTHER_NAME: readonly number[] = [0xb7, 0xb7, 0x300, 0x36f, 0x203f, 0x2040];

function isIn(ranges: readonly number[], codePoint: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (codePoint <= ranges[at + 1]!) return codePoint >= ranges[at]!;
  }
  return false;
}

function nameClass(codePoint: number): number {
  if (codePoint < 128) return ASCII[codePoint]!;
  if (isIn(OTHER_NAME_START, codePoint)) return NAME_START | NAME;
  return isIn(OTHER_NAME, codePoint) ? NAME : 0;
}

export function nameEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (ASCII[code] === 0) return at;
      at++;
    } else {
      const codePoint = text.codePointAt(at);
      if (codePoint === undefined || nameClass(codePoint) === 0) return at;
      at += codePoint > 0xffff ? 2 : 1;
    }
  }
}

/** False at the end of the text. */
export function isNameStart(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && (nameClass(codePoint) & NAME_START) !== 0;
}

/** Carriage returns were already normalized to line feeds. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

export function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

export function shown(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  return codePoint > 0x20 && codePoint < 0x7f ? `"${String.fromCodePoint(codePoint)}"` : number;
}
