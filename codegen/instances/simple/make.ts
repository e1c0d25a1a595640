import type { Random } from "../../../src/random";
import { longestText } from "../../../src/texts/pattern-text";
import { patternedText } from "../../../src/texts/patterned-texts";
import { remembered } from "../../payload/remembered";
import { type Shape, shapeOf } from "../../payload/shape";
import type { SimpleType } from "../../xsd/components";
import { accepts } from "./accepts";
import { attainableEdges, type Edge, settled } from "./edges";
import { atomic, decimalRange, lengthRange, patternedOf } from "./limits";
import { tameText } from "./tame-texts";
import { binaryText, decimalWithin, momentText, realText, stringText } from "./texts";
import type { Prefixes } from "./typed";

/** A text of a simple type, and what its prefixes mean. */
export interface MadeText {
  readonly text: string;
  readonly prefixes: Prefixes;
}

const none: Prefixes = new Map();
const attempts = 60;

/** `wild`: all that a type allows; `tame`: what people would write, for samples. */
export type Manner = "wild" | "tame";

/** A text of the type by chance, in the form in which values are written. `undefined`: none was found. */
export function makeText(type: SimpleType, random: Random, manner: Manner = "wild"): MadeText | undefined {
  const shape = shapeOf(type);
  const enumerated = enumerationEdges(type);
  if (enumerated.length > 0) {
    const made = settledEdge(type, random.pick(enumerated));
    if (made) return made;
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const drawn = draw(shape, random, manner);
    const text = drawn && settled(type, drawn.text);
    if (drawn && text !== undefined) return { text, prefixes: drawn.prefixes };
  }
  const edges = attainableEdges(type).flatMap((edge) => settledEdge(type, edge) ?? []);
  return edges.length > 0 ? random.pick(edges) : undefined;
}

function settledEdge(type: SimpleType, edge: Edge): MadeText | undefined {
  const text = edge.text === undefined ? undefined : settled(type, edge.text);
  return text === undefined ? undefined : { text, prefixes: edge.prefixes ?? none };
}

/** Enumeration values of the nearest step that has some and that the type itself takes. */
const enumerationEdges = remembered(nearestEnumeration);

function nearestEnumeration(type: SimpleType): readonly Edge[] {
  for (
    let step: SimpleType | undefined = type;
    step;
    step = step.variety.of === "restriction" ? step.variety.base : undefined
  ) {
    const found = attainableEdges(step).filter(
      ({ label, text }) => label.startsWith("enumeration") && accepts(type, text),
    );
    if (found.length > 0) return found;
  }
  return [];
}

function draw(shape: Shape, random: Random, manner: Manner): MadeText | undefined {
  const { variety } = shape;
  if (lengthRange(shape).min > longestText) return undefined;
  const patterned = patternedOf(shape);
  if (patterned.steps.length > 0 && random.chance(0.9)) {
    const text = patternedText(patterned, random, random.pick(["any", "any", "any", "least", "most"] as const));
    if (text !== undefined) return { text, prefixes: none };
  }
  if (variety.of === "union")
    return variety.members.length > 0 ? makeText(random.pick(variety.members), random, manner) : undefined;
  if (variety.of === "list") return drawList(shape, variety.item, random, manner);
  return drawAtom(shape, random, manner);
}

function drawList(shape: Shape, item: SimpleType, random: Random, manner: Manner): MadeText | undefined {
  const { min, max } = lengthRange(shape);
  const items: string[] = [];
  const prefixes = new Map<string, string>();
  for (let count = random.integer(min, Math.min(max, min + 3)); count > 0; count--) {
    const made = makeListItem(item, random, manner);
    if (!made) return undefined;
    items.push(made.text);
    for (const [prefix, namespace] of made.prefixes) prefixes.set(prefix, namespace);
  }
  return { text: items.join(" "), prefixes };
}

/** An item has no white space, and is not empty: it could not be told from its neighbours. */
function makeListItem(item: SimpleType, random: Random, manner: Manner): MadeText | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const made = makeText(item, random, manner);
    if (made && made.text !== "" && !/\s/.test(made.text)) return made;
  }
  return undefined;
}

function drawAtom(shape: Shape, random: Random, manner: Manner): MadeText {
  if (manner === "tame") return { text: tameText(shape, random), prefixes: none };
  const { name, builtIn } = atomic(shape);
  const { min, max } = lengthRange(shape);
  const length = (): number => random.integer(min, Math.min(max, min + 12));
  switch (builtIn.primitive) {
    case "string":
      return {
        text: stringText(name, name === "string" || min > 0 ? length() : Math.max(1, length()), random),
        prefixes: none,
      };
    case "anyURI":
      return { text: stringText("anyURI", Math.min(Math.max(min, 12), max), random), prefixes: none };
    case "boolean":
      return { text: random.pick(["true", "false"]), prefixes: none };
    case "decimal": {
      const range = decimalRange(shape);
      return { text: range.min > range.max ? "0" : decimalWithin(range, random), prefixes: none };
    }
    case "float":
    case "double":
      return { text: realText(builtIn.primitive, shape, random), prefixes: none };
    case "hexBinary":
    case "base64Binary":
      return { text: binaryText(builtIn.primitive, length(), random), prefixes: none };
    case "QName":
    case "NOTATION":
      return { text: "q:name", prefixes: new Map([["q", "urn:example:names"]]) };
    default:
      return { text: momentText(builtIn.primitive, random), prefixes: none };
  }
}
