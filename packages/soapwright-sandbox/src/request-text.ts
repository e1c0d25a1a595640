/**
 * The text of a request as events that include comments and processing instructions, because ASP.NET reads a value
 * that contains one as empty. The client's reader skips comments and refuses processing instructions, as SOAP 1.1, 3
 * requires.
 */
import { isResponseError } from "soapwright-runtime";
import { type ReceivedParts, XopEvents } from "soapwright-runtime/internal";
import { XmlReader } from "soapwright-runtime/tables";
import { TreeBuilder, type TreeElement } from "./element-tree";

/** Comments, CDATA sections and processing instructions: the only markup that may contain a `<`. */
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?>]+)(?:\s[\s\S]*?)?\?>/g;

/**
 * Throws the reader's `ResponseError`; `builder` then holds the text before the error. With `parts`, references to
 * parts become base64.
 */
export function readRequestText(text: string, builder: TreeBuilder, parts?: ReceivedParts): void {
  const reader = new XmlReader(parts === undefined ? builder : new XopEvents(builder, parts));
  builder.scope = reader;
  let read = 0;
  for (const match of text.matchAll(markup)) {
    const [found, target] = match;
    if (found.startsWith("<![")) continue;
    // The reader itself checks the place of an XML declaration, and refuses names that are reserved for one.
    if (target !== undefined && /^xml/i.test(target)) continue;
    reader.write(text.slice(read, match.index));
    builder.note();
    reader.write(target === undefined ? found : asComment(found));
    read = match.index + found.length;
  }
  reader.write(text.slice(read));
  reader.end();
}

/** Returns undefined if the document cannot be read. */
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

/** The comment has as many lines, so that later positions stay almost the same. */
function asComment(instruction: string): string {
  return `<!--${instruction.slice(2, -2).replaceAll("-", " ")}-->`;
}
