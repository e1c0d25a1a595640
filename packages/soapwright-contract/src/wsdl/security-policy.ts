/**
 * The requirements of a service's policies beyond addressing: WS-SecurityPolicy 1.1 to 1.3, attached as in WS-Policy
 * Attachment (WSDL 1.1, section 4), as alternatives of requirements (WS-Policy 1.5, 4.3).
 */
import { grouped } from "../grouped";
import { attribute, childrenNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/xsd-namespaces";
import { type Alternatives, type Policies, PolicyReader } from "./policies";
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

/** The policies of some documents, and their attachment points. */
export class SecurityPolicies {
  readonly #reader: PolicyReader<PolicyNeed>;
  readonly #components = new Map<string, XmlElement>();

  constructor(documents: readonly WsdlDocument[], policies: Policies) {
    this.#reader = new PolicyReader<PolicyNeed>(policies, { asserted, keyOf: (need) => need });
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
    const alternatives = this.#settled(whole);
    const operations: { [name: string]: Alternatives<PolicyNeed> } = {};
    const inBinding = operationsByName(bound);
    // Overloads share a name, so the requirements of one apply to all.
    for (const [name, overloads] of operationsByName(typed)) {
      const all = [...overloads, ...(inBinding.get(name) ?? [])];
      const own = all.flatMap((source) => [source, ...this.#messages(source)]);
      const asked = this.#settled(own, alternatives);
      if (textOf(asked) !== textOf(alternatives)) operations[name] = asked;
    }
    const hasOwn = Object.keys(operations).length > 0;
    if (!hasOwn && textOf(alternatives) === "") return {};
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

  /** With TLS nothing in the message needs encryption (WS-SecurityPolicy, 7.3). Duplicates are removed. */
  #settled(sources: readonly XmlElement[], ...further: Alternatives<PolicyNeed>[]): Alternatives<PolicyNeed> {
    const all = this.#reader.all([...further, ...sources.map((source) => this.#reader.attached(source))]);
    const plain = all.map((each) =>
      each.includes("tls") && !each.includes("symmetricBinding") ? each.filter((need) => need !== "encryption") : each,
    );
    return this.#reader.distinct(plain).map((each) => [...each].sort());
  }
}

function asserted(source: XmlElement, reader: PolicyReader<PolicyNeed>): Alternatives<PolicyNeed> | undefined {
  const { namespace, local } = source.name;
  if (reliableNamespaces.has(namespace)) return local === "RMAssertion" ? [["reliableMessaging"]] : undefined;
  if (!securityNamespaces.has(namespace) || OF_OTHERS.has(local)) return undefined;
  let inside = reader.inside(source);
  // Version 1.1 uses an attribute instead of an assertion.
  if (attribute(source, "RequireClientCertificate")?.trim() === "true")
    inside = reader.all([inside, [["clientCertificate"]]]);
  if (local.startsWith("Endorsing") || local.startsWith("SignedEndorsing")) {
    inside = inside.map((each) => (each.includes("samlAssertion") ? [...each, "holderOfKey"] : each));
  }
  const need = NEEDS[local];
  return need === undefined ? inside : reader.all([[[need]], inside]);
}

function textOf(alternatives: Alternatives<PolicyNeed>): string {
  return alternatives
    .map((each) => each.join())
    .sort()
    .join(";");
}

function operationsByName(source: XmlElement | undefined): ReadonlyMap<string, readonly XmlElement[]> {
  const operations = source === undefined ? [] : childrenNamed(source, wsdlNamespace, "operation");
  return grouped(operations, (operation) => attribute(operation, "name")?.trim() ?? "");
}
