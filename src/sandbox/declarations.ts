/** Questions to the generated tables that the stack's way of reading asks. */
import type { ComplexNode, ElementNode, NodeRef, PartNode, SimpleNode, SimpleRef, TypeNode } from "../schema/codec";

/** Moves a namespace of the tables to the one on the wire. */
export type Rename = (namespace: string) => string;

const defaults: readonly (readonly [RegExp, string])[] = [
  [/int|long|short|byte|decimal|float|double/i, "0"],
  [/^boolean$/, "false"],
  [/^dateTime$/, "0001-01-01T00:00:00"],
];

/** The type behind a reference. */
export function typeOf(type: NodeRef): TypeNode {
  return typeof type === "function" ? type() : type;
}

/** The type without `nillable`, and whether that stood there. */
export function valueTypeOf(ref: NodeRef): { type: Exclude<TypeNode, { kind: "nillable" }>; nillable: boolean } {
  const type = typeOf(ref);
  if (type.kind !== "nillable") return { type, nillable: false };
  return { type: valueTypeOf(type.type).type, nillable: true };
}

/** What a missing value is read as; undefined for types whose values may be missing. */
export function defaultOf(type: SimpleRef): string | undefined {
  const node = simpleOf(type);
  if (node.variety.of === "restriction") return node.facets?.enumeration?.[0] ?? defaultOf(node.variety.base);
  if (node.variety.of !== "atomic") return undefined;
  const { builtIn } = node.variety;
  return defaults.find(([pattern]) => pattern.test(builtIn))?.[1];
}

/** The built-in type that a simple type restricts; undefined for lists and unions. */
export function builtInOf(type: SimpleRef): string | undefined {
  const { variety } = simpleOf(type);
  if (variety.of === "atomic") return variety.builtIn;
  return variety.of === "restriction" ? builtInOf(variety.base) : undefined;
}

/** The values of an enumeration, the type's own or of one that it restricts. */
export function enumerationOf(type: SimpleRef): readonly string[] | undefined {
  const node = simpleOf(type);
  if (node.facets?.enumeration) return node.facets.enumeration;
  return node.variety.of === "restriction" ? enumerationOf(node.variety.base) : undefined;
}

/** The elements of a type that is nothing but a sequence of elements, base types first; undefined for any other. */
export function plainElements(type: ComplexNode): ElementNode[] | undefined {
  const elements: ElementNode[] = [];
  for (const part of type.parts) {
    const more = elementsOfPart(part);
    if (!more) return undefined;
    elements.push(...more);
  }
  return elements;
}

function elementsOfPart(part: PartNode): ElementNode[] | undefined {
  switch (part.kind) {
    case "element":
      return [part];
    case "attribute":
    case "anyAttribute":
      return [];
    case "extension":
      return plainElements(typeof part.base === "function" ? part.base() : part.base);
    case "sequence":
    case "all": {
      const inner = part.particles.map(elementsOfPart);
      return part.optional || inner.includes(undefined) ? undefined : inner.flatMap((elements) => elements ?? []);
    }
    default:
      return undefined;
  }
}

function simpleOf(type: SimpleRef): SimpleNode {
  return typeof type === "function" ? type() : type;
}
