/** ECMA-262 12.7.1, without invisible joiners, because names with them look the same. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const notContinued = /[^\p{ID_Continue}$]|\u200c|\u200d/gu;

/** Returns whether `text` is a valid property name without quotes. */
export function isIdentifier(text: string): boolean {
  return identifier.test(text);
}

/** Replaces other characters by `_`, and puts `_` before a leading digit. */
export function identifierOf(text: string): string {
  const cleaned = text.normalize("NFC").replace(notContinued, "_");
  return identifier.test(cleaned) ? cleaned : `_${cleaned}`;
}

/** `Order_GetList` -> `orderGetList`, `get-it` -> `getIt`, `GETList` -> `getList`. */
export function camelCase(text: string): string {
  const words = text
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? lowerStart(word) : upperFirst(word))).join("");
  return identifierOf(joined === "" ? "_" : joined);
}

/** Like `camelCase`, but treats words in capitals like any other: `ORDER_LINE` -> `orderLine`. */
export function camelWords(text: string): string {
  return camelCase(quietWords(text));
}

/** `order_line` -> `OrderLine`, `ORDER_LINE` -> `OrderLine`, `URL` -> `URL`. */
export function pascalCase(text: string): string {
  const words = quietWords(text)
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  const joined = words.map(upperFirst).join("");
  return identifierOf(joined === "" ? "_" : joined);
}

/** Lowers a text of several words without any lowercase letter. */
function quietWords(text: string): string {
  return !/\p{Ll}/u.test(text) && /\p{L}[^\p{L}\p{N}\p{M}]+\p{L}/u.test(text) ? text.toLowerCase() : text;
}

/** Lowers the first letter, or several capitals except the one that starts the next word. */
function lowerStart(word: string): string {
  const capitals = /^\p{Lu}+/u.exec(word)?.[0] ?? "";
  const count = capitals.length < 2 || capitals.length === word.length ? capitals.length : capitals.length - 1;
  const lowered = word.slice(0, count).toLowerCase();
  return lowered + word.slice(count);
}

export function upperFirst(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === "" ? text : first.toUpperCase() + text.slice(first.length);
}
