/** Whether a binding requires MTOM, by `OptimizedMimeSerialization` of WS-MTOMPolicy or the W3C's assertion (2007). */
import { attribute, childElements } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { isOfPolicy, isOptional, type Policies, policyUris } from "./policies";

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);

/** The MTOM assertions in the policies of some documents. */
export class MtomPolicies {
  readonly #policies: Policies;
  /** A cache, because policies may refer to each other many times. */
  readonly #known = new Map<XmlElement, boolean>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** Whether a policy of `source` requires MTOM in every alternative. */
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

  /** `open`: the policies being read. A policy's reference to itself adds no requirement. */
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
