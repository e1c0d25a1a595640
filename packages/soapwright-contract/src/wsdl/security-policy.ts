/**
 * The requirements of a service's policies beyond addressing: WS-SecurityPolicy 1.1 to 1.3, attached as in WS-Policy
 * Attachment (WSDL 1.1, section 4), as alternatives of requirements (WS-Policy 1.5, 4.3).
 */
import { attribute, childElements, childrenNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/xsd-namespaces";
import { isOfPolicy, isOptional, type Policies, policyUris } from "./policies";
import type { WsdlDocument } from "./wsdl-documents";

/** A requirement of a message or its connection. The ones from `encryption` on are not supported. */
export type PolicyNeed =
  | "tls"
  | "clientCertificate"
  | "httpBasic"
  | "httpDigest"
  | "usernameToken"
  | "passwordDigest"
  | "timestamp"
  | "signature"
  | "samlAssertion"
  | "encryption"
  | "symmetricBinding"
  | "derivedKeys"
  | "secureConversation"
  | "issuedToken"
  | "holderOfKey"
  | "kerberos"
  | "keyValueToken"
  | "relToken"
  | "reliableMessaging";

/** One way to satisfy a policy: all requirements of a message. */
export type PolicyAlternative = readonly PolicyNeed[];

/** The requirements for every message of a port, and for some operations beyond them. */
export interface SecurityPolicy {
  readonly alternatives: readonly PolicyAlternative[];
  /** By `wsdl:operation/@name`. */
  readonly operations?: { readonly [name: string]: readonly PolicyAlternative[] };
}

const securityNamespaces: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy",
  "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
  "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
]);
const reliableNamespaces: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2005/02/rm/policy",
  "http://docs.oasis-open.org/ws-rx/wsrmp/200702",
]);

/** Requirements by the local names of assertions. Other assertions require nothing of a caller beyond the binding. */
const NEEDS: { readonly [local: string]: PolicyNeed } = {
  TransportBinding: "tls",
  HttpsToken: "tls",
  RequireClientCertificate: "clientCertificate",
  HttpBasicAuthentication: "httpBasic",
  HttpDigestAuthentication: "httpDigest",
  UsernameToken: "usernameToken",
  HashPassword: "passwordDigest",
  IncludeTimestamp: "timestamp",
  AsymmetricBinding: "signature",
  X509Token: "signature",
  SamlToken: "samlAssertion",
  EncryptedParts: "encryption",
  EncryptedElements: "encryption",
  ContentEncryptedElements: "encryption",
  EncryptSignature: "encryption",
  EncryptBeforeSigning: "encryption",
  EncryptedSupportingTokens: "encryption",
  SignedEncryptedSupportingTokens: "encryption",
  EndorsingEncryptedSupportingTokens: "encryption",
  SignedEndorsingEncryptedSupportingTokens: "encryption",
  SymmetricBinding: "symmetricBinding",
  RequireDerivedKeys: "derivedKeys",
  SecureConversationToken: "secureConversation",
  SecurityContextToken: "secureConversation",
  SpnegoContextToken: "kerberos",
  KerberosToken: "kerberos",
  IssuedToken: "issuedToken",
  KeyValueToken: "keyValueToken",
  RelToken: "relToken",
};

/** Assertions whose inner policy is for another exchange, with the issuer of a token. */
const OF_OTHERS: ReadonlySet<string> = new Set(["BootstrapPolicy", "RequestSecurityTokenTemplate", "Claims", "Issuer"]);

type Alternatives = readonly PolicyAlternative[];
const NOTHING: Alternatives = [[]];
/** Maximum of alternatives, because nested choices multiply. The first ones are kept. */
const MOST = 256;

/** The policies of some documents, and their attachment points. */
export class SecurityPolicies {
  readonly #policies: Policies;
  readonly #components = new Map<string, XmlElement>();
  readonly #open = new Set<XmlElement>();
  /** A cache, because policies may refer to each other many times. */
  readonly #known = new Map<XmlElement, Alternatives>();

