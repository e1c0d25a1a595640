import { ConfigurationError } from "../../errors/configuration-error";
import type { SoapEncodingCode } from "../soap-encoding";
import type { ElementNode, PolymorphicNode } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { NameIndex } from "./name-index";
import { compileComplex, compileElement } from "./plan-complex";
import { compileSimplePlan } from "./plan-simple";
import type { AlternativePlan, ElementPlan, PlainPlan, Plans, PolymorphicPlan, Position, TypePlan } from "./plans";
import { positionOf, type Rename, renamed } from "./resolve";

export function withoutCode(what: string, option: "soapEncoding" | "checkPolicy"): ConfigurationError {
  return new ConfigurationError(
    `The tables have ${what}, but not ${option}, the code for it. Generate them again with this version.`,
    { reason: "tables-need-code", option },
  );
}

/** Compiles tables to plans, each table once, on first use. */
export class Compiler implements Plans {
  private readonly types = new WeakMap<Position["type"], TypePlan>();
  private readonly elements = new WeakMap<ElementNode, ElementPlan>();

  constructor(
    private readonly rename: Rename = (namespace) => namespace,
    private readonly soapEncoding: SoapEncodingCode | undefined,
  ) {}

  element(node: ElementNode): ElementPlan {
    let plan = this.elements.get(node);
    if (plan === undefined) {
      plan = compileElement(node, { index: 0, within: undefined }, this.rename);
      this.elements.set(node, plan);
    }
    return plan;
  }

  finder(elements: () => readonly ElementNode[]): (name: QName) => ElementPlan | undefined {
    let index: NameIndex<ElementPlan> | undefined;
    return (name) => {
      if (index === undefined) {
        index = new NameIndex();
        for (const node of elements()) index.add(renamed(node.name, this.rename), this.element(node));
      }
      return index.get(name);
    };
  }

  type({ type }: Position): TypePlan {
    let plan = this.types.get(type);
    if (plan === undefined) {
      plan = this.compile(type);
      this.types.set(type, plan);
    }
    return plan;
  }

  typeOf({ position }: AlternativePlan): PlainPlan {
    const plan = this.type(position);
    if (plan.kind === "polymorphic") throw new Error("an alternative has alternatives of its own");
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
        if (this.soapEncoding === undefined) throw withoutCode("an array of the SOAP encoding", "soapEncoding");
        return this.soapEncoding.compileArray(node, this.rename);
      case "anyType":
        return { kind: "anyType" };
    }
  }
}

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
