/** Section 2.1: messages, port types and bindings by their names. */
import type { Diagnostics } from "../diagnostics";
import { attribute, attributeNode, childrenNamed } from "../xml/navigate";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/namespaces";
import { NearNames } from "../xsd/near-names";
import { readQName } from "../xsd/resolve-references";
import type { WsdlDocument } from "./wsdl-documents";

/** Components of one kind, in source order. */
export class WsdlComponents<T extends { readonly name: QName }> {
  private readonly byName = new Map<string, T>();

  /** `build` is undefined for a component that is not to be used; references to it stay silent. */
  constructor(
    private readonly kind: "message" | "portType" | "binding",
    documents: readonly WsdlDocument[],
    build: (source: XmlElement, name: QName) => T | undefined,
    private readonly diagnostics: Diagnostics,
  ) {
    for (const { element, targetNamespace } of documents) {
      for (const source of childrenNamed(element, wsdlNamespace, kind)) {
        const local = attribute(source, "name")?.trim();
        if (local === undefined || local === "") {
          diagnostics.error(source.position, `${source.raw} has no name`);
          continue;
        }
        const name = { namespace: targetNamespace, local };
        if (this.byName.has(expandedName(name))) {
          diagnostics.error(source.position, `${source.raw} is defined twice`, { name });
          continue;
        }
        const component = build(source, name);
        if (component !== undefined) this.byName.set(expandedName(name), component);
        else this.unusable.add(expandedName(name));
      }
    }
  }

  private readonly unusable = new Set<string>();
  private near: NearNames | undefined;

  get all(): readonly T[] {
    return [...this.byName.values()];
  }

  /** What an attribute refers to. A missing attribute and an unknown name are errors. */
  resolve(source: XmlElement, attributeName: string): T | undefined {
    const written = attributeNode(source, attributeName);
    if (written === undefined) {
      this.diagnostics.error(
        source.position,
        `${source.raw} ${attribute(source, "name") ?? ""} has no ${attributeName} attribute`,
      );
      return undefined;
    }
    const name = readQName(source, written.value, written.position, this.diagnostics);
    if (name === undefined || this.unusable.has(expandedName(name))) return undefined;
    const found = this.byName.get(expandedName(name));
    if (found !== undefined) return found;
    this.near ??= new NearNames(this.all.map((component) => component.name));
    const hint = this.near.hint(name) ?? (this.byName.size === 0 ? `there is no wsdl:${this.kind}` : undefined);
    this.diagnostics.error(
      written.position,
      `wsdl:${this.kind} ${expandedName(name)} is not defined`,
      hint === undefined ? {} : { hint },
    );
    return undefined;
  }
}
