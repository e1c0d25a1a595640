import { SaxesParser } from "saxes";
import type { Diagnostics } from "../diagnostics";
import { isInertDoctype } from "./doctype";
import { LineIndex } from "./line-index";
import type { XmlElement } from "./tree";
import { TreeBuilder } from "./tree-builder";

/**
 * XML text to a tree with positions. Strict: what is not well-formed, not namespace-well-formed, or nested deeper than
 * `maxDepth` is an error in `diagnostics`, and there is no tree. A document type declaration is refused unless it is
 * inert; processing instructions and comments are passed over.
 */
export function parseXml(
  text: string,
  file: string,
  maxDepth: number,
  diagnostics: Diagnostics,
): XmlElement | undefined {
  const lines = new LineIndex(text, file);
  const parser = new SaxesParser();
  const tree = new TreeBuilder(text, lines, maxDepth, diagnostics);
  const stop = (offset: number, message: string, hint?: string): never => {
    diagnostics.error(lines.position(offset), message, hint === undefined ? {} : { hint });
    throw new Stopped();
  };
  parser.on("error", (error) => {
    // The parser closes the open element before it finds that the end tag is of another one.
    const open = error.message.includes("unexpected close tag") ? tree.justClosed : tree.openElement;
    const hint = open === undefined ? undefined : `the open element here is ${open.raw} of line ${open.position.line}`;
    stop(Math.max(0, parser.position - 1), plainMessage(error.message, text), hint);
  });
  parser.on("doctype", (doctype) => {
    const offset = text.lastIndexOf("<!DOCTYPE", parser.position - doctype.length - 1);
    const hint = "remove it; entities are never expanded and external documents never read";
    if (!isInertDoctype(doctype)) stop(offset, "document type declaration (DTD)", hint);
    diagnostics.warning(lines.position(offset), "document type declaration (DTD) ignored");
  });
  parser.on("opentagstart", () => tree.tagStarts(parser.position));
  parser.on("attribute", ({ name, value }) => tree.attribute(name, value, parser.position));
  parser.on("opentag", (tag) => {
    if (!tree.open(tag.name)) throw new Stopped();
  });
  parser.on("closetag", () => tree.close());
  parser.on("text", (piece) => tree.text(piece));
  parser.on("cdata", (piece) => tree.text(piece));
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
  return tree.finished();
}

class Stopped extends Error {}

/** saxes puts line and column in front of what it says; an empty document deserves clearer words. */
function plainMessage(message: string, text: string): string {
  if (text.trim() === "") return "not XML: the document is empty";
  return `not well-formed XML: ${message.replace(/^(?:undefined:)?\d+:\d+: /, "").replace(/\.$/, "")}`;
}
