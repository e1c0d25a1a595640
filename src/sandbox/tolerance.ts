/**
 * What an `.asmx` stack makes of an element: parameters in any order, unknown ones and loose text skipped, of two the
 * first, a missing number 0. Applied to types that are plain sequences; others are taken as they come.
 */
import type { ComplexNode, ElementNode, NodeRef, PartNode, SimpleRef, TypeNode } from "../schema/codec";
import { elementsOf, type TreeElement } from "./element-tree";

export type Rename = (namespace: string) => string;

const instance = "http://www.w3.org/2001/XMLSchema-instance";
const defaults: readonly (readonly [RegExp, string])[] = [
  [/int|long|short|byte|decimal|float|double/i, "0"],
  [/^boolean$/, "false"],
  [/^dateTime$/, "0001-01-01T00:00:00"],
];

/** `element` as the stack reads it by its declaration. */
export function asStackReads(element: TreeElement, declaration: ElementNode, rename: Rename): TreeElement {
  const type = typeOf(declaration.type);
  if (type.kind === "nillable") return asStackReads(element, { ...declaration, type: type.type }, rename);
  if (type.kind === "simple") return withoutNil(element);
  if (type.kind !== "complex") return element;
  const declared = plainElements(type);
  if (!declared) return element;
  const children = declared.flatMap((node) => {
    const namespace = rename(node.name.namespace);
    const found = elementsOf(element).filter(
      ({ name }) => name.local === node.name.local && name.namespace === namespace,
    );
    if (found.length === 0) return missing(node, element, namespace);
    return (node.array ? found : found.slice(0, 1)).map((child) => asStackReads(child, node, rename));
  });
  return { ...element, children };
}

/** `xsi:nil` on a value that cannot be nil: the stack reads an empty element. */
function withoutNil(element: TreeElement): TreeElement {
  const attributes = element.attributes.filter(({ name }) => name.namespace !== instance || name.local !== "nil");
  return attributes.length === element.attributes.length ? element : { ...element, attributes };
}

function missing(node: ElementNode, parent: TreeElement, namespace: string): TreeElement[] {
  const type = typeOf(node.type);
  const value = node.min > 0 && type.kind === "simple" ? defaultOf(type) : undefined;
  if (value === undefined) return [];
  const name = { namespace, local: node.name.local, raw: node.name.local };
  return [{ ...parent, name, attributes: [], children: [value] }];
}

function defaultOf(type: SimpleRef): string | undefined {
  const node = typeof type === "function" ? type() : type;
  if (node.variety.of === "restriction") return node.facets?.enumeration?.[0] ?? defaultOf(node.variety.base);
  if (node.variety.of !== "atomic") return undefined;
  const { builtIn } = node.variety;
  return defaults.find(([pattern]) => pattern.test(builtIn))?.[1];
}

/** The elements of a type that is nothing but a sequence of elements, base types first; undefined for any other. */
function plainElements(type: ComplexNode): ElementNode[] | undefined {
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

function typeOf(type: NodeRef): TypeNode {
  return typeof type === "function" ? type() : type;
}
