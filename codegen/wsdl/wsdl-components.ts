/** Section 2.1: messages, port types and bindings by their names. */
import type { Diagnostics, Severity } from "../diagnostics";
import { attribute, attributeNode, childrenNamed } from "../xml/navigate";
import type { Position } from "../xml/position";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/namespaces";
import { NearNames } from "../xsd/near-names";
import { readQName } from "../xsd/resolve-references";
import type { WsdlDocument } from "./wsdl-documents";

/** What is said of a name that nothing has. */
interface MissingComponent {
  readonly severity: Severity;
  readonly hint?: string;
}

const isError: MissingComponent = { severity: "error" };

/** Components of one kind, in source order. */
export class WsdlComponents<T extends { readonly name: QName }> {
  private readonly byName = new Map<string, T>();

  /** `build` is undefined for a component that is not to be used; references to it stay silent. */
  constructor(
    private readonly kind: "message" | "portType" | "binding",
    private readonly documents: readonly WsdlDocument[],
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

  /** What an attribute refers to. A missing attribute is an error, and an unknown name what `missing` says. */
  resolve(source: XmlElement, attributeName: string, missing: MissingComponent = isError): T | undefined {
    const written = attributeNode(source, attributeName);
    if (written === undefined) {
      this.diagnostics.error(
        source.position,
        `${source.raw} ${attribute(source, "name") ?? ""} has no ${attributeName} attribute`,
      );
      return undefined;
    }
    const read = readQName(source, written.value, written.position, this.diagnostics);
    const name = read && this.meant(read, source, written.position);
    if (name === undefined || this.unusable.has(expandedName(name))) return undefined;
    const found = this.byName.get(expandedName(name));
    if (found !== undefined) return found;
    this.near ??= new NearNames(this.all.map((component) => component.name));
    const near = this.near.hint(name) ?? (this.byName.size === 0 ? `there is no wsdl:${this.kind}` : undefined);
    const message = `wsdl:${this.kind} ${expandedName(name)} is not defined`;
    const end = near === undefined || near.endsWith("?") ? " " : ". ";
    const hint = `${near ?? ""}${end}${missing.hint ?? ""}`.trim();
    this.diagnostics[missing.severity](written.position, message, hint === "" ? {} : { hint });
    return undefined;
  }

  /**
   * A name without a prefix is in no namespace where none is the default. Where nothing has it, the one of that local name is
   * meant: that of the document's own namespace, or the only one. zeep, PHP and gSOAP read it so.
   */
  private meant(name: QName, source: XmlElement, position: Position): QName {
    if (name.namespace !== "" || this.has(name)) return name;
    const { file } = source.position;
    const own = this.documents.find(({ element }) => element.position.file === file)?.targetNamespace ?? "";
    const inOwn = { namespace: own, local: name.local };
    const alike = this.all.filter((component) => component.name.local === name.local);
    const found = this.has(inOwn) ? inOwn : alike.length === 1 ? alike[0]!.name : undefined;
    if (found === undefined) return name;
    this.diagnostics.warning(position, `${name.local} has no prefix and is read as ${expandedName(found)}`, {
      hint: `write a prefix that is declared for "${found.namespace}"`,
    });
    return found;
  }

  private has(name: QName): boolean {
    return this.byName.has(expandedName(name)) || this.unusable.has(expandedName(name));
  }
}
