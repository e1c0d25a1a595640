/** The octets that a signature covers of a part beside the envelope: WSS SwA Profile 1.1, 5.2 to 5.4. */
import { createHash } from "node:crypto";
import { NO_SCOPE, NotWellFormed, XmlReader } from "soapwright-runtime/codecs";
import type { ReceivedAttachment, SentAttachment } from "soapwright-runtime/extend";
import { contentIdsOfUrl, readMimeType } from "../attachments/media-type";
import { canonicalOf } from "./canonical-writer";
import { LIMITS, writeInSlices } from "./response-outline";
import { wrong } from "./security-error";

/** The name of parts of a message, by their content alone or with their MIME headers. */
export type AttachmentPart = "Attachments" | "CompleteAttachments";

const SWA = "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment";

export const ATTACHMENT_TRANSFORMS: { readonly [part in AttachmentPart]: string } = {
  Attachments: `${SWA}-Content-Signature-Transform`,
  CompleteAttachments: `${SWA}-Complete-Signature-Transform`,
};

export function isAttachmentPart(part: unknown): part is AttachmentPart {
  return part === "Attachments" || part === "CompleteAttachments";
}

/** Returns the URL of a part (RFC 2392). A Content-ID may have percent signs of its own. */
export function urlOf({ contentId }: Pick<SentAttachment, "contentId">): string {
  return `cid:${contentId.replaceAll("%", "%25")}`;
}

/** Returns the part that a URL names; undefined if there is not exactly one. */
export function attachmentNamed(
  attachments: readonly ReceivedAttachment[],
  url: string,
): ReceivedAttachment | undefined {
  const ids = contentIdsOfUrl(url) ?? [];
  const [found, other] = attachments.filter(({ contentId }) => contentId !== undefined && ids.includes(contentId));
  return other === undefined ? found : undefined;
}

/** Returns the digest of a part of a request. Rejects with a `ConfigurationError` for XML that cannot be signed. */
export async function digestOfSent(hash: string, part: AttachmentPart, attachment: SentAttachment): Promise<string> {
  const { contentId, contentType } = attachment;
  const digest = createHash(hash);
  if (part === "CompleteAttachments") {
    const fields = new Map([
      ["content-id", `<${contentId}>`],
      ["content-type", contentType],
    ]);
    const headers = canonicalHeaders(fields);
    if (headers === undefined) throw unsignable(contentId, "has a Content-Type with comments or encoded parameters");
    digest.update(`${headers}\r\n`);
  }
  try {
    for await (const octets of canonicalContent(contentType, attachment.bytes())) digest.update(octets);
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    throw unsignable(contentId, "is XML by its Content-Type, but not well-formed XML in UTF-8 without DTD");
  }
  return digest.digest("base64");
}

function unsignable(contentId: string, what: string): Error {
  return wrong(
    "security.signature.parts",
    `The attachment ${contentId} ${what}, so that it cannot be signed. Give it another Content-Type.`,
  );
}

/**
 * Returns whether a digest is that of a part of a response. The part then has the form that was signed. Line ends of text
 * are not covered, so that text is left as it came. Throws `NotWellFormed`.
 */
export async function isOfReceived(
  hash: string,
  part: AttachmentPart,
  attachment: ReceivedAttachment,
  digest: string,
): Promise<boolean> {
  const contentType = attachment.headers.get("content-type") ?? DEFAULT_TYPE;
  const pieces: Uint8Array[] = [];
  for await (const octets of canonicalContent(contentType, [attachment.octets])) pieces.push(octets);
  const content = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  const isGood = (before: string): boolean =>
    createHash(hash).update(before).update(content).digest().equals(Buffer.from(digest, "base64"));
  if (part === "Attachments" ? !isGood("") : !startsOf(attachment, content).some(isGood)) return false;
  if (isXml(readMimeType(contentType).type)) attachment.octets = new Uint8Array(content);
  return true;
}

/** An empty line ends the headers (5.4.1). WSS4J leaves it out, which would hide one at the begin of the content. */
function startsOf({ headers }: ReceivedAttachment, content: Uint8Array): readonly string[] {
  const fields = canonicalHeaders(headers);
  if (fields === undefined) return [];
  return content[0] === CR && content[1] === LF ? [`${fields}\r\n`] : [`${fields}\r\n`, fields];
}

