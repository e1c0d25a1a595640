/** Finds the elements whose content has identity constraints, at any depth. Only `strict` looks. */
import type { IdentityCode } from "../decode/frame";
import type { ComplexNode, ElementNode, NodeRef, ParticleNode, TypeNode } from "../tables/nodes";
import { allPartsOf, nodeOf } from "../tables/view";

export class Identities {
  private readonly found = new WeakMap<ElementNode, IdentityCode | "none">();
  /** Types without constraints below them, which are looked at once. */
  private readonly clean = new WeakSet<TypeNode>();

  /** Returns the code that checks constraints; undefined if the element and its content have none. */
  codeOf(element: ElementNode): IdentityCode | undefined {
    let code = this.found.get(element);
    if (code === undefined) {
      code = this.search(element) ?? "none";
      this.found.set(element, code);
    }
    return code === "none" ? undefined : code;
  }

  private search(root: ElementNode): IdentityCode | undefined {
    const seen = new Set<TypeNode>();
    const open: ElementNode[] = [root];
    const enter = (ref: NodeRef): void => {
      const node = nodeOf(ref);
      if (seen.has(node) || this.clean.has(node)) return;
      seen.add(node);
      if (node.kind === "complex") open.push(...elementsOf(node));
      else if (node.kind === "nillable") enter(node.type);
      else if (node.kind === "soapArray") enter(node.item);
      else if (node.kind === "polymorphic") for (const { type } of node.alternatives) enter(type);
    };
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      if (element.identity !== undefined) return element.identity.check as IdentityCode;
      enter(element.type);
    }
    for (const node of seen) this.clean.add(node);
    return undefined;
  }
}

function elementsOf(node: ComplexNode): ElementNode[] {
  return allPartsOf(node).flatMap((part) => {
    switch (part.kind) {
      case "attribute":
      case "simpleContent":
      case "anyAttribute":
        return [];
      case "mixed":
        return part.particles.flatMap(elementsIn);
      default:
        return elementsIn(part);
    }
  });
}

function elementsIn(particle: ParticleNode): ElementNode[] {
  if (particle.kind === "element") return [particle];
  if (particle.kind === "any") return [];
  return (particle.kind === "repeated" ? [particle.particle] : particle.particles).flatMap(elementsIn);
}
