/** ECMA-262 12.7.1, without invisible joiners, because names with them look the same. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** Nearly all names are of these, for which the same test takes a fraction of the time. */
const plainIdentifier = /^[A-Za-z_$][\w$]*$/;
const notContinued = /[^\p{ID_Continue}$]|\u200c|\u200d/gu;

/** Returns whether `text` is a valid property name without quotes. */
export function isIdentifier(text: string): boolean {
  return plainIdentifier.test(text) || identifier.test(text);
}

/** Replaces other characters by `_`, and puts `_` before a leading digit. */
export function identifierOf(text: string): string {
  if (plainIdentifier.test(text)) return text;
  const cleaned = text.normalize("NFC").replace(notContinued, "_");
  return identifier.test(cleaned) ? cleaned : `_${cleaned}`;
}

/** `Order_GetList` -> `orderGetList`, `get-it` -> `getIt`, `GETList` -> `getList`. */
export function camelCase(text: string): string {
  const joined = wordsIn(text)
    .map((word, index) => (index === 0 ? lowerStart(word) : upperFirst(word)))
    .join("");
  return identifierOf(joined || "_");
}

/** Like `camelCase`, but treats words in capitals like any other: `ORDER_LINE` -> `orderLine`. */
export function camelWords(text: string): string {
  return camelCase(quietWords(text));
}

/** `order_line` -> `OrderLine`, `ORDER_LINE` -> `OrderLine`, `URL` -> `URL`. */
export function pascalCase(text: string): string {
  return identifierOf(wordsIn(quietWords(text)).map(upperFirst).join("") || "_");
}

function wordsIn(text: string): string[] {
  const parts = text.normalize("NFC").split(/[^\p{L}\p{N}\p{M}]+/u);
  return parts.filter((word) => word !== "");
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

/** A set of unique names. A name that is taken gets a number: `Address`, `Address2`. */
export class NameScope {
  private readonly taken: Set<string>;
  /** The number to try next, by wanted name. */
  private readonly numbers = new Map<string, number>();

  constructor(reserved: Iterable<string> = []) {
    this.taken = new Set(reserved);
  }

  has(name: string): boolean {
    return this.taken.has(name);
  }

  reserve(name: string): void {
    this.taken.add(name);
  }

  /** Returns `wanted`, or the first of `wanted2`, `wanted3` … that is free. */
  take(wanted: string): string {
    let name = wanted;
    let number = this.numbers.get(wanted) ?? 2;
    while (this.taken.has(name)) name = `${wanted}${number++}`;
    this.numbers.set(wanted, number);
    this.taken.add(name);
    return name;
  }
}

/** The function that creates a client. */
export function factoryName(className: string): string {
  return `create${upperFirst(className)}`;
}

/** The type of a client's options. */
export function optionsName(className: string): string {
  return `${className}Options`;
}

/** The type of a client's credentials. */
export function credentialsName(className: string): string {
  return `${className}Credentials`;
}

export function apiName(className: string): string {
  return `${className}Api`;
}

export function streamApiName(className: string): string {
  return `${className}StreamApi`;
}

/** Returns the exports beside generated types, whose names types must not have. */
export function namesBeside(className: string): readonly string[] {
  return [
    className,
    `${className}Headers`,
    apiName(className),
    streamApiName(className),
    credentialsName(className),
    factoryName(className),
    optionsName(className),
  ];
}
