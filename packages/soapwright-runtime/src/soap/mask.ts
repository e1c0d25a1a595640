/** Masks credentials and personal data in text that is shown. */
import { base64Bytes, base64Text, hexBytes, utf8Bytes, utf8Text } from "#platform";
import { printable } from "../text/printable";
import { markupEnd, NO_SCOPE, NotWellFormed, readTag, resolve, scopeIn } from "../xml/written-tag";

export const MASK = "***";

/** Returns the text with the secrets of one call replaced. */
export type Masker = (text: string) => string;

/** Minimum length of a secret that `Secrets.namesMasker` masks, in characters. */
const MIN_NAME_LENGTH = 8;

/** The secrets of one call: texts of header blocks, HTTP headers that the user set, and the query of the address. */
export class Secrets {
  readonly plain: ReadonlySet<string>;
  readonly #texts = new Set<string>();
  #masker: Masker | undefined;

  constructor(plain: ReadonlySet<string> = new Set()) {
    this.plain = plain;
  }

  add(text: string): void {
    const secret = text.trim();
    if (secret === "" || this.#texts.has(secret)) return;
    this.#texts.add(secret);
    this.#masker = undefined;
  }

  /**
   * Adds the texts of elements. Blocks with `isOwn` were written from `headers`: all of them are secret, addresses too,
   * and the values of attributes except namespaces and types.
   */
  addBlock(xml: string, isOwn = false): void {
    try {
      for (const { name, text, attributes } of writtenElements(xml)) {
        const isPlain = this.plain.has(name.local) || (!isOwn && isPlainBlock(name));
        if (!isPlain) this.add(text);
        if (isOwn) this.#addAttributes(attributes);
      }
    } catch (error) {
      // A RangeError is a reference to a character that does not exist.
      if (!(error instanceof NotWellFormed || error instanceof RangeError)) throw error;
      // Someone else wrote the block, and it is no XML: all of its texts are secret.
      for (const text of xml.split(/<[^<>]*>/)) this.add(text);
    }
  }

  /** Takes alternating names and values. */
  #addAttributes(attributes: readonly string[]): void {
    for (let i = 0; i + 1 < attributes.length; i += 2) {
      const [prefix = "", local = prefix] = attributes[i]!.split(":");
      if (prefix !== "xmlns" && prefix !== "xsi" && !this.plain.has(local)) this.add(attributes[i + 1]!);
    }
  }

  /** Adds a value of `headers`, whose property is `name`, and each item of its lists. */
  addValue(value: unknown, name: string): void {
    if (value === undefined || value === null || this.plain.has(name)) return;
    if (typeof value !== "object") this.add(String(value));
    else if (value instanceof Uint8Array) this.add(base64Text(value));
    else if (Array.isArray(value)) for (const item of value) this.addValue(item, name);
    else for (const [key, inner] of Object.entries(value)) this.addValue(inner, key);
  }

  /** Takes alternating names and values. */
  addHttpHeaders(headers: readonly string[]): void {
    for (let i = 0; i + 1 < headers.length; i += 2) {
      if (!NO_SECRETS.has(headers[i]!.toLowerCase())) this.#addHttpHeader(headers[i + 1]!.trim());
    }
  }

