/**
 * The text of a request as events. The stack reads comments and processing instructions, and a value with one in it is
 * not a value; the reader of the client skips comments and refuses instructions, as SOAP asks. So both are found here.
 */
import { isResponseError, XmlReader } from "soapwright-runtime";
import { type ReceivedParts, XopEvents } from "soapwright-runtime/internal";
import { TreeBuilder, type TreeElement } from "./element-tree";

/** Comments, CDATA sections and processing instructions: the only markup that may have a `<` in it. */
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?>]+)(?:\s[\s\S]*?)?\?>/g;

/** Reads a whole request. Throws the `ResponseError` of the reader; `builder` then has what came before. With `parts`, base64 is in the place of references to them. */
export function readRequestText(text: string, builder: TreeBuilder, parts?: ReceivedParts): void {
  const reader = new XmlReader(parts === undefined ? builder : new XopEvents(builder, parts));
  builder.scope = reader;
  let read = 0;
  for (const match of text.matchAll(markup)) {
    const [found, target] = match;
    if (found.startsWith("<![")) continue;
    // An XML declaration, or a name that is kept for one: the reader knows where that may stand.
    if (target !== undefined && /^xml/i.test(target)) continue;
    reader.write(text.slice(read, match.index));
    builder.note(target === undefined ? "comment" : "instruction");
    reader.write(target === undefined ? found : asComment(found));
    read = match.index + found.length;
  }
  reader.write(text.slice(read));
  reader.end();
}

/** The root of a whole document; undefined where it cannot be read. */
export function rootOf(text: string): TreeElement | undefined {
  const builder = new TreeBuilder();
  try {
    readRequestText(text, builder);
    return builder.root;
  } catch (error) {
    if (isResponseError(error)) return undefined;
    throw error;
  }
}

/** A processing instruction as a comment over as many lines: the places of what follows stay almost the same. */
function asComment(instruction: string): string {
  return `<!--${instruction.slice(2, -2).replaceAll("-", " ")}-->`;
}
