import { findIllegalCharacter } from "../../xml/escape-text";
import { Assembler, type Child } from "../content/assembler";
import type { Content, LeafPlan } from "../plans/plans";
import type { PropertyKey } from "../plans/property-key";
import type { QName } from "../tables/table-values";
import type { Encoding } from "./encoding";
import { readItems } from "./items";
import { type Properties, readProperties } from "./own-properties";

export function encodeMixed(
  encoder: Encoding,
  name: QName,
  content: Content,
  property: PropertyKey,
  properties: Properties,
  encodeOccurrence: (encoder: Encoding, leaf: LeafPlan, value: unknown) => void,
): void {
  const leaves = new Map<string, LeafPlan>();
  for (const leaf of content.leaves) if (!leaves.has(leaf.property.key)) leaves.set(leaf.property.key, leaf);
  const keys = new Set(leaves.keys());
  const children: Child[] = [];
  encoder.at(property.key, () => {
    const items = properties.get(property.key) ?? [];
    readItems(encoder, items, "a list of texts and elements", (item) => {
      if (typeof item === "string") {
        encodeText(encoder, name, item);
        return;
      }
      const [entry, other] = readProperties(encoder, item, keys);
      if (entry === undefined || other !== undefined)
        encoder.fail("a text, or an object with one property", "an object");
      const [key, value] = entry;
      const leaf = leaves.get(key)!;
      encoder.at(key, () => encodeOccurrence(encoder, leaf, value));
      children.push({ slot: slotOf(content, leaf), value });
    });
    const judge = {
      validation: "strict",
      fail: (message: string) =>
        encoder.fail(`content that the schema allows (${message})`, "a list with other content"),
      failAt: (_child: LeafPlan, name: string, message: string) =>
        encoder.fail(`${name}, which ${message}`, "a list with other content"),
    } as const;
    new Assembler(judge, content, children).assemble(content.particles, {});
  });
}

function slotOf(content: Content, leaf: LeafPlan): LeafPlan {
  return leaf.kind === "element" ? (content.elements.get(leaf.names[0]!) ?? leaf) : leaf;
}

function encodeText(encoder: Encoding, name: QName, text: string): void {
  const index = findIllegalCharacter(text);
  if (index >= 0) encoder.fail("text of characters that XML allows", `a string with another at index ${index}`);
  encoder.writer.content(name, text);
}
