/** Whether a binding asks for MTOM: the assertion `OptimizedMimeSerialization` of WS-MTOMPolicy, and that of the W3C (2007). */
import { attribute, childElements, isNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/namespaces";
import { policyNamespaces } from "./addressing";
import type { WsdlDocument } from "./wsdl-documents";

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);
const utilityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

/** The policies of some documents, as far as they are about MTOM. */
export class MtomPolicies {
  readonly #policies = new Map<string, XmlElement>();

  constructor(documents: readonly WsdlDocument[]) {
    const open = documents.map(({ element }) => element);
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      if (isOfPolicy(element, "Policy")) {
        const id = attribute(element, "Id", utilityNamespace) ?? attribute(element, "Id");
        if (id !== undefined) this.#policies.set(`#${id.trim()}`, element);
      }
      if (!isNamed(element, wsdlNamespace, "types")) open.push(...childElements(element));
    }
  }

  /** Whether a policy of `source` asks for MTOM in every one of its alternatives. */
  isRequiredBy(source: XmlElement): boolean {
    const own = childElements(source).filter(
      (child) => isOfPolicy(child, "Policy") || isOfPolicy(child, "PolicyReference"),
    );
    const named = source.attributes
      .filter(({ name }) => name.local === "PolicyURIs" && policyNamespaces.has(name.namespace))
      .flatMap(({ value }) => value.split(/\s+/));
    const open = new Set<XmlElement>();
    return own.some((child) => this.#requires(child, open)) || named.some((uri) => this.#isNamedRequiring(uri, open));
  }

  #isNamedRequiring(uri: string, open: Set<XmlElement>): boolean {
    const policy = this.#policies.get(uri.slice(Math.max(0, uri.indexOf("#"))));
    return policy !== undefined && this.#requires(policy, open);
  }

  /** `open`: those that are being read; one that refers to itself says nothing more by that. */
  #requires(source: XmlElement, open: Set<XmlElement>): boolean {
    if (open.has(source)) return false;
    if (assertions.has(`${source.name.namespace} ${source.name.local}`)) return !isOptional(source);
    if (isOfPolicy(source, "PolicyReference"))
      return this.#isNamedRequiring(attribute(source, "URI")?.trim() ?? "", open);
    const children = childElements(source);
    open.add(source);
    const requires = isOfPolicy(source, "ExactlyOne")
      ? children.length > 0 && children.every((child) => this.#requires(child, open))
      : (isOfPolicy(source, "Policy") || isOfPolicy(source, "All")) &&
        children.some((child) => this.#requires(child, open));
    open.delete(source);
    return requires;
  }
}

function isOptional({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ name, value }) =>
      name.local === "Optional" && policyNamespaces.has(name.namespace) && /^\s*(true|1)\s*$/.test(value),
  );
}

function isOfPolicy({ name }: XmlElement, local: string): boolean {
  return name.local === local && policyNamespaces.has(name.namespace);
}
