/** What the frames of complex content do alike. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/white-space";
import type { ElementRow } from "../plans/element-row";
import type { Content, LeafPlan } from "../plans/plans";
import type { Decoder } from "./decoder";
import { Frame } from "./frame";
import { SkipFrame } from "./skip-frame";
import { TreeFrame } from "./tree-frame";

/** Elements and no text. */
export abstract class ElementsFrame extends Frame {
  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text between elements");
  }
}

/** The wildcard that lets `name` in. */
export function findWildcard(content: Content, name: XmlName): LeafPlan | undefined {
  return content.wildcards.find((wildcard) => wildcard.accepts(name.namespace));
}

export function openLeafPlan(
  frame: Frame,
  leaf: LeafPlan,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): void {
  const { decoder } = frame;
  if (leaf.kind === "any") decoder.enter(new TreeFrame(decoder, frame, leaf, name, attributes));
  else openRow(decoder, leaf, name, attributes, frame);
}

export function openRow(
  decoder: Decoder,
  row: ElementRow,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
  frame: Frame,
): void {
  if (attributes.length === 0 && row.simple !== null) decoder.openLeaf(row);
  else decoder.open(row, name, attributes, frame);
}

/** An element that no declaration and no wildcard names. */
export function openUnknown(frame: Frame, content: Content, name: XmlName): void {
  const { decoder } = frame;
  if (decoder.validation === "strict") {
    const hint = content.rows.hasLocal(name.local) ? ` (one of that name stands in another namespace)` : "";
    decoder.fail(`an element that the schema does not know here: {${name.namespace}}${name.local}${hint}`);
  }
  decoder.enter(new SkipFrame(decoder, frame, name.local));
}
