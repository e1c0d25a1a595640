/** Reads the parts of a multipart response into memory. */
import type { Attachment } from "soapwright-runtime";
import type { PartsIn, RootPart } from "soapwright-runtime/extend";
import { attachmentError, shownText } from "./attachment-error";
import { DeclaredParts } from "./declared-parts";
import { inlineIncludes } from "./inline-includes";
import type { PartHeaders } from "./multipart";
import { ResponseParts } from "./response-parts";

/** An attachment of the response, while it arrives and afterwards. */
interface Part {
  readonly headers: PartHeaders;
  readonly contentId: string | undefined;
  readonly chunks: Buffer[];
  isTaken: boolean;
}

/** Keeps the attachments of a response in memory. */
export class ReceivedParts extends ResponseParts implements PartsIn {
  readonly #parts: Part[] = [];
  readonly #byId = new Map<string, Part>();
  #root: RootPart | undefined;
  #others: readonly Attachment[] | undefined;

  end(): RootPart {
    this.endBody();
    return this.#root!;
  }

  /** Throws a `ResponseError` for an unknown part, or a part that another element refers to (XOP, section 3.2). */
  take(url: string): Uint8Array {
    const [id = ""] = this.contentIds(url);
    const part = this.#byId.get(id);
    if (part === undefined) throw attachmentError(`no part has the Content-ID of ${shownText(url)}`);
    if (part.isTaken) throw attachmentError(`two elements refer to the part ${shownText(url)}`);
    return takeBytes(part);
  }

  inlined(text: string): Promise<string> {
    return inlineIncludes(text, this);
  }

  get isTaken(): boolean {
    return this.#parts.every((part) => part.isTaken);
  }

  /** Returns undefined for a missing part. */
  declared(names: readonly string[]): (Uint8Array | undefined)[] {
    const declaredParts = new DeclaredParts(names);
    const values: (Uint8Array | undefined)[] = names.map(() => undefined);
    for (const part of this.#parts) {
      const index = part.isTaken ? undefined : declaredParts.take(part.contentId);
      if (index !== undefined) values[index] = takeBytes(part);
    }
    return values;
  }

  /** The attachments that nothing refers to, in the order of arrival. */
  get others(): readonly Attachment[] {
    this.#others ??= this.#parts
      .filter((part) => !part.isTaken)
      .map(({ headers, contentId, chunks }) => ({
        contentId,
        contentType: headers.get("content-type") ?? "application/octet-stream",
        headers: Object.fromEntries(headers),
        bytes: joined(chunks),
      }));
    return this.#others;
  }

  protected endRoot(root: RootPart): void {
    this.#root = root;
  }

  protected startAttachment(headers: PartHeaders, contentId: string | undefined): void {
    const part = { headers, contentId, chunks: [], isTaken: false };
    this.#parts.push(part);
    if (contentId !== undefined) this.#byId.set(contentId, part);
  }

  protected give(chunk: Buffer): void {
    this.#parts.at(-1)!.chunks.push(chunk);
  }

  protected endAttachment(): void {}
}

function takeBytes(part: Part): Uint8Array {
  part.isTaken = true;
  return joined(part.chunks);
}

/** Copies the octets, because a view of a few bytes would keep a whole network buffer alive. */
function joined(chunks: Buffer[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks.splice(0)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