const CR = 0x0d;
const LF = 0x0a;
const DEFAULT_TYPE = 'text/plain; charset="us-ascii"';
const FIELDS = ["Content-Description", "Content-Disposition", "Content-ID", "Content-Location", "Content-Type"];
const WITH_PARAMETERS: ReadonlySet<string> = new Set(["Content-Disposition", "Content-Type"]);
/** The parameters whose values are not case-sensitive. */
const LOWER: ReadonlySet<string> = new Set([
  ...["charset", "creation-date", "filename", "modification-date", "padding", "read-date", "size", "type"],
]);

/** Returns the fields in their order; undefined for comments and encoded words, which stacks read differently. */
function canonicalHeaders(headers: ReadonlyMap<string, string>): string | undefined {
  let text = "";
  for (const name of FIELDS) {
    const value = headers.get(name.toLowerCase()) ?? (name === "Content-Type" ? DEFAULT_TYPE : undefined);
    if (value === undefined) continue;
    const written = WITH_PARAMETERS.has(name) ? canonicalParameters(value) : value;
    if (written === undefined || /[^\x20-\x7e]|=\?|\(/.test(written.replace(/"(?:[^"\\]|\\.)*"/g, "")))
      return undefined;
    text += `${name}:${written}\r\n`;
  }
  return text;
}

/** Returns undefined for parameters of RFC 2231 and for what is none. */
function canonicalParameters(value: string): string | undefined {
  const [, first = "", rest = ""] = /^([^;]*)(?:;(.*))?$/s.exec(value) ?? [];
  const parameters = new Map<string, string>();
  let left = rest.trim();
  while (left !== "") {
    const found = /^([^\s=;*"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?:;\s*|$)/.exec(left);
    const [whole = "", given = "", quoted, plain = ""] = found ?? [];
    const name = given.toLowerCase();
    if (found === null || parameters.has(name)) return undefined;
    const text = quoted?.replace(/\\(.)/g, "$1") ?? plain;
    parameters.set(name, LOWER.has(name) ? text.toLowerCase() : text);
    left = left.slice(whole.length);
  }
  const written = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    first.trim().toLowerCase(),
    ...written.map(([name, text]) => `${name}="${text.replace(/["\\]/g, "\\$&")}"`),
  ].join(";");
}

function isXml(type: string): boolean {
  return /^(?:(?:text|application)\/xml|(?:application|image)\/.*\+xml)$/.test(type);
}

/** Yields content in its canonical form (5.4.2): XML by exclusive C14N, text with CRLF, other content as it is. */
async function* canonicalContent(
  contentType: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { type } = readMimeType(contentType);
  if (isXml(type)) {
    const pieces: Uint8Array[] = [];
    for await (const octets of content) pieces.push(octets);
    yield Buffer.from(await canonicalXml(Buffer.concat(pieces)), "utf8");
    return;
  }
  let isAfterCr = false;
  for await (const octets of content) {
    if (!type.startsWith("text/")) yield octets;
    else {
      yield withCrlf(octets, isAfterCr);
      isAfterCr = octets.length === 0 ? isAfterCr : octets.at(-1) === CR;
    }
  }
}

function withCrlf(octets: Uint8Array, isAfterCr: boolean): Buffer {
  // Of Latin 1, each character is one octet.
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString("latin1");
  const rest = isAfterCr && text.startsWith("\n") ? text.slice(1) : text;
  return Buffer.from(rest.replace(/\r\n?|\n/g, "\r\n"), "latin1");
}

async function canonicalXml(octets: Buffer): Promise<string> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    throw new NotWellFormed();
  }
  const [declaration = ""] = /^<\?xml\s[^>]*\?>/.exec(text) ?? [];
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1] ?? "UTF-8";
  const reader = new XmlReader({ startElement() {}, text() {}, endElement() {} }, { limits: LIMITS });
  try {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new NotWellFormed();
    await writeInSlices(reader, text);
    reader.end();
  } catch {
    throw new NotWellFormed();
  }
  const start = text.replace(/<!--[\s\S]*?-->/g, (comment) => " ".repeat(comment.length)).search(/<[^?!]/);
  return canonicalOf(text, { start, scope: NO_SCOPE });
}