  #addHttpHeader(value: string): void {
    const token = value.slice(value.indexOf(" ") + 1);
    this.add(value);
    this.add(token);
    // Basic (RFC 7617) encodes the user and the password.
    if (!/^basic /i.test(value)) return;
    const [, user = "", password = ""] = /^([^:]*):(.*)$/s.exec(utf8Text(base64Bytes(token))) ?? [];
    this.add(user);
    this.add(password);
  }

  addQuery(query: string): void {
    if (query.length < 2) return;
    this.add(query.slice(1));
    for (const [, value] of new URLSearchParams(query)) this.add(value);
  }

  /** Only whole values are masked. */
  mask(text: string): string {
    this.#masker ??= maskerOf([...this.#texts]);
    return this.#masker(text);
  }

  /** Ignores short secrets, which may be ordinary words of the message. */
  namesMasker(): Masker {
    return maskerOf([...this.#texts].filter(({ length }) => length >= MIN_NAME_LENGTH));
  }
}

/** Namespaces of WS-Addressing 1.0 and of its submission of August 2004. */
const ADDRESSING = /^http:\/\/(?:www\.w3\.org\/2005\/08|schemas\.xmlsoap\.org\/ws\/2004\/08)\/addressing$/;
/** Addresses and message ids are not secret. */
const ADDRESSES: ReadonlySet<string> = new Set(["To", "Action", "MessageID", "RelatesTo", "Address"]);

export function isPlainBlock({ namespace, local }: { readonly namespace: string; readonly local: string }): boolean {
  return ADDRESSES.has(local) && ADDRESSING.test(namespace);
}

/** A piece of text with the element around it, or a start tag with an empty text. */
interface WrittenPiece {
  readonly name: { readonly namespace: string; readonly local: string };
  readonly text: string;
  readonly attributes: readonly string[];
}

/** Yields the texts and start tags of XML in which prefixes may be bound elsewhere. Throws `NotWellFormed`. */
function* writtenElements(xml: string): Generator<WrittenPiece> {
  const open = [{ name: { namespace: "", local: "" }, scope: NO_SCOPE }];
  for (let at = 0; at < xml.length; ) {
    const around = open.at(-1) ?? open[0]!;
    const next = xml.indexOf("<", at);
    const text = xml.slice(at, next < 0 ? undefined : next);
    if (text !== "") yield { name: around.name, text: resolve(text), attributes: [] };
    if (next < 0) return;
    const end = markupEnd(xml, next);
    if (end === undefined) {
      const tag = readTag(xml, next);
      const scope = scopeIn(tag, around.scope);
      const [local = "", prefix = ""] = tag.name.split(":").reverse();
      const name = { namespace: scope.get(prefix) ?? "", local };
      yield { name, text: "", attributes: tag.attributes };
      if (!tag.isEmpty) open.push({ name, scope });
      at = tag.end;
    } else {
      if (xml.startsWith("<![CDATA[", next))
        yield { name: around.name, text: xml.slice(next + 9, end - 3), attributes: [] };
      else if (xml.startsWith("</", next)) open.pop();
      at = end;
    }
  }
}

/** Namespaces of the attributes that control the processing of a header block. */
export const SOAP_ATTRIBUTES: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/soap/envelope/",
  "http://www.w3.org/2003/05/soap-envelope",
]);

const NO_SECRETS: ReadonlySet<string> = new Set([
  "content-type",
  "soapaction",
  "accept-encoding",
  "traceparent",
  "tracestate",
]);

/** A longer secret cannot be an ordinary word, so it is masked inside longer identifiers too. */
const MAX_WORD_LENGTH = 16;
/** The text after a match is masked up to the next delimiter. */
const MATCHED_LENGTH = 64;

/**
 * Returns a masker of whole values: a short secret inside a longer word is not masked. It matches every spelling of a
 * secret: literal, with references of XML and HTML, with escapes of JSON, or percent-encoded. A pattern is long, so it
 * is built only for a secret that the text contains: the engine cannot compile one pattern of all secrets.
 */
function maskerOf(secrets: readonly string[]): Masker {
  if (secrets.length === 0) return (text) => text;
  const longestFirst = [...secrets]
    .sort((a, b) => b.length - a.length)
    .map((secret) => ({ secret, start: beginningOf(secret).toLowerCase() }));
  return (text) => {
    const readings = readingsOf(text);
    let masked = text;
    // The pattern of a long secret matches only its beginning.
    for (const { secret } of longestFirst) if (secret.length > MATCHED_LENGTH) masked = masked.replaceAll(secret, MASK);
    for (const { secret, start } of longestFirst) {
      if (!readings.some((reading) => reading.includes(start))) continue;
      masked = masked.replace(new RegExp(wholeValue(secret), "giu"), MASK);
    }
    return masked;
  };
}

function beginningOf(secret: string): string {
  return [...secret.slice(0, 2 * MATCHED_LENGTH)].slice(0, MATCHED_LENGTH).join("");
}

/** Returns the text and its decoded forms (references, percent-encoding, JSON escapes), in lower case. */
function readingsOf(text: string): string[] {
  const readings = new Set([text]);
  if (/[&%\\+]/.test(text)) {
    const once = resolveReferences(text);
    for (const reading of [text, once, resolveReferences(once)]) {
      readings.add(reading);
      readings.add(resolvePercent(reading));
      readings.add(resolvePercent(reading.replaceAll("+", " ")));
      readings.add(resolveJson(reading));
    }
  }
  return [...readings].map((reading) => reading.toLowerCase());
}

function resolvePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => utf8Text(hexBytes(codes.replaceAll("%", ""))));
}

function resolveJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_whole, code, sign) =>
    code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function wholeValue(secret: string): string {
  const beginning = beginningOf(secret);
  const characters = [...beginning];
  const written = characters.map(anySpellingOf).join("");
  if (beginning.length < secret.length) return `${written}[^\\s"'<>]*`;
  if (characters.length > MAX_WORD_LENGTH) return written;
  const before = /^[\p{L}\p{N}]/u.test(secret) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = /[\p{L}\p{N}]$/u.test(secret) ? "(?![\\p{L}\\p{N}])" : "";
  return before + written + after;
}

const NAMED: { readonly [character: string]: string } = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function anySpellingOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const plain = character.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const ways = [plain, `&#0*${code};`, `&#x0*${code.toString(16)};`];
  const named = NAMED[character];
  if (named !== undefined) ways.push(`&(?:amp;)?${named};`);
  ways.push([...utf8Bytes(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  if (code < 0x10000) ways.push(`\\\\u${code.toString(16).padStart(4, "0")}`);
  if (character === " ") ways.push("\\+");
  if (character === '"' || character === "\\" || character === "/") ways.push(`\\\\${plain}`);
  return `(?:${ways.join("|")})`;
}

const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function resolveReferences(text: string): string {
  return text.replace(/&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : undefined;
    if (code === undefined) return ENTITIES[name] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Masks every string except keys. */
export function maskDeep(value: unknown, mask: Masker): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const masked: { [key: string]: unknown } = Object.create(Object.getPrototypeOf(value));
  for (const key of Object.keys(value)) {
    Object.defineProperty(masked, key, {
      value: maskDeep(Reflect.get(value, key), mask),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return masked;
}

export function maskAddress(address: string, mask: Masker): string {
  const decoded = address.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const masked = mask(decoded);
  return masked === decoded ? mask(address) : printable(masked);
}

/** Names of response headers with technical values, each with the pattern of a harmless value. */
const PLAIN_HEADERS: { readonly [name: string]: RegExp } = {
  "content-type":
    /^(?:text\/(?:xml|html|plain)|application\/(?:soap\+xml|xml|json))(?:; *charset="?(?:utf-8|utf-16|us-ascii|iso-8859-1|windows-1252)"?)?$/i,
  "content-length": /^\d+$/,
  "content-encoding": /^(?:gzip|deflate|br|identity)$/i,
  "transfer-encoding": /^chunked$/i,
  connection: /^(?:keep-alive|close)$/i,
  date: /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/,
  "retry-after": /^\d+$/,
};

/** A service may repeat credentials in any header. */
export function maskHeaders(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, PLAIN_HEADERS[name]?.test(value) === true ? value : MASK]),
  );
}

/**
 * Elements and namespaces stay, and every other text and attribute value becomes `***`. Text that is not well-formed is
 * accepted, and no more of it is shown.
 */
export function maskEnvelope(xml: string): string {
  let shown = "";
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf("<", at);
    const text = xml.slice(at, open < 0 ? xml.length : open);
    shown += /\S/.test(text) ? MASK : text;
    if (open < 0) break;
    const [piece, end] = markup(xml, open);
    shown += piece;
    at = end;
  }
  return shown;
}

/** Returns the text to show for the markup that starts at `open`, and the end of the markup. */
function markup(xml: string, open: number): [string, number] {
  if (xml.startsWith("<!--", open)) return ["", endOf(xml, "-->", open)];
  if (xml.startsWith("<![CDATA[", open)) return [MASK, endOf(xml, "]]>", open)];
  if (xml.startsWith("<?xml ", open)) {
    const end = endOf(xml, "?>", open);
    return [xml.slice(open, end), end];
  }
  if (xml[open + 1] === "!" || xml[open + 1] === "?") return ["", endOf(xml, ">", open)];
  const end = endOf(xml, ">", open);
  return [maskAttributes(xml.slice(open, end)), end];
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  return at < 0 ? xml.length : at + mark.length;
}

function maskAttributes(tag: string): string {
  if (!tag.includes("=")) return /^<\/?[^\s<>"'&;]+\s*\/?>$/.test(tag) ? tag : "<***>";
  // The look-behind keeps matching linear: a name is tried only from its start.
  return tag.replace(/(?<![^\s=<"'])([^\s=<"']+)\s*=\s*("[^"]*"|'[^']*')/g, (whole, name: string) =>
    name === "xmlns" || name.startsWith("xmlns:") ? whole : `${name}="${MASK}"`,
  );
}
