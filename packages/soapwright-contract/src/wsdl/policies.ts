import type { Position } from "../diagnostics";
import { attribute, childElements, isNamed, listItems, wsdlNamespace, type XmlElement, xmlNamespace } from "../xml/xml";
import type { WsdlDocument } from "./wsdl-documents";

/** Namespaces of WS-Policy 1.5 and a draft of it, of 1.2 and its predecessor. */
export const policyNamespaces: ReadonlySet<string> = new Set([
  "http://www.w3.org/ns/ws-policy",
  "http://www.w3.org/2006/07/ws-policy",
  "http://schemas.xmlsoap.org/ws/2004/09/policy",
  "http://schemas.xmlsoap.org/ws/2002/12/policy",
]);
const utilityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

export function isOfPolicy({ name }: XmlElement, local: string): boolean {
  return name.local === local && policyNamespaces.has(name.namespace);
}

/** WS-Policy 1.5, 4.3.1 and 4.4.2: returns whether a message may ignore the assertion. */
function isOptional({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ name, value }) =>
      (name.local === "Optional" || name.local === "Ignorable") &&
      policyNamespaces.has(name.namespace) &&
      /^\s*(true|1)\s*$/.test(value),
  );
}

export function policyUris(source: XmlElement): string[] {
  return source.attributes
    .filter(({ name }) => name.local === "PolicyURIs" && policyNamespaces.has(name.namespace))
    .flatMap(({ value }) => listItems(value));
}

/** Finds policies by their ids and names (WS-Policy 1.5, section 4). The first policy of a name applies. */
export class Policies {
  /** By id, with `#` before it, and by name. */
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

  /** Returns the referenced policy. For a policy of another document its fragment is sufficient. */
  find(uri: string): XmlElement | undefined {
    return this.#named.get(uri) ?? this.#named.get(uri.slice(Math.max(0, uri.indexOf("#"))));
  }
}

/** The alternatives of a policy; all assertions of an alternative hold together. */
export type Alternatives<A> = readonly (readonly A[])[];

const NONE: Alternatives<never> = [[]];

/** Maximum of alternatives, because nested choices multiply. Further alternatives are dropped. */
const MOST = 256;

/** The assertions that a reader looks for. */
interface AssertionTerms<A> {
  /** Returns the alternatives of an assertion; undefined for an assertion that the reader does not look for. */
  asserted(source: XmlElement, reader: PolicyReader<A>): Alternatives<A> | undefined;
  keyOf(assertion: A): string;
  /** Called for a reference to a policy that is not in the documents. */
  missing?(uri: string, position: Position): void;
}

/** Reads policies as alternatives of assertions (WS-Policy 1.5, 4.3). */
export class PolicyReader<A> {
  readonly #open = new Set<XmlElement>();
  /** Policies may refer to each other many times. */
  readonly #cache = new Map<XmlElement, Alternatives<A>>();

  constructor(
    private readonly policies: Policies,
    private readonly terms: AssertionTerms<A>,
  ) {}

  /** Returns the combined policies, references and policy URIs on a WSDL element. `other` reads its other children. */
  readAttached(source: XmlElement, other: (child: XmlElement) => Alternatives<A> = () => NONE): Alternatives<A> {
    const alternatives = childElements(source).map((child) =>
      isOfPolicy(child, "Policy") || isOfPolicy(child, "PolicyReference") ? this.read(child) : other(child),
    );
    return this.all([...alternatives, ...policyUris(source).map((uri) => this.#named(uri, source.position))]);
  }

  /** WS-Policy 1.5, 4.3.3: combines each alternative of a list with each of the other lists. */
  all(list: readonly Alternatives<A>[]): Alternatives<A> {
    return list.reduce((one, other) => this.#combine(one, other), NONE);
  }

  readChildren(source: XmlElement): Alternatives<A> {
    return this.all(childElements(source).map((child) => this.read(child)));
  }

  read(source: XmlElement): Alternatives<A> {
    // A policy's reference to itself adds no requirement.
    if (this.#open.has(source)) return NONE;
    const cached = this.#cache.get(source);
    if (cached !== undefined) return cached;
    this.#open.add(source);
    const read = this.#read(source);
    this.#open.delete(source);
    this.#cache.set(source, read);
    return read;
  }

  distinct(alternatives: Alternatives<A>): Alternatives<A> {
    const byKey = new Map(alternatives.map((each) => [this.keyOf(each), each]));
    return [...byKey.values()].slice(0, MOST);
  }

  keyOf(alternative: readonly A[]): string {
    return alternative.map(this.terms.keyOf).sort().join();
  }

  #read(source: XmlElement): Alternatives<A> {
    if (isOfPolicy(source, "PolicyReference"))
      return this.#named(attribute(source, "URI")?.trim() ?? "", source.position);
    if (isOfPolicy(source, "ExactlyOne")) {
      const all = childElements(source).flatMap((child) => this.read(child));
      return all.length === 0 ? NONE : this.distinct(all);
    }
    if (isOfPolicy(source, "Policy") || isOfPolicy(source, "All")) return this.readChildren(source);
    const asserted = this.terms.asserted(source, this) ?? NONE;
    return isOptional(source) ? this.distinct([...asserted, []]) : asserted;
  }

  #named(uri: string, position: Position): Alternatives<A> {
    const policy = this.policies.find(uri);
    if (policy !== undefined) return this.read(policy);
    this.terms.missing?.(uri, position);
    return NONE;
  }

  #combine(one: Alternatives<A>, other: Alternatives<A>): Alternatives<A> {
    if (one === NONE) return other;
    if (other === NONE) return one;
    const byKey = new Map<string, readonly A[]>();
    for (const left of one) {
      const keys = new Set(left.map(this.terms.keyOf));
      for (const right of other) {
        if (byKey.size === MOST) return [...byKey.values()];
        const each = [...left, ...right.filter((assertion) => !keys.has(this.terms.keyOf(assertion)))];
        byKey.set(this.keyOf(each), each);
      }
    }
    return [...byKey.values()];
  }
}

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);

/**
 * Returns a predicate: whether an element's policy requires MTOM in every alternative, by `OptimizedMimeSerialization`
 * of WS-MTOMPolicy or the W3C's assertion (2007).
 */
export function mtomRequired(policies: Policies): (source: XmlElement) => boolean {
  const reader = new PolicyReader<"mtom">(policies, {
    asserted: ({ name }) => (assertions.has(`${name.namespace} ${name.local}`) ? [["mtom"]] : undefined),
    keyOf: (assertion) => assertion,
  });
  return (source) => reader.readAttached(source).every((alternative) => alternative.length > 0);
}
