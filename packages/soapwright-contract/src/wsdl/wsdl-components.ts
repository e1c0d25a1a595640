/** WSDL 1.1, section 2.1: messages, port types and bindings by name. */

import type { Severity } from "../diagnostics";
import type { LoadTerms } from "../load/load-options";
import { joinRemedies, permit, type Remedy } from "../remedy";
import {
  attribute,
  attributeNode,
  childrenNamed,
  expandedName,
  nameOf,
  type QName,
  wsdlNamespace,
  type XmlElement,
} from "../xml/xml";
import { NearQNames } from "../xsd/near-qnames";
import { readQName } from "../xsd/resolve-references";
import type { WsdlDocument } from "./wsdl-documents";

export interface MissingComponent {
  readonly severity: Severity;
  readonly remedy?: Remedy;
}

const isError: MissingComponent = { severity: "error" };

/** Builds components of a kind, and finds them by name. */
export class WsdlComponents<T extends { readonly name: QName }> {
  private readonly byName = new Map<string, T>();
  private readonly unusable = new Set<string>();
  private near: NearQNames | undefined;

  /** `build` returns undefined for an unusable component, whose references are not reported. */
  constructor(
    private readonly kind: "message" | "portType" | "binding",
    private readonly documents: readonly WsdlDocument[],
    build: (source: XmlElement, name: QName) => T | undefined,
    private readonly terms: LoadTerms,
  ) {
    const { diagnostics } = terms;
    for (const { element, targetNamespace } of documents) {
      for (const source of childrenNamed(element, wsdlNamespace, kind)) {
        const local = nameOf(source);
        if (local === undefined || local === "") {
          diagnostics.error(source, "component-unnamed", `${source.raw} has no name`);
          continue;
        }
        const name = { namespace: targetNamespace, local };
        if (this.byName.has(expandedName(name))) {
          diagnostics.error(source, "component-twice", `${source.raw} is defined twice`, { name });
          continue;
        }
        const component = build(source, name);
        if (component !== undefined) this.byName.set(expandedName(name), component);
        else this.unusable.add(expandedName(name));
      }
    }
  }

  get all(): readonly T[] {
    return [...this.byName.values()];
  }

  /** Returns the referenced component. A missing attribute is an error; `missing` applies to an unknown name. */
  resolve(source: XmlElement, attributeName: string, missing: MissingComponent = isError): T | undefined {
    const { allowNoPrefix, diagnostics } = this.terms;
    const written = attributeNode(source, attributeName);
    if (written === undefined) {
      diagnostics.error(
        source,
        "attribute-missing",
        `${source.raw} ${attribute(source, "name") ?? ""} has no ${attributeName} attribute`,
      );
      return undefined;
    }
    const read = readQName(source, written.value, written.position, diagnostics);
    if (read === undefined) return undefined;
    const bare = written.value.includes(":") ? undefined : this.withoutPrefix(read, source);
    const name = allowNoPrefix && bare !== undefined ? bare : read;
    if (name !== read)
      diagnostics.warning(
        written,
        "prefix-assumed",
        `${read.local} has no prefix and is read as ${expandedName(name)}`,
        `write a prefix that is declared for "${name.namespace}"`,
      );
    if (this.unusable.has(expandedName(name))) return undefined;
    const found = this.byName.get(expandedName(name));
    if (found !== undefined) return found;
    this.near ??= new NearQNames(this.all.map((component) => component.name));
    const near = this.near.hint(name) ?? (this.byName.size === 0 ? `there is no wsdl:${this.kind}` : undefined);
    const problem =
      bare === undefined
        ? missing
        : {
            ...isError,
            remedy: permit(
              `The name has no prefix: ${expandedName(bare)} is read with --allow-no-prefix`,
              "--allow-no-prefix",
            ),
          };
    const remedy = joinRemedies(near, problem.remedy);
    const message = `wsdl:${this.kind} ${expandedName(name)} is not defined`;
    diagnostics.report(problem.severity, written, "component-undefined", message, remedy);
    return undefined;
  }

  /**
   * A name without a prefix has no namespace unless a default is declared, which often is WSDL's namespace. If no
   * component has this name, returns the name in the document's target namespace, or the only name with this local
   * name, as zeep, PHP and gSOAP do.
   */
  private withoutPrefix(name: QName, source: XmlElement): QName | undefined {
    if ((name.namespace !== "" && name.namespace !== wsdlNamespace) || this.has(name)) return undefined;
    const { file } = source.position;
    const targetNamespace = this.documents.find(({ element }) => element.position.file === file)?.targetNamespace ?? "";
    const inOwn = { namespace: targetNamespace, local: name.local };
    const alike = this.all.filter((component) => component.name.local === name.local);
    return this.has(inOwn) ? inOwn : alike.length === 1 ? alike[0]!.name : undefined;
  }

  private has(name: QName): boolean {
    return this.byName.has(expandedName(name)) || this.unusable.has(expandedName(name));
  }
}
