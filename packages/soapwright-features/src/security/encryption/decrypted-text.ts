/** Checks a decrypted text by itself, before it becomes a part of its message. */
import { type Scope, type XmlEvents, XmlReader } from "soapwright-runtime/codecs";
import { declaration } from "../canonical-writer";
import { LIMITS, writeInSlices } from "../response-outline";

/**
 * Returns whether `text` is well-formed content, or one element, where `scope` holds. A text that would close its
 * parent, or begin markup that it does not end, is neither.
 */
export async function isContent(text: string, scope: Scope, isElement: boolean): Promise<boolean> {
  const content = new Content();
  const reader = new XmlReader(content, { limits: LIMITS });
  let declarations = "";
  for (const [prefix, namespace] of scope) {
    if (prefix !== "xml") declarations += declaration(prefix, namespace);
  }
  try {
    reader.write(`<content${declarations}>`);
    await writeInSlices(reader, text);
    if (content.depth !== 1) return false;
    reader.write("</content>");
    reader.end();
  } catch {
    return false;
  }
  return !isElement || (content.elements === 1 && !content.hasText);
}

/** What is directly in the parent of the content. */
class Content implements XmlEvents {
  depth = 0;
  elements = 0;
  hasText = false;

  startElement(): void {
    if (this.depth === 1) this.elements++;
    this.depth++;
  }

  endElement(): void {
    this.depth--;
  }

  text(text: string): void {
    if (this.depth === 1) this.hasText ||= /[^\t\n\r ]/.test(text);
  }
}
