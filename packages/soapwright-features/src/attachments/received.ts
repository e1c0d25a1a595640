/** Reads the parts of a multipart response into memory. */
import type { Attachment } from "soapwright-runtime";
import type { PartsIn, ReceivedAttachment, RootPart } from "soapwright-runtime/extend";
import { attachmentError, shownText } from "./attachment-error";
import { DeclaredParts } from "./declared-parts";
import { inlineIncludes } from "./inline-includes";
import type { PartHeaders } from "./multipart";
import { ResponseParts } from "./response-parts";

/** An attachment of the response, while it arrives and afterwards. */
class Part implements ReceivedAttachment {
  readonly chunks: Buffer[] = [];
  isTaken = false;
  #octets: Uint8Array | undefined;

  constructor(
    readonly headers: PartHeaders,
    readonly contentId: string | undefined,
  ) {}

  get octets(): Uint8Array {
    this.#octets ??= joined(this.chunks);
    return this.#octets;
  }

  set octets(octets: Uint8Array) {
    this.#octets = octets;
  }

  take(): Uint8Array {
    this.isTaken = true;
    return this.octets;
  }
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
    return part.take();
  }

  inlined(text: string): Promise<string> {
    return inlineIncludes(text, this);
  }

  get attachments(): readonly ReceivedAttachment[] {
    return this.#parts.filter((part) => !part.isTaken);
  }

  /** Returns undefined for a missing part. */
  declared(names: readonly string[]): (Uint8Array | undefined)[] {
    const declaredParts = new DeclaredParts(names);
    const values: (Uint8Array | undefined)[] = names.map(() => undefined);
    for (const part of this.#parts) {
      const index = part.isTaken ? undefined : declaredParts.take(part.contentId);
      if (index !== undefined) values[index] = part.take();
    }
    return values;
  }

  /** The attachments that nothing refers to, in the order of arrival. */
  get others(): readonly Attachment[] {
    this.#others ??= this.#parts
      .filter((part) => !part.isTaken)
      .map(({ headers, contentId, octets }) => ({
        contentId,
        contentType: headers.get("content-type") ?? "application/octet-stream",
        headers: Object.fromEntries(headers),
        bytes: octets,
      }));
    return this.#others;
  }

  protected endRoot(root: RootPart): void {
    this.#root = root;
  }

  protected startAttachment(headers: PartHeaders, contentId: string | undefined): void {
    const part = new Part(headers, contentId);
    this.#parts.push(part);
    if (contentId !== undefined) this.#byId.set(contentId, part);
  }

  protected give(chunk: Buffer): void {
    this.#parts.at(-1)!.chunks.push(chunk);
  }

  protected endAttachment(): void {}
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
