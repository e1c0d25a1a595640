/** Whether a binding asks for MTOM: the assertion `OptimizedMimeSerialization` of WS-MTOMPolicy, and that of the W3C (2007). */
import { attribute, childElements } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { isOfPolicy, isOptional, type Policies, policyUris } from "./policies";

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);

/** The policies of some documents, as far as they are about MTOM. */
export class MtomPolicies {
  readonly #policies: Policies;
  /** What was read: policies may refer to one another many times. */
  readonly #known = new Map<XmlElement, boolean>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** Whether a policy of `source` asks for MTOM in every one of its alternatives. */
  isRequiredBy(source: XmlElement): boolean {
    const own = childElements(source).filter(
      (child) => isOfPolicy(child, "Policy") || isOfPolicy(child, "PolicyReference"),
    );
    const open = new Set<XmlElement>();
    const named = policyUris(source);
    return own.some((child) => this.#requires(child, open)) || named.some((uri) => this.#isNamedRequiring(uri, open));
  }

  #isNamedRequiring(uri: string, open: Set<XmlElement>): boolean {
    const policy = this.#policies.find(uri);
    return policy !== undefined && this.#requires(policy, open);
  }

  /** `open`: those that are being read; one that refers to itself says nothing more by that. */
  #requires(source: XmlElement, open: Set<XmlElement>): boolean {
    if (open.has(source)) return false;
    const known = this.#known.get(source);
    if (known !== undefined) return known;
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
    this.#known.set(source, requires);
    return requires;
  }
}
