/** Reads a multipart response: the envelope, and the attachments that a subclass keeps or streams. */

import type { XmlEvents } from "soapwright-runtime/codecs";
import type { RootPart } from "soapwright-runtime/extend";
import { attachmentError, attachmentLimit, shownText } from "./attachment-error";
import { contentIdOf, contentIdsOfUrl, readMimeType } from "./media-type";
import { MultipartReader, type PartEvents, type PartHeaders } from "./multipart";
import { XopEvents } from "./xop";

interface AttachmentLimits {
  readonly maxAttachments: number;
  /** Counts all parts beside the envelope, with transfer encodings decoded. */
  readonly maxAttachmentBytes: number;
}

/**
 * Reads a `multipart/related` body (RFC 2387). The envelope is the part that `start` names, else the first. Nested
 * multipart bodies are not parsed: they are octets of the outer part.
 */
export abstract class ResponseParts implements PartEvents {
  /** The bytes beside the envelope have their own limit. */
  attachedBytes = 0;
  protected hasRoot = false;
  readonly #reader: MultipartReader | undefined;
  readonly #limits: AttachmentLimits;
  readonly #start: string | undefined;
  readonly #ids = new Set<string>();
  #isFirst = true;
  #rootId: string | undefined;
  /** Set while the envelope is read. */
  #rootHeaders: PartHeaders | undefined;
  readonly #rootChunks: Buffer[] = [];

  /**
   * @param contentType Undefined if the response is not multipart.
   * @throws ResponseError if the content type has no boundary.
   */
  constructor(contentType: string | undefined, limits: AttachmentLimits) {
    this.#limits = limits;
    if (contentType === undefined) return;
    const { parameters } = readMimeType(contentType);
    this.#start = contentIdOf(parameters.get("start") ?? "") || undefined;
    this.#reader = new MultipartReader(parameters.get("boundary") ?? "", limits.maxAttachments + 1, this);
  }

  abstract take(url: string): object;
  protected abstract endRoot(root: RootPart): void;
  protected abstract startAttachment(headers: PartHeaders, contentId: string | undefined): void;
  protected abstract give(chunk: Buffer): void;
  protected abstract endAttachment(): void;

  write(chunk: Uint8Array): void {
    this.#reader?.write(chunk);
  }

  protected endBody(): void {
    this.#reader?.end();
    if (this.#reader === undefined || this.hasRoot) return;
    throw attachmentError(`no part has the Content-ID ${shownText(this.#start ?? "")} that start names`);
  }

  events(inner: XmlEvents, tokens: Map<string, object>): XopEvents {
    return new XopEvents(inner, this, tokens);
  }

  /**
   * Returns the Content-ID of a part that has arrived, else the Content-IDs that `url` may mean. Throws a
   * `ResponseError` for another URL and for the envelope itself.
   */
  protected contentIds(url: string): readonly string[] {
    const ids = contentIdsOfUrl(url);
    if (ids === undefined) throw attachmentError(`${shownText(url)} is not the cid: URL of a part`);
    const arrivedId = ids.find((id) => this.#ids.has(id));
    if (arrivedId === undefined) return ids;
    if (arrivedId === this.#rootId) throw attachmentError(`${shownText(url)} refers to the envelope itself`);
    return [arrivedId];
  }

  startPart(headers: PartHeaders): void {
    const written = headers.get("content-id");
    const id = written === undefined ? undefined : contentIdOf(written);
    const start = this.#start;
    if (id !== undefined) {
      if (this.#ids.has(id)) throw attachmentError(`two parts have the Content-ID ${shownText(id)}`);
      this.#ids.add(id);
    }
    const isRoot = start === undefined ? this.#isFirst : id === start || `cid:${id}` === start;
    this.#isFirst = false;
    if (this.hasRoot || !isRoot) {
      this.startAttachment(headers, id);
      return;
    }
    this.#rootId = id;
    this.#rootHeaders = headers;
  }

  bytes(chunk: Buffer): void {
    if (this.#rootHeaders !== undefined) {
      this.#rootChunks.push(chunk);
      return;
    }
    this.attachedBytes += chunk.length;
    const { maxAttachmentBytes } = this.#limits;
    if (this.attachedBytes > maxAttachmentBytes) {
      throw attachmentLimit("longer attachments", "maxAttachmentBytes", maxAttachmentBytes, "bytes");
    }
    this.give(chunk);
  }

  endPart(): void {
    if (this.#rootHeaders === undefined) {
      this.endAttachment();
      return;
    }
    const { type, parameters } = readMimeType(this.#rootHeaders.get("content-type") ?? "");
    this.#rootHeaders = undefined;
    this.hasRoot = true;
    this.endRoot({ type, charset: parameters.get("charset"), chunks: this.#rootChunks.splice(0) });
  }
}
