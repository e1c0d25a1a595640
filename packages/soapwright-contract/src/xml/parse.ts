import { SaxesParser } from "saxes";
import type { Diagnostics } from "../diagnostics";
import type { DiagnosticReason } from "../reasons";
import { LineIndex } from "./line-index";
import { TreeBuilder } from "./tree-builder";
import type { XmlElement } from "./xml";

/**
 * Parses XML text to a tree with positions. Text that is not well-formed, not namespace-well-formed, or nested deeper
 * than `maxDepth` is an error in `diagnostics`, and the result is undefined. Document type declarations, processing
 * instructions and comments are ignored; a reference to an entity that XML itself does not define is an error.
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
  const stop = (offset: number, reason: DiagnosticReason, message: string, hint?: string): never => {
    diagnostics.error(lines.position(offset), reason, message, hint);
    throw new Stopped();
  };
  parser.on("error", (error) => {
    const raw = rawAmpersand(text);
    if (raw !== undefined && raw < parser.position)
      stop(raw, "ampersand-raw", "not well-formed XML: & starts no reference", "write &amp; for the character itself");
    // The parser closes the open element and only then finds that the end tag belongs to another one.
    const entity = /undefined entity/.test(error.message) ? text.lastIndexOf("&", parser.position - 1) : -1;
    if (entity >= 0) {
      const reference = /^&[^;\s]*;?/.exec(text.slice(entity, entity + 100))?.[0] ?? "&";
      stop(
        entity,
        "entity-undefined",
        `not well-formed XML: ${reference} refers to an entity that XML does not define`,
        notExpanded,
      );
    }
    const open = error.message.includes("unexpected close tag") ? tree.justClosed : tree.openElement;
    const hint = open === undefined ? undefined : `the open element here is ${open.raw} of line ${open.position.line}`;
    const at = Math.max(0, parser.position - 1);
    if (text.trim() === "") stop(at, "document-blank", "not XML: the document is empty", hint);
    stop(at, "not-well-formed", `not well-formed XML: ${plainMessage(error.message)}`, hint);
  });
  parser.on("doctype", (doctype) => {
    const offset = text.lastIndexOf("<!DOCTYPE", parser.position - doctype.length - 1);
    const reference = parameterReference(text.slice(offset, parser.position));
    if (reference !== undefined)
      stop(
        offset + reference.offset,
        "parameter-entity",
        `${reference.text} refers to an entity, which is not expanded`,
        notExpanded,
      );
    diagnostics.warning(
      lines.position(offset),
      "dtd-ignored",
      "document type declaration (DTD) ignored",
      "what it names is not read, its entities and attribute defaults are not used",
    );
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
  return tree.finish();
}

/** Returns the offset of the first `&` that starts no reference, outside comments, CDATA, instructions and the DTD. */
function rawAmpersand(text: string): number | undefined {
  const part =
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>|&(?!(?:#\d+|#x[\da-f]+|[\p{L}_:][\p{L}\p{N}._:-]*);)/giu;
  for (const { 0: found, index } of text.matchAll(part)) if (found === "&") return index;
  return undefined;
}

const notExpanded = "write the text that it means: entities that a document declares are never expanded";

class Stopped extends Error {}

/** Returns the parser's message without its position. */
function plainMessage(message: string): string {
  return message.replace(/^(?:undefined:)?\d+:\d+: /, "").replace(/\.$/, "");
}

interface ParameterReference {
  /** `%name;`. */
  readonly text: string;
  /** Offset in the declaration. */
  readonly offset: number;
}

const mark = /<!--|<\?|<!ENTITY|["'%>]/g;
const reference = /%[^\s\d%&;"'<>[\].-][^\s%&;"'<>[\]]*;/y;

/**
 * Returns the first parameter entity reference outside of comments, processing instructions and literals that are not
 * entity values. A document type declaration is otherwise ignored (XML 1.0 section 2.8): no external subset is read,
 * and its entities and attribute defaults are not used. `%name;` cannot be ignored, because it is replaced by unknown
 * markup.
 */
function parameterReference(declaration: string): ParameterReference | undefined {
  let isEntity = false;
  mark.lastIndex = 0;
  for (let match = mark.exec(declaration); match !== null; match = mark.exec(declaration)) {
    const [found] = match;
    let end = mark.lastIndex;
    if (found === "<!ENTITY") isEntity = true;
    else if (found === ">") isEntity = false;
    else if (found === "%") {
      const name = referenceAt(declaration, match.index);
      if (name !== undefined) return { text: name, offset: match.index };
    } else {
      const close = found === "<!--" ? "-->" : found === "<?" ? "?>" : found;
      const at = declaration.indexOf(close, end);
      if (at < 0) return undefined;
      const inText = isEntity && close === found ? percentIn(declaration, end, at) : undefined;
      if (inText !== undefined) return inText;
      end = at + close.length;
    }
    mark.lastIndex = end;
  }
  return undefined;
}

function percentIn(declaration: string, from: number, to: number): ParameterReference | undefined {
  const text = declaration.slice(from, to);
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", at + 1)) {
    const found = referenceAt(text, at);
    if (found !== undefined) return { text: found, offset: from + at };
  }
  return undefined;
}

function referenceAt(declaration: string, offset: number): string | undefined {
  reference.lastIndex = offset;
  return reference.exec(declaration)?.[0];
}
