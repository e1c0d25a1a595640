/** The content type of a request, and its bytes decoded as text, as ASP.NET reads them. */
import type { IncomingMessage } from "node:http";
import { readMimeType } from "soapwright-features/wire";
import { declaredEncoding } from "soapwright-runtime/xsd";
import type { SoapVersion } from "../asmx/envelope-text";

/** The limit is `maxRequestLength` of ASP.NET. */
export const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

export interface RequestContentType {
  /** Undefined for a media type that no SOAP version uses. */
  readonly version: SoapVersion | undefined;
  readonly charset: string | undefined;
  /** The `action` parameter of SOAP 1.2. */
  readonly action: string | undefined;
}

export function parseContentType(header: string | undefined): RequestContentType {
  const { type, parameters } = readMimeType(header ?? "");
  const versions: Readonly<Record<string, SoapVersion>> = { "text/xml": "1.1", "application/soap+xml": "1.2" };
  return { version: versions[type], charset: parameters.get("charset"), action: parameters.get("action") };
}

export function unquoted(value: string): string {
  return /^".*"$/.test(value) ? value.slice(1, -1) : value;
}

/** Returns text that is not percent-encoded unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value keeps its quotes. */
export function soapActionOf({ headers }: IncomingMessage): string | undefined {
  // Node.js joins several values of a header to one text.
  return headers.soapaction as string | undefined;
}

/** Returns the beginning of a body with more than `most` bytes. */
export async function bodyOf(
  request: IncomingMessage,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length <= most) chunks.push(chunk as Buffer);
  }
  return { bytes: Buffer.concat(chunks), isCut: length > most };
}

/**
 * Byte order mark, charset parameter and, for SOAP 1.2, the XML declaration decide. `text/xml` without a charset is
 * ASCII. Invalid bytes are replaced, not refused.
 */
export function decodeRequest(bytes: Uint8Array, { version, charset }: RequestContentType): string {
  const decoder =
    decoderFor(markOf(bytes)) ??
    decoderFor(charset) ??
    (version === "1.2" ? decoderFor(declaredEncoding(startOf(bytes)) ?? "utf-8") : undefined);
  if (decoder) return decoder.decode(bytes);
  return Buffer.from(bytes)
    .toString("latin1")
    .replace(/[^\0-\x7f]/g, "?");
}

/** Whether ASP.NET loses letters: `text/xml` without charset or byte order mark, and not all ASCII. */
export function readsAsAscii(bytes: Uint8Array, { version, charset }: RequestContentType): boolean {
  if (version !== "1.1" || decoderFor(charset) !== undefined || markOf(bytes) !== undefined) return false;
  return bytes.some((byte) => byte > 0x7f);
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** ISO-8859-1 as .NET reads it: by its label, `TextDecoder` reads windows-1252, as browsers do. */
const latin1 = { decode: (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1") };

function decoderFor(charset: string | undefined): Pick<InstanceType<typeof TextDecoder>, "decode"> | undefined {
  if (charset === undefined) return undefined;
  if (/^(?:iso-?8859-1|iso_8859-1|latin1|l1)$/i.test(charset.trim())) return latin1;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 200)).toString("latin1");
}
