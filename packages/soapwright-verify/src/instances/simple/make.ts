import { accepts, remembered, type SimpleType, shapeOf } from "soapwright-contract";
import { attempts, type DrawnText, drawText, type Manner } from "../../texts/drawn-text";
import type { Random } from "../../texts/random";
import { attainableEdges, settled } from "./edges";

/** Returns a random text of the type, in canonical form; undefined if none was found. */
export function makeText(type: SimpleType, random: Random, manner: Manner = "wild"): DrawnText | undefined {
  const shape = shapeOf(type);
  const enumerated = enumerationEdges(type);
  const value = enumerated.length > 0 ? settledText(type, random.pick(enumerated)) : undefined;
  if (value) return value;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const drawn = drawText(shape, random, manner, (each) => makeText(each, random, manner));
    const text = drawn && settledText(type, drawn);
    if (text) return text;
  }
  const edges = attainableEdges(type).flatMap((edge) => settledText(type, edge) ?? []);
  return edges.length > 0 ? random.pick(edges) : undefined;
}

function settledText(type: SimpleType, { text, prefixes }: DrawnText): DrawnText | undefined {
  const canonical = settled(type, text);
  return canonical === undefined ? undefined : { text: canonical, prefixes };
}

/** Returns the enumeration values of the nearest derivation step with values that the type accepts. */
const enumerationEdges = remembered((type: SimpleType): readonly DrawnText[] => {
  for (let step: SimpleType | undefined = type; step; ) {
    const edges = attainableEdges(step).filter(
      ({ label, text }) => label.startsWith("enumeration") && accepts(type, text),
    );
    if (edges.length > 0) return edges;
    step = step.variety.of === "restriction" ? step.variety.base : undefined;
  }
  return [];
});
