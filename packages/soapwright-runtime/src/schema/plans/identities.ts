/** Finds the elements whose content has identity constraints, at any depth. Only `strict` looks. */
import type { IdentityCode } from "../decode/frame";
import type { ElementNode, NodeRef, TypeNode } from "../tables/nodes";
import { insideOf } from "../tables/properties";
import { nodeOf } from "../tables/view";

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
      const { elements, types } = insideOf(node);
      for (const each of elements) open.push(each);
      for (const type of types) enter(type);
    };
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      if (element.identity !== undefined) return element.identity.check as IdentityCode;
      enter(element.type);
    }
    for (const node of seen) this.clean.add(node);
    return undefined;
  }
}
