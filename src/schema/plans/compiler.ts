/** From tables to plans: once for each table, when it is first needed. */
import type { ElementNode, NodeRef, SoapArrayNode, TypeNode } from "../tables/nodes";
import { compileComplex } from "./complex";
import { ElementRow } from "./element-row";
import { ParticleCompiler, type Resolver, renamed, resolveNode } from "./particles";
import type { Position, SoapArrayPlan, TypePlan } from "./plans";
import { compilePolymorphic } from "./polymorphic";
import { compileSimplePlan } from "./simple-plan";

export class Compiler implements Resolver {
  private readonly types = new WeakMap<TypeNode, TypePlan>();
  private readonly elements = new WeakMap<ElementNode, ElementRow>();
  private readonly renameNamespace: ((namespace: string) => string) | undefined;

  constructor(rename: ((namespace: string) => string) | undefined) {
    this.renameNamespace = rename;
  }

  rename(namespace: string): string {
    return this.renameNamespace === undefined ? namespace : this.renameNamespace(namespace);
  }

  /** The element as the outermost one. */
  element(node: ElementNode): ElementRow {
    let row = this.elements.get(node);
    if (row === undefined) {
      row = new ParticleCompiler(this).element(node);
      this.elements.set(node, row);
    }
    return row;
  }

  compile(ref: NodeRef): Position {
    const node = resolveNode(ref);
    if (node.kind !== "nillable") return { type: this.type(node), nillable: false };
    return { type: this.compile(node.type).type, nillable: true };
  }

  private type(node: Exclude<TypeNode, { kind: "nillable" }>): TypePlan {
    let plan = this.types.get(node);
    if (plan === undefined) {
      plan = this.build(node);
      this.types.set(node, plan);
    }
    return plan;
  }

  private build(node: Exclude<TypeNode, { kind: "nillable" }>): TypePlan {
    switch (node.kind) {
      case "simple":
        return compileSimplePlan(node, (namespace) => this.rename(namespace));
      case "complex":
        return compileComplex(node, this);
      case "polymorphic":
        return compilePolymorphic(node, this);
      case "soapArray":
        return this.soapArray(node);
      case "anyType":
        return { kind: "anyType" };
    }
  }

  private soapArray(node: SoapArrayNode): SoapArrayPlan {
    const rename = (namespace: string): string => this.rename(namespace);
    // SOAP 1.1, 5.4.2: the names of the items mean nothing.
    const name = { namespace: "", local: "item" };
    const item = new ElementRow(
      { key: "item", min: 0, max: Infinity, array: true },
      { index: 0, name, names: [name], within: undefined, compile: () => this.compile(node.item) },
    );
    const { kind } = node;
    return { kind, name: node.name && renamed(node.name, rename), itemType: renamed(node.itemType, rename), item };
  }
}
