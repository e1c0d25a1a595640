/** Reads the parts of a multipart response into memory. */
import type { PartsIn, RootPart } from "../feature";
import type { Attachment } from "../octets";
import type { XmlEvents } from "../xml/events";
import { attachmentError, attachmentLimit, shownText } from "./attachment-error";
import { DeclaredParts } from "./declared-parts";
import { inlineIncludes } from "./inline-includes";
import { contentIdOf, contentIdsOfUrl, readMimeType } from "./media-type";
import { MultipartReader, type PartEvents, type PartHeaders } from "./multipart";
import { XopEvents } from "./xop";

export interface AttachmentLimits {
  readonly maxAttachments: number;
  /** Counts all parts beside the envelope, with transfer encodings decoded. */
  readonly maxAttachmentBytes: number;
  readonly maxHeaderBytes: number;
}

/** A part of the response, while it arrives and afterwards. */
class Part {
  readonly headers: PartHeaders;
  readonly contentId: string | undefined;
  readonly chunks: Buffer[] = [];
  isTaken = false;

  constructor(headers: PartHeaders) {
    this.headers = headers;
    const written = headers.get("content-id");
    this.contentId = written === undefined ? undefined : contentIdOf(written);
  }

  /** Copies the octets, because a view of a few bytes would keep a whole network buffer alive. */
  bytes(): Uint8Array {
    let length = 0;
    for (const chunk of this.chunks) length += chunk.length;
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of this.chunks.splice(0)) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/**
 * Reads a `multipart/related` body (RFC 2387) and keeps its parts in memory. The envelope is the part that `start`
 * names, else the first. Nested multipart bodies are not parsed: they are octets of the outer part.
 */
export class ReceivedParts implements PartEvents, PartsIn {
  readonly #reader: MultipartReader;
  readonly #limits: AttachmentLimits;
  readonly #start: string | undefined;
  readonly #parts: Part[] = [];
  readonly #byId = new Map<string, Part>();
  #root: Part | undefined;
  #current: Part | undefined;
  #others: readonly Attachment[] | undefined;
  #attachedBytes = 0;

  /** @throws ResponseError if the content type has no boundary. */
  constructor(contentType: string, limits: AttachmentLimits) {
    const { parameters } = readMimeType(contentType);
    const start = parameters.get("start");
    this.#start = start === undefined || start === "" ? undefined : contentIdOf(start);
    this.#limits = limits;
    this.#reader = new MultipartReader(
      parameters.get("boundary") ?? "",
      { maxParts: limits.maxAttachments + 1, maxHeaderBytes: limits.maxHeaderBytes },
      this,
    );
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk);
  }

  /** The bytes beside the envelope have their own limit. */
  get attachedBytes(): number {
    return this.#attachedBytes;
  }

  end(): RootPart {
    this.#reader.end();
    const root = this.#root;
    if (root === undefined) {
      throw attachmentError(`no part has the Content-ID ${shownText(this.#start ?? "")} that start names`);
    }
    const { type, parameters } = readMimeType(root.headers.get("content-type") ?? "");
    return { type, charset: parameters.get("charset"), chunks: root.chunks };
  }

  /** Throws a `ResponseError` for an unknown part, or a part that another element refers to (XOP, section 3.2). */
  take(url: string): Uint8Array {
    const ids = contentIdsOfUrl(url);
    if (ids === undefined) throw attachmentError(`${shownText(url)} is not the cid: URL of a part`);
    let part: Part | undefined;
    for (const id of ids) part ??= this.#byId.get(id);
    if (part === undefined) throw attachmentError(`no part has the Content-ID of ${shownText(url)}`);
    if (part === this.#root) throw attachmentError(`${shownText(url)} refers to the envelope itself`);
    if (part.isTaken) throw attachmentError(`two elements refer to the part ${shownText(url)}`);
    part.isTaken = true;
    return part.bytes();
  }

  events(inner: XmlEvents): XopEvents {
    return new XopEvents(inner, this);
  }

  inlined(text: string): Promise<string> {
    return inlineIncludes(text, this);
  }

  get isTaken(): boolean {
    return this.#parts.every((part) => part === this.#root || part.isTaken);
  }

  /** Returns undefined for a missing part. */
  declared(names: readonly string[]): (Uint8Array | undefined)[] {
    const unreferenced = this.#parts.filter((part) => part !== this.#root && !part.isTaken);
    const declaredParts = new DeclaredParts(names);
    const values: (Uint8Array | undefined)[] = names.map(() => undefined);
    for (const part of unreferenced) {
      const index = declaredParts.take(part.contentId);
      if (index === undefined) continue;
      part.isTaken = true;
      values[index] = part.bytes();
    }
    return values;
  }

  /** The parts are in the order of arrival. */
  get others(): readonly Attachment[] {
    this.#others ??= this.#parts.filter((part) => part !== this.#root && !part.isTaken).map(attachmentOf);
    return this.#others;
  }

  startPart(headers: PartHeaders): void {
    const part = new Part(headers);
    const { contentId } = part;
    if (contentId !== undefined) {
      if (this.#byId.has(contentId)) throw attachmentError(`two parts have the Content-ID ${shownText(contentId)}`);
      this.#byId.set(contentId, part);
    }
    const isRoot =
      this.#start === undefined
        ? this.#parts.length === 0
        : contentId === this.#start || `cid:${contentId}` === this.#start;
    if (isRoot) this.#root = part;
    this.#parts.push(part);
    this.#current = part;
  }

  bytes(chunk: Buffer): void {
    const part = this.#current!;
    part.chunks.push(chunk);
    if (part === this.#root) return;
    this.#attachedBytes += chunk.length;
    const { maxAttachmentBytes } = this.#limits;
    if (this.#attachedBytes <= maxAttachmentBytes) return;
    throw attachmentLimit("longer attachments", "maxAttachmentBytes", maxAttachmentBytes, "bytes");
  }

  endPart(): void {
    this.#current = undefined;
  }
}

function attachmentOf(part: Part): Attachment {
  const { headers, contentId } = part;
  return {
    contentId,
    contentType: headers.get("content-type") ?? "application/octet-stream",
    headers: Object.fromEntries(headers),
    bytes: part.bytes(),
  };
}
