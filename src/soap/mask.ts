/** Keeps credentials and data out of what is shown. */

/** Text instead of what was taken out. */
export const MASK = "***";

/** Replaces the texts of `secrets` in what it is given. */
export type Masker = (text: string) => string;

/**
 * A masker for the credentials of one call. `header` is the call's Header content as this client wrote it: every text in
 * it counts as a credential, because the schema says that this is what the element is there for; and so do the HTTP
 * headers that were added, `httpHeaders`, names and values in turn. Secrets under `shortest` characters are let be.
 */
export function headerMasker(header: string, httpHeaders: readonly string[] = [], shortest = 1): Masker {
  const secrets = [...new Set([...headerTexts(header), ...httpSecrets(httpHeaders)])]
    .filter(({ length }) => length >= shortest)
    .sort((a, b) => b.length - a.length);
  if (secrets.length === 0) return (text) => text;
  return (text) => secrets.reduce((shown, secret) => replaceSecret(shown, secret), text);
}

const NO_SECRETS: ReadonlySet<string> = new Set(["content-type", "soapaction", "accept-encoding"]);

/** The values of headers, names and values in turn, that the user or a security object has set. */
function httpSecrets(headers: readonly string[]): string[] {
  const secrets: string[] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const value = headers[i + 1]?.trim() ?? "";
    if (value === "" || NO_SECRETS.has(headers[i]?.toLowerCase() ?? "")) continue;
    const token = value.slice(value.indexOf(" ") + 1);
    secrets.push(value, token);
    // Basic (RFC 7617): user and password.
    if (/^basic /i.test(value)) {
      const [, password = ""] = /:(.*)$/s.exec(Buffer.from(token, "base64").toString("utf8")) ?? [];
      if (password !== "") secrets.push(password);
    }
  }
  return secrets;
}

function headerTexts(header: string): string[] {
  const texts: string[] = [];
  for (const [, text] of header.matchAll(/>([^<]+)</g)) {
    if (text !== undefined) texts.push(text, resolveReferences(text));
  }
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function replaceSecret(text: string, secret: string): string {
  if (!text.includes(secret)) return text;
  if (secret.length > 3) return text.replaceAll(secret, MASK);
  // A short one, such as a domain "nl", is only taken out where it stands alone.
  const pattern = secret.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "gu"), MASK);
}

const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function resolveReferences(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}

/** Masks every string in plain data, keys excepted. */
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

/** An address, also when it has a secret in it percent-encoded. */
export function maskAddress(address: string, mask: Masker): string {
  const decoded = address.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const masked = mask(decoded);
  return masked === decoded ? mask(address) : escapeControls(masked);
}

/** Headers of answers that say nothing but technical things, and what such a value looks like. */
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

/** Headers of an answer: a service may repeat credentials in any of them. */
export function maskHeaders(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, PLAIN_HEADERS[name]?.test(value) === true ? value : MASK]),
  );
}

/**
 * The structure of an envelope: elements and namespaces stay, every other text and attribute value becomes `***`. Works
 * on text that is not well-formed too, and shows no more of it.
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

/** What to show of the markup that starts at `open`, and where it ends. */
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
  // The look-behind keeps it linear: a name is only tried from its start.
  return tag.replace(/(?<![^\s=<"'])([^\s=<"']+)\s*=\s*("[^"]*"|'[^']*')/g, (whole, name: string) =>
    name === "xmlns" || name.startsWith("xmlns:") ? whole : `${name}="${MASK}"`,
  );
}

/** Control characters as escapes, for text from elsewhere in messages and logs. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]|\p{Cs}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}
