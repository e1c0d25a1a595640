/**
 * The text of a request as events, with comments and processing instructions: the stack reads them, and a value that
 * contains one is no value. The client's reader skips comments and refuses instructions, as SOAP requires.
 */
import { isResponseError } from "soapwright-runtime";
import { type ReceivedParts, XopEvents } from "soapwright-runtime/internal";
import { XmlReader } from "soapwright-runtime/tables";
import { TreeBuilder, type TreeElement } from "./element-tree";

/** Comments, CDATA sections and processing instructions: the only markup that may contain a `<`. */
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?>]+)(?:\s[\s\S]*?)?\?>/g;

/**
 * Reads a whole request. Throws the reader's `ResponseError`; `builder` then has the text before it. With `parts`,
 * references to them become base64.
 */
export function readRequestText(text: string, builder: TreeBuilder, parts?: ReceivedParts): void {
  const reader = new XmlReader(parts === undefined ? builder : new XopEvents(builder, parts));
  builder.scope = reader;
  let read = 0;
  for (const match of text.matchAll(markup)) {
    const [found, target] = match;
    if (found.startsWith("<![")) continue;
    // An XML declaration, or a name reserved for one: the reader checks its place.
    if (target !== undefined && /^xml/i.test(target)) continue;
    reader.write(text.slice(read, match.index));
    builder.note();
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

/** A processing instruction as a comment of as many lines: later positions stay almost the same. */
function asComment(instruction: string): string {
  return `<!--${instruction.slice(2, -2).replaceAll("-", " ")}-->`;
}
