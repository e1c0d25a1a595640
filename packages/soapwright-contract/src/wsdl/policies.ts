/** The policies of some documents: WS-Policy 1.2 and 1.5, found by their ids and names (WS-Policy 1.5, section 4). */
import { attribute, childElements, isNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/xsd-namespaces";
import type { WsdlDocument } from "./wsdl-documents";

/** Namespaces of WS-Policy 1.5 and a draft of it, of 1.2 and its predecessor. */
export const policyNamespaces: ReadonlySet<string> = new Set([
  "http://www.w3.org/ns/ws-policy",
  "http://www.w3.org/2006/07/ws-policy",
  "http://schemas.xmlsoap.org/ws/2004/09/policy",
  "http://schemas.xmlsoap.org/ws/2002/12/policy",
]);
const utilityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

/** Whether an element is `local` of any version of WS-Policy. */
export function isOfPolicy({ name }: XmlElement, local: string): boolean {
  return name.local === local && policyNamespaces.has(name.namespace);
}

/** WS-Policy 1.5, 4.3.1: whether a message may ignore the assertion. */
export function isOptional({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ name, value }) =>
      name.local === "Optional" && policyNamespaces.has(name.namespace) && /^\s*(true|1)\s*$/.test(value),
  );
}

/** The policies in the attribute `PolicyURIs` of a WSDL element: WS-Policy Attachment, 3.1. */
export function policyUris(source: XmlElement): string[] {
  return source.attributes
    .filter(({ name }) => name.local === "PolicyURIs" && policyNamespaces.has(name.namespace))
    .flatMap(({ value }) => value.split(/\s+/).filter((uri) => uri !== ""));
}

/** Policies by reference. The first of a name applies. */
export class Policies {
  /** By their ids, with `#` before them, and by their names. */
  readonly #named = new Map<string, XmlElement>();

  constructor(documents: readonly WsdlDocument[]) {
    // Iterative, because documents may be deep.
    const open = documents.map(({ element }) => element).reverse();
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      if (isOfPolicy(element, "Policy")) this.#add(element);
      if (!isNamed(element, wsdlNamespace, "types")) open.push(...childElements(element).reverse());
    }
  }

  #add(policy: XmlElement): void {
    const id =
      attribute(policy, "Id", utilityNamespace) ?? attribute(policy, "id", xmlNamespace) ?? attribute(policy, "Id");
    for (const key of [id && `#${id.trim()}`, attribute(policy, "Name")?.trim()]) {
      if (key !== undefined && !this.#named.has(key)) this.#named.set(key, policy);
    }
  }

  /** Returns the referenced policy. In another document of the contract its fragment is sufficient. */
  find(uri: string): XmlElement | undefined {
    return this.#named.get(uri) ?? this.#named.get(uri.slice(Math.max(0, uri.indexOf("#"))));
  }
}
