/** Parses MIME header fields of multipart bodies (RFC 2045, section 5.1; RFC 2392). */

/** A `Content-Type` with all of its parameters. */
interface MimeType {
  /** The type is in lower case, for example `multipart/related`. */
  readonly type: string;
  /** Names are in lower case. The first of several parameters with one name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Accepts unquoted values with characters that require quotes, because real services send `boundary=uuid:1+id=2`. */
export function readMimeType(value: string): MimeType {
  const parameters = new Map<string, string>();
  const semicolon = value.indexOf(";");
  const type = (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase();
  let at = semicolon < 0 ? value.length : semicolon + 1;
  while (at < value.length) {
    const equals = value.indexOf("=", at);
    const next = value.indexOf(";", at);
    if (equals < 0) break;
    if (next >= 0 && next < equals) {
      at = next + 1;
      continue;
    }
    const name = value.slice(at, equals).trim().toLowerCase();
    const { text, end } = readValue(value, equals + 1);
    if (name !== "" && !parameters.has(name)) parameters.set(name, text);
    at = end;
  }
  return { type, parameters };
}

function readValue(value: string, from: number): { readonly text: string; readonly end: number } {
  let at = from;
  while (value[at] === " " || value[at] === "\t") at++;
  if (value[at] !== '"') {
    const next = value.indexOf(";", at);
    const end = next < 0 ? value.length : next;
    return { text: value.slice(at, end).trim(), end: end + 1 };
  }
  let text = "";
  for (at++; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === "\\" && at + 1 < value.length) at++;
    text += value[at];
  }
  const next = value.indexOf(";", at + 1);
  return { text, end: next < 0 ? value.length : next + 1 };
}

export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Removes the angle brackets of a `Content-ID`, or of the parameter `start`. */
export function contentIdOf(value: string): string {
  const trimmed = value.trim();
  return trimmed.startsWith("<") && trimmed.endsWith(">") ? trimmed.slice(1, -1) : trimmed;
}

/**
 * Returns the Content-IDs that a `cid:` URL (RFC 2392) may mean: percent-decoded, and as written, because some services
 * encode the Content-ID itself. Undefined for other URLs and for invalid encoding.
 */
export function contentIdsOfUrl(url: string): readonly string[] | undefined {
  const trimmed = url.trim();
  if (!/^cid:/i.test(trimmed)) return undefined;
  const written = trimmed.slice(4);
  try {
    const decoded = decodeURIComponent(written);
    return decoded === written ? [written] : [decoded, written];
  } catch {
    return undefined;
  }
}