  constructor(documents: readonly WsdlDocument[], policies: Policies) {
    this.#policies = policies;
    for (const { element } of documents) {
      for (const kind of ["binding", "portType", "message"]) {
        for (const source of childrenNamed(element, wsdlNamespace, kind)) {
          const key = `${kind} ${attribute(source, "name")?.trim()}`;
          if (!this.#components.has(key)) this.#components.set(key, source);
        }
      }
    }
  }

  /**
   * Returns the requirements for a port: from its service, the port itself, its binding and its port type, and from
   * their operations and messages. Empty if there are none.
   */
  of(around: readonly XmlElement[], binding: string, portType: string): { readonly policy?: SecurityPolicy } {
    const bound = this.#components.get(`binding ${binding}`);
    const typed = this.#components.get(`portType ${portType}`);
    const whole = [...around, bound, typed].filter((source) => source !== undefined);
    const alternatives = settled(this.#all(whole));
    const operations: { [name: string]: Alternatives } = {};
    const inBinding = operationsByName(bound);
    // Overloads share a name, so the requirements of one apply to all.
    for (const [name, overloads] of operationsByName(typed)) {
      const all = [...overloads, ...(inBinding.get(name) ?? [])];
      const own = all.flatMap((source) => [source, ...this.#messages(source)]);
      const asked = settled(both(alternatives, this.#all(own)));
      if (keyOf(asked) !== keyOf(alternatives)) operations[name] = asked;
    }
    const hasOwn = Object.keys(operations).length > 0;
    if (!hasOwn && keyOf(alternatives) === keyOf(NOTHING)) return {};
    return { policy: { alternatives, ...(hasOwn && { operations }) } };
  }

  /** Input and output of an operation, and their messages. Faults are signed and encrypted like outputs. */
  #messages(operation: XmlElement): XmlElement[] {
    return ["input", "output"].flatMap((kind) =>
      childrenNamed(operation, wsdlNamespace, kind).flatMap((source) => {
        const local = attribute(source, "message")?.trim().replace(/^.*:/, "");
        const message = local === undefined ? undefined : this.#components.get(`message ${local}`);
        return message === undefined ? [source] : [source, message];
      }),
    );
  }

  #all(sources: readonly XmlElement[]): Alternatives {
    return sources.reduce((known, source) => both(known, this.#attached(source)), NOTHING);
  }

  /** The policies, references to policies and policy URIs on a WSDL element. */
  #attached(source: XmlElement): Alternatives {
    let known = NOTHING;
    for (const child of childElements(source)) {
      if (isOfPolicy(child, "Policy") || isOfPolicy(child, "PolicyReference")) known = both(known, this.#read(child));
    }
    for (const uri of policyUris(source)) known = both(known, this.#named(uri));
    return known;
  }

  #named(uri: string): Alternatives {
    const policy = this.#policies.find(uri);
    return policy === undefined ? NOTHING : this.#read(policy);
  }

  #read(source: XmlElement): Alternatives {
    // A policy's reference to itself adds no requirement.
    if (this.#open.has(source)) return NOTHING;
    const before = this.#known.get(source);
    if (before !== undefined) return before;
    this.#open.add(source);
    const read = this.#readOpen(source);
    this.#open.delete(source);
    this.#known.set(source, read);
    return read;
  }

  #readOpen(source: XmlElement): Alternatives {
    if (isOfPolicy(source, "PolicyReference")) return this.#named(attribute(source, "URI")?.trim() ?? "");
    if (isOfPolicy(source, "ExactlyOne")) {
      const all = childElements(source).flatMap((child) => this.#read(child));
      return all.length === 0 ? NOTHING : distinct(all);
    }
    if (isOfPolicy(source, "Policy") || isOfPolicy(source, "All")) return this.#inside(source);
    const asserted = this.#asserted(source);
    return isOptional(source) ? distinct([...asserted, []]) : asserted;
  }

  #inside(source: XmlElement): Alternatives {
    return childElements(source).reduce((known, child) => both(known, this.#read(child)), NOTHING);
  }

  #asserted(source: XmlElement): Alternatives {
    const { namespace, local } = source.name;
    if (reliableNamespaces.has(namespace)) return local === "RMAssertion" ? [["reliableMessaging"]] : NOTHING;
    if (!securityNamespaces.has(namespace) || OF_OTHERS.has(local)) return NOTHING;
    let inside = this.#inside(source);
    // Version 1.1 uses an attribute instead of an assertion.
    if (attribute(source, "RequireClientCertificate")?.trim() === "true")
      inside = both(inside, [["clientCertificate"]]);
    if (local.startsWith("Endorsing") || local.startsWith("SignedEndorsing")) {
      inside = inside.map((each) => (each.includes("samlAssertion") ? [...each, "holderOfKey"] : each));
    }
    const need = NEEDS[local];
    return need === undefined ? inside : both([[need]], inside);
  }
}

/** WS-Policy 1.5, 4.3.3: each alternative of one combined with each of the other. */
function both(one: Alternatives, other: Alternatives): Alternatives {
  if (one === NOTHING) return other;
  if (other === NOTHING) return one;
  const byKey = new Map<string, PolicyAlternative>();
  for (const left of one) {
    for (const right of other) {
      if (byKey.size === MOST) return [...byKey.values()];
      const each = [...new Set([...left, ...right])];
      byKey.set(keyOfOne(each), each);
    }
  }
  return [...byKey.values()];
}

function distinct(alternatives: Alternatives): Alternatives {
  const byKey = new Map(alternatives.map((each) => [keyOfOne(each), each]));
  return [...byKey.values()].slice(0, MOST);
}

function keyOfOne(alternative: PolicyAlternative): string {
  return [...alternative].sort().join();
}

function keyOf(alternatives: Alternatives): string {
  return alternatives.map(keyOfOne).sort().join(";");
}

/** With TLS nothing in the message needs encryption (WS-SecurityPolicy, 7.3). Duplicates are removed. */
function settled(alternatives: Alternatives): Alternatives {
  const plain = alternatives.map((each) =>
    each.includes("tls") && !each.includes("symmetricBinding") ? each.filter((need) => need !== "encryption") : each,
  );
  return distinct(plain).map((each) => [...each].sort());
}

function operationsByName(source: XmlElement | undefined): ReadonlyMap<string, readonly XmlElement[]> {
  const byName = new Map<string, XmlElement[]>();
  for (const operation of source === undefined ? [] : childrenNamed(source, wsdlNamespace, "operation")) {
    const name = attribute(operation, "name")?.trim() ?? "";
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [operation]);
    else known.push(operation);
  }
  return byName;
}
