/** From tables to plans: once for each table, when it is first needed. */
import type { ElementNode, PolymorphicNode, SoapArrayNode } from "../tables/nodes";
import { compileComplex } from "./complex";
import { compileElement } from "./particles";
import type { ElementPlan, Plans, PolymorphicPlan, Position, SoapArrayPlan, TypePlan } from "./plans";
import { positionOf, type Rename, renamed } from "./resolve";
import { compileSimplePlan } from "./simple";

export class Compiler implements Plans {
  private readonly types = new WeakMap<Position["type"], TypePlan>();
  private readonly elements = new WeakMap<ElementNode, ElementPlan>();
  private readonly rename: Rename;

  constructor(rename: Rename = (namespace) => namespace) {
    this.rename = rename;
  }

  /** The element as the outermost one. */
  element(node: ElementNode): ElementPlan {
    let plan = this.elements.get(node);
    if (plan === undefined) {
      plan = compileElement(node, { index: 0, within: undefined }, this.rename);
      this.elements.set(node, plan);
    }
    return plan;
  }

  type({ type }: Position): TypePlan {
    let plan = this.types.get(type);
    if (plan === undefined) {
      plan = this.compile(type);
      this.types.set(type, plan);
    }
    return plan;
  }

  private compile(node: Position["type"]): TypePlan {
    switch (node.kind) {
      case "simple":
        return compileSimplePlan(node, this.rename);
      case "complex":
        return compileComplex(node, this.rename);
      case "polymorphic":
        return compilePolymorphic(node, this.rename);
      case "soapArray":
        return compileSoapArray(node, this.rename);
      case "anyType":
        return { kind: "anyType" };
    }
  }
}

/** Types of which a value may be one of several: derived types and substitution groups. */
function compilePolymorphic({ alternatives }: PolymorphicNode, rename: Rename): PolymorphicPlan {
  return {
    kind: "polymorphic",
    alternatives: alternatives.map(({ label, declared, wrapped, element, xsiType, type }) => ({
      label,
      declared,
      wrapped,
      element: element && renamed(element, rename),
      xsiType: xsiType && renamed(xsiType, rename),
      position: positionOf(type),
    })),
  };
}

/** SOAP 1.1, 5.4.2: the names of the items mean nothing. */
function compileSoapArray({ kind, name, item, itemType }: SoapArrayNode, rename: Rename): SoapArrayPlan {
  const items: ElementNode = {
    kind: "element",
    key: "item",
    name: { namespace: "", local: "item" },
    type: item,
    min: 0,
    max: Infinity,
    array: true,
  };
  return {
    kind,
    name: name && renamed(name, rename),
    itemType: renamed(itemType, rename),
    item: { ...compileElement(items, { index: 0, within: undefined }, rename), names: [items.name] },
  };
}
