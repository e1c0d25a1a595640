/** What the frames of complex content do alike. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/white-space";
import type { Content, ElementPlan, LeafPlan, WildcardPlan } from "../plans/plans";
import { Frame } from "./frame";
import { SkipFrame } from "./silent-frames";
import { TreeFrame } from "./tree-frame";

/** Elements and no text. */
export abstract class ElementsFrame extends Frame {
  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text between elements");
  }
}

/** The wildcard that lets `name` in. */
export function findWildcard(content: Content, name: XmlName): WildcardPlan | undefined {
  return content.wildcards.find((wildcard) => wildcard.accepts(name.namespace));
}

/** A child of `frame` starts, of whichever declaration it is. */
export function openChild(
  frame: Frame,
  content: Content,
  leaf: LeafPlan | undefined,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): void {
  const { decoder } = frame;
  if (leaf === undefined) openUnknown(frame, content, name);
  else if (leaf.kind === "element") openDeclared(frame, leaf, name, attributes);
  else decoder.enter(new TreeFrame(decoder, frame, leaf, name, attributes));
}

export function openDeclared(
  frame: Frame,
  element: ElementPlan,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): void {
  if (attributes.length === 0 && element.simple !== undefined) frame.decoder.openLeaf(element);
  else frame.decoder.open(element, name, attributes, frame);
}

/** An element that no declaration and no wildcard names. */
function openUnknown(frame: Frame, content: Content, name: XmlName): void {
  const { decoder } = frame;
  if (decoder.validation === "strict") {
    const hint = content.elements.hasLocal(name.local) ? ` (the schema has one of that name in another namespace)` : "";
    decoder.fail(`an element that the schema does not know here: {${name.namespace}}${name.local}${hint}`);
  }
  decoder.enter(new SkipFrame(decoder, frame, name.local));
}
