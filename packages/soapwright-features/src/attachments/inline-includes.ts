/** Replaces XOP references by base64 text (W3C, 2005; section 3.2), which is the text that a signature covers. */
import {
  attributeOf,
  endOfElement,
  expanded,
  markupEnd,
  NO_SCOPE,
  NotWellFormed,
  readTag,
  type Scope,
  scopeIn,
} from "soapwright-runtime/codecs";
import { attachmentError } from "./attachment-error";
import { base64Of, requireHref, XOP } from "./xop";

const SLASH = 0x2f;

interface OctetsInMemory {
  /** Throws a `ResponseError` for an unknown URL. */
  take(url: string): Uint8Array;
}

/** The unit is UTF-16 code units. The event loop runs after each slice. */
const SLICE = 65_536;
/** The unit is UTF-16 code units. V8's maximum for a string is near. */
const MAX_LENGTH = 500_000_000;

/**
 * Returns `text` with base64 text in place of each `xop:Include`. Text that is not well-formed is returned unchanged,
 * because its reader reports that. Rejects with a `ResponseError` for a reference without a target.
 */
export async function inlineIncludes(text: string, octets: OctetsInMemory): Promise<string> {
  try {
    return await inlined(text, octets);
  } catch (error) {
    if (error instanceof NotWellFormed) return text;
    throw error;
  }
}

async function inlined(text: string, octets: OctetsInMemory): Promise<string> {
  const pieces: string[] = [];
  const scopes: Scope[] = [NO_SCOPE];
  let written = 0;
  let length = text.length;
  let worked = SLICE;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const end = markupEnd(text, at);
    if (end !== undefined) {
      if (text.charCodeAt(at + 1) === SLASH) scopes.pop();
      at = end;
    } else {
      const tag = readTag(text, at);
      const scope = scopeIn(tag, scopes.at(-1) ?? NO_SCOPE);
      const { namespace, local } = expanded(tag.name, scope);
      if (local === "Include" && namespace === XOP) {
        const base64 = base64Of(octets.take(requireHref(attributeOf({ tag, scope }, "", "href"))));
        length += base64.length;
        if (length > MAX_LENGTH) throw attachmentError("they are too long to be verified");
        pieces.push(text.slice(written, at), base64);
        at = endOfElement(text, tag);
        written = at;
      } else {
        if (!tag.isEmpty) scopes.push(scope);
        at = tag.end;
      }
    }
    if (at < worked) continue;
    worked = at + SLICE;
    await new Promise<void>((settle) => setImmediate(settle));
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(written);
}
