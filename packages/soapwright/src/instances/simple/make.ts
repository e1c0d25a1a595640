import {
  accepts,
  attempts,
  type DrawnText,
  drawText,
  type Manner,
  prefixesOf,
  type Random,
  remembered,
  type SimpleType,
  shapeOf,
} from "soapwright-contract";
import { attainableEdges, type Edge, settled } from "./edges";

/** Returns a random text of the type, in canonical form; undefined if none was found. */
export function makeText(type: SimpleType, random: Random, manner: Manner = "wild"): DrawnText | undefined {
  const shape = shapeOf(type);
  const enumerated = enumerationEdges(type);
  if (enumerated.length > 0) {
    const settled = settledEdge(type, random.pick(enumerated));
    if (settled) return settled;
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const drawn = drawText(shape, random, manner, (each) => makeText(each, random, manner));
    const text = drawn && settled(type, drawn.text);
    if (drawn && text !== undefined) return { text, prefixes: drawn.prefixes };
  }
  const edges = attainableEdges(type).flatMap((edge) => settledEdge(type, edge) ?? []);
  return edges.length > 0 ? random.pick(edges) : undefined;
}

function settledEdge(type: SimpleType, edge: Edge): DrawnText | undefined {
  const text = edge.text === undefined ? undefined : settled(type, edge.text);
  return text === undefined ? undefined : { text, prefixes: edge.prefixes ?? prefixesOf(shapeOf(type), text) };
}

/** Returns the enumeration values of the nearest derivation step with values that the type accepts. */
const enumerationEdges = remembered(nearestEnumeration);

function nearestEnumeration(type: SimpleType): readonly Edge[] {
  for (
    let step: SimpleType | undefined = type;
    step;
    step = step.variety.of === "restriction" ? step.variety.base : undefined
  ) {
    const edges = attainableEdges(step).filter(
      ({ label, text }) => label.startsWith("enumeration") && accepts(type, text),
    );
    if (edges.length > 0) return edges;
  }
  return [];
}
