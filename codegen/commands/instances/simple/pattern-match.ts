import { type CharacterSet, type Pattern, type Piece, parsePattern } from "../../../xsd/pattern-syntax";

const compiled = new Map<string, RegExp>();

/** Whether the whole of `text` is in the language of the XML Schema regular expression `pattern`. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length < leastLength(pattern)) return false;
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = new RegExp(`^(?:${sourceOf(parsePattern(pattern))})$`, "v");
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}

const lengths = new Map<string, number>();

/** The length of the shortest text of the language, in characters. */
export function leastLength(pattern: string): number {
  const known = lengths.get(pattern) ?? leastOf(parsePattern(pattern));
  lengths.set(pattern, known);
  return known;
}

/** That of a pattern that has been read. */
export function leastOf(pattern: Pattern): number {
  return pattern.reduce(
    (least, pieces) =>
      Math.min(
        least,
        pieces.reduce((sum, piece) => sum + leastOfPiece(piece), 0),
      ),
    Number.POSITIVE_INFINITY,
  );
}

function leastOfPiece({ atom, min }: Piece): number {
  const once = atom.kind === "group" ? leastOf(atom.pattern) : 1;
  return min === 0 ? 0 : min * once;
}

/** The set as a class of the flag `v`. */
export function classOf(set: CharacterSet): string {
  const own = `[${set.negated ? "^" : ""}${set.body}]`;
  return set.without ? `[${own}--${classOf(set.without)}]` : own;
}

function sourceOf(pattern: Pattern): string {
  return pattern.map((pieces) => pieces.map(pieceSource).join("")).join("|");
}

function pieceSource({ atom, min, max }: Piece): string {
  const source = atom.kind === "group" ? `(?:${sourceOf(atom.pattern)})` : classOf(atom);
  if (min === 1 && max === 1) return source;
  return `${source}{${min},${max === Number.POSITIVE_INFINITY ? "" : max}}`;
}
