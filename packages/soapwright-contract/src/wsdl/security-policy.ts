/**
 * The requirements of a service's policies beyond addressing: WS-SecurityPolicy 1.1 to 1.3, attached as in WS-Policy
 * Attachment (WSDL 1.1, section 4), as alternatives of requirements (WS-Policy 1.5, 4.3).
 */
import { grouped } from "../grouped";
import { attribute, childrenNamed, nameOf, wsdlNamespace, type XmlElement } from "../xml/xml";
import { type Alternatives, type Policies, PolicyReader } from "./policies";
import type { WsdlDocument } from "./wsdl-documents";

/** An alternative to satisfy a policy: all requirements of a message. */
type PolicyAlternative = readonly PolicyNeed[];

/** The requirements for every message of a port, and for some operations beyond them. */
export interface SecurityPolicy {
  readonly alternatives: readonly PolicyAlternative[];
  /** By `wsdl:operation/@name`. */
  readonly operations?: { readonly [name: string]: readonly PolicyAlternative[] };
}

/** A policy with the wording of its requirements. */
export interface WordedPolicy extends SecurityPolicy {
  readonly needs: { readonly [need: string]: SecurityNeed };
}

export function withNeeds(policy: SecurityPolicy): WordedPolicy {
  const all = [policy.alternatives, ...Object.values(policy.operations ?? {})].flat(2);
  return { ...policy, needs: Object.fromEntries(all.map((need) => [need, SECURITY_NEEDS[need]])) };
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

/** The local names of the assertions of each requirement. Other assertions require nothing of a caller. */
const ASSERTIONS: { readonly [need in PolicyNeed]?: string } = {
  tls: "TransportBinding HttpsToken",
  clientCertificate: "RequireClientCertificate",
  httpBasic: "HttpBasicAuthentication",
  httpDigest: "HttpDigestAuthentication",
  usernameToken: "UsernameToken",
  passwordDigest: "HashPassword",
  timestamp: "IncludeTimestamp",
  signature: "AsymmetricBinding X509Token",
  samlAssertion: "SamlToken",
  encryption:
    "EncryptedParts EncryptedElements ContentEncryptedElements EncryptSignature EncryptBeforeSigning EncryptedSupportingTokens SignedEncryptedSupportingTokens EndorsingEncryptedSupportingTokens SignedEndorsingEncryptedSupportingTokens",
  symmetricBinding: "SymmetricBinding",
  derivedKeys: "RequireDerivedKeys",
  secureConversation: "SecureConversationToken SecurityContextToken",
  kerberos: "SpnegoContextToken KerberosToken",
  issuedToken: "IssuedToken",
  keyValueToken: "KeyValueToken",
  relToken: "RelToken",
};
const NEEDS: ReadonlyMap<string, PolicyNeed> = new Map(
  Object.entries(ASSERTIONS).flatMap(([need, names]) =>
    names.split(" ").map((name) => [name, need as PolicyNeed] as const),
  ),
);

/** Assertions whose inner policy is for an exchange with the issuer of a token. */
const OF_OTHERS: ReadonlySet<string> = new Set(["BootstrapPolicy", "RequestSecurityTokenTemplate", "Claims", "Issuer"]);

/** Collects the requirements at the attachment points of policies. */
export class SecurityPolicies {
  readonly #reader: PolicyReader<PolicyNeed>;
  readonly #components = new Map<string, XmlElement>();

  constructor(documents: readonly WsdlDocument[], policies: Policies) {
    this.#reader = new PolicyReader<PolicyNeed>(policies, { asserted, keyOf: (need) => need });
    for (const { element } of documents) {
      for (const kind of ["binding", "portType", "message"]) {
        for (const source of childrenNamed(element, wsdlNamespace, kind)) {
          const key = `${kind} ${nameOf(source)}`;
          if (!this.#components.has(key)) this.#components.set(key, source);
        }
      }
    }
  }

  /**
   * Returns the requirements for a port: from its service, the port itself, its binding and its port type, and from
   * their operations and messages. Undefined without requirements.
   */
  of(around: readonly XmlElement[], binding: string, portType: string): SecurityPolicy | undefined {
    const bound = this.#components.get(`binding ${binding}`);
    const typed = this.#components.get(`portType ${portType}`);
    const whole = [...around, bound, typed].filter((source) => source !== undefined);
    const alternatives = this.#simplify(whole);
    const operations: { [name: string]: Alternatives<PolicyNeed> } = {};
    const inBinding = operationsByName(bound);
    // Overloads share a name, so the requirements of each apply to all.
    for (const [name, overloads] of operationsByName(typed)) {
      const all = [...overloads, ...(inBinding.get(name) ?? [])];
      const operationSources = all.flatMap((source) => [source, ...this.#messagesOf(source)]);
      const combined = this.#simplify(operationSources, alternatives);
      if (textOf(combined) !== textOf(alternatives)) operations[name] = combined;
    }
    const hasOperations = Object.keys(operations).length > 0;
    if (!hasOperations && textOf(alternatives) === "") return undefined;
    return { alternatives, ...(hasOperations && { operations }) };
  }

  /** Returns input and output of an operation, and their messages. Faults are signed and encrypted like outputs. */
  #messagesOf(operation: XmlElement): XmlElement[] {
    return ["input", "output"].flatMap((kind) =>
      childrenNamed(operation, wsdlNamespace, kind).flatMap((source) => {
        const local = attribute(source, "message")?.trim().replace(/^.*:/, "");
        const message = local === undefined ? undefined : this.#components.get(`message ${local}`);
        return message === undefined ? [source] : [source, message];
      }),
    );
  }

  /** With TLS nothing in the message needs encryption (WS-SecurityPolicy, 7.3). */
  #simplify(sources: readonly XmlElement[], ...further: Alternatives<PolicyNeed>[]): Alternatives<PolicyNeed> {
    const all = this.#reader.all([...further, ...sources.map((source) => this.#reader.readAttached(source))]);
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
  let inside = reader.readChildren(source);
  // Version 1.1 uses an attribute instead of an assertion.
  if (attribute(source, "RequireClientCertificate")?.trim() === "true")
    inside = reader.all([inside, [["clientCertificate"]]]);
  if (local.startsWith("Endorsing") || local.startsWith("SignedEndorsing")) {
    inside = inside.map((each) => (each.includes("samlAssertion") ? [...each, "holderOfKey"] : each));
  }
  const need = NEEDS.get(local);
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
  return grouped(operations, (operation) => nameOf(operation) ?? "");
}

/** The label of a requirement, and the option that satisfies it, or the remedy if no option does. */
interface SecurityNeed {
  readonly words: string;
  /** The client's option that satisfies it. Absent if it is not supported. */
  readonly option?: string;
  /** The remedy if it is not supported. */
  readonly remedy?: string;
}

const PLAIN = "ask the service for a port that needs TLS and signatures alone";
const GATEWAY = "put a gateway that speaks it in front of the service";

/** The requirements of WS-SecurityPolicy 1.3, and WS-ReliableMessaging Policy. */
const needs = {
  tls: { words: "TLS", option: "endpoint" },
  clientCertificate: { words: "a client certificate over TLS", option: "tls.cert" },
  httpBasic: { words: "HTTP Basic", option: "signIn" },
  httpDigest: { words: "HTTP Digest", option: "signIn" },
  usernameToken: { words: "a UsernameToken", option: "security.usernameToken" },
  passwordDigest: { words: "a password digest", option: "security.usernameToken" },
  timestamp: { words: "a Timestamp", option: "security.timestamp" },
  signature: { words: "an X.509 signature", option: "security.signature" },
  samlAssertion: { words: "a SAML assertion", option: "security.samlAssertion" },
  encryption: { words: "encryption of messages (XML Encryption)", remedy: PLAIN },
  symmetricBinding: { words: "the symmetric binding (a key that client and service share)", remedy: PLAIN },
  derivedKeys: { words: "derived keys", remedy: PLAIN },
  secureConversation: { words: "WS-SecureConversation", remedy: PLAIN },
  issuedToken: {
    words: "a token of a security token service (WS-Trust)",
    remedy: 'get the assertion from it yourself, set security.samlAssertion, and policy: "ignore"',
  },
  holderOfKey: { words: "a SAML assertion that is bound to a key", remedy: GATEWAY },
  kerberos: { words: "Kerberos", remedy: GATEWAY },
  keyValueToken: { words: "a bare key in the place of a certificate", remedy: PLAIN },
  relToken: { words: "a REL licence", remedy: GATEWAY },
  reliableMessaging: { words: "WS-ReliableMessaging", remedy: "ask for a port without it" },
} satisfies { readonly [need: string]: SecurityNeed };

type PolicyNeed = keyof typeof needs;

export const SECURITY_NEEDS: { readonly [need in PolicyNeed]: SecurityNeed } = needs;
