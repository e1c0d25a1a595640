/** The assertions of WS-SecurityPolicy 1.1 to 1.3 as facts: requirements, and the details of how they are met. */
import type { Position } from "../diagnostics";
import { attribute, childElements, textOf, type XmlElement } from "../xml/xml";
import type { Alternatives, PolicyReader } from "./policies";
import type { PolicyNeed } from "./security-needs";
import { pathsIn } from "./security-xpath";

/** A requirement, or a detail such as `sign=Body`. */
export interface Fact {
  readonly key: string;
  readonly need?: PolicyNeed;
  /** The local name of the assertion. */
  readonly assertion: string;
  readonly position: Position;
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
  timestampLast: "LaxTsLast",
};
const NEEDS: ReadonlyMap<string, readonly PolicyNeed[]> = invert(ASSERTIONS);

/** The details that an assertion without content stands for. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ["AsymmetricBinding", "asymmetric"],
  ["NoPassword", "noPassword"],
  ["Nonce", "nonce"],
  ["Created", "nonce"],
  ["InclusiveC14N", "inclusive"],
  ["ProtectTokens", "protectTokens"],
  ["EncryptSignature", "encryptSignature"],
  ["EncryptBeforeSigning", "encryptBeforeSigning"],
  ["RequireThumbprintReference", "reference=ThumbprintSHA1"],
  ["RequireIssuerSerialReference", "reference=IssuerSerial"],
  ["RequireKeyIdentifierReference", "reference=SubjectKeyIdentifier"],
  ["RequireSignatureConfirmation", "confirmation"],
]);

/** Assertions whose inner policy is for an exchange with the issuer of a token. */
const OF_OTHERS: ReadonlySet<string> = new Set(["BootstrapPolicy", "RequestSecurityTokenTemplate", "Claims", "Issuer"]);

/** WS-SecurityPolicy 1.1 is beside WS-SecureConversation of February 2005. */
const OLD_CONVERSATION: ReadonlySet<string> = new Set(["http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"]);

/** Tokens of the service: a certificate in them is not the client's. */
const OF_SERVICE = /^(?:Recipient(?:Signature|Encryption)?|Protection|Signature|Encryption)Token$/;

/** Returns undefined for an element that is no assertion about security. */
export function factsOf(source: XmlElement, reader: PolicyReader<Fact>): Alternatives<Fact> | undefined {
  const { namespace, local } = source.name;
  const fact = (key: string, need?: PolicyNeed): Fact => ({
    key,
    ...(need && { need }),
    assertion: local,
    position: source.position,
  });
  if (reliableNamespaces.has(namespace)) {
    return local === "RMAssertion" ? [[fact("reliableMessaging", "reliableMessaging")]] : undefined;
  }
  if (!securityNamespaces.has(namespace) || OF_OTHERS.has(local)) return undefined;
  const own = (NEEDS.get(local) ?? []).map((need) => fact(need, need));
  const detail = DETAILS.get(local);
  if (detail !== undefined) own.push(fact(detail));
  // Version 1.1 uses an attribute instead of an assertion.
  if (attribute(source, "RequireClientCertificate")?.trim() === "true") {
    own.push(fact("clientCertificate", "clientCertificate"));
  }
  if (/\/IncludeToken\/Never\s*$/.test(includeToken(source))) own.push(fact("reference=none"));
  if (local === "AlgorithmSuite") {
    for (const suite of suitesIn(source)) {
      own.push(fact(`suite=${suite}`));
      if (suite.includes("Rsa15")) own.push(fact("rsa15", "rsa15"));
      if (suite.startsWith("TripleDes")) own.push(fact("tripleDes", "tripleDes"));
    }
  }
  if (local === "RequireDerivedKeys") own.push(fact(`derived=${OLD_CONVERSATION.has(namespace) ? "2005/02" : "1.3"}`));
  if (local === "IssuedToken") own.push(...issuedBy(source, fact));
  if (local === "SignedParts") own.push(...partsIn(source).map((part) => fact(`sign=${part}`)));
  if (local === "EncryptedParts") {
    const parts = partsIn(source);
    own.push(...parts.map((part) => fact(`encrypt=${part}`)));
    if (parts.includes("Attachments")) own.push(fact("encryptedAttachments", "encryptedAttachments"));
  }
  if (BY_PATH.has(local)) own.push(...pathsIn(source).flatMap((found) => ofPath(local, found, fact)));
  let inside = reader.readChildren(source);
  if (OF_SERVICE.test(local)) inside = inside.map((each) => each.map(ofService));
  if (local.endsWith("SupportingTokens")) inside = inside.map((each) => [...each, ...supporting(local, each, fact)]);
  return own.length === 0 ? inside : reader.all([[own], inside]);
}

const BY_PATH: ReadonlySet<string> = new Set(["SignedElements", "EncryptedElements", "ContentEncryptedElements"]);

function isBody(path: string): boolean {
  const [, namespace = ""] = /^\/(?:\/|\{[^}]*\}Envelope\/)\{([^}]*)\}Body$/.exec(path) ?? [];
  return (
    namespace === "http://schemas.xmlsoap.org/soap/envelope/" || namespace === "http://www.w3.org/2003/05/soap-envelope"
  );
}

const DS = "http://www.w3.org/2000/09/xmldsig#";
const WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";

/** Returns what the path of an element stands for. Tokens and the Body have names of their own. */
function ofPath(
  local: string,
  { source, path, hasPredicate }: ReturnType<typeof pathsIn>[number],
  fact: (key: string, need?: PolicyNeed) => Fact,
): readonly Fact[] {
  const refused = (need: "elementsByXPath" | "xpathPredicate"): readonly Fact[] => [
    { ...fact(need, need), position: source.position },
  ];
  if (path === undefined) return refused(hasPredicate ? "xpathPredicate" : "elementsByXPath");
  const kind = local === "SignedElements" ? "sign" : "encrypt";
  const isContent = local === "ContentEncryptedElements";
  const last = path.slice(path.lastIndexOf("{"));
  const isOfHeader = last.startsWith(`{${WSS}`) || last.startsWith(`{${DS}}`);
  if (isBody(path)) {
    return kind === "sign" || isContent ? [fact(`${kind}=Body`)] : refused("elementsByXPath");
  }
  if (!isOfHeader) return [fact(`${kind}=${isContent ? "content:" : "path:"}${path}`)];
  if (last.endsWith("}UsernameToken") && !isContent) return [fact(`token.${kind}=UsernameToken`)];
  if (last.endsWith("}Timestamp") && kind === "sign") return [];
  if (last === `{${DS}}Signature` && kind === "encrypt" && !isContent) return [fact("encryptSignature")];
  return refused("elementsByXPath");
}

/** A certificate of the service is needed in the place of one of the client. */
function ofService(fact: Fact): Fact {
  if (fact.need === "signature") return { ...fact, key: "serviceCertificate", need: "serviceCertificate" };
  return fact.key.startsWith("reference=") ? { ...fact, key: `service.${fact.key}` } : fact;
}

/** Returns what the kind of supporting tokens requires of the tokens (WS-SecurityPolicy 1.3, 8). */
function supporting(
  local: string,
  tokens: readonly Fact[],
  fact: (key: string, need?: PolicyNeed) => Fact,
): readonly Fact[] {
  const has = (need: PolicyNeed): boolean => tokens.some((each) => each.need === need);
  const found: Fact[] = [];
  for (const [need, part] of [
    ["usernameToken", "UsernameToken"],
    ["samlAssertion", "SamlAssertion"],
  ] as const) {
    if (!has(need)) continue;
    if (local.startsWith("Signed")) found.push(fact(`token.sign=${part}`));
    if (local.includes("Encrypted")) found.push(fact(`token.encrypt=${part}`));
  }
  if (!local.includes("Endorsing")) return found;
  if (has("samlAssertion")) found.push(fact("holderOfKey", "holderOfKey"));
  if (has("issuedToken")) found.push(fact("issuer.keyType=symmetric"));
  if (has("signature")) found.push(fact("endorsing", "endorsing"));
  return found;
}

/** Returns the address of the issuer and the token to ask for (WS-SecurityPolicy 1.3, 5.4.2). */
function issuedBy(source: XmlElement, fact: (key: string, need?: PolicyNeed) => Fact): readonly Fact[] {
  const found: Fact[] = [];
  const open = childElements(source).filter(({ name }) => OF_OTHERS.has(name.local));
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const { namespace, local } = element.name;
    const text = textOf(element).trim();
    if (local === "Address" && namespace.endsWith("/addressing")) found.push(fact(`issuer.endpoint=${text}`));
    if (local === "TokenType") found.push(fact(`issuer.tokenType=${text}`));
    const [keyType] = local === "KeyType" ? (/(?:Bearer|SymmetricKey|PublicKey)$/.exec(text) ?? []) : [];
    if (keyType !== undefined) found.push(fact(`issuer.keyType=${keyType.replace("Key", "").toLowerCase()}`));
    open.push(...childElements(element));
  }
  return found;
}

function includeToken(source: XmlElement): string {
  const { namespace } = source.name;
  return attribute(source, "IncludeToken", namespace) ?? attribute(source, "IncludeToken") ?? "";
}

/** Returns the names in an AlgorithmSuite. Suites of other vocabularies, such as Basic128GCM, are among them. */
function suitesIn(source: XmlElement): readonly string[] {
  return childElements(source).flatMap((child) =>
    childElements(child).length > 0 || child.name.local === "Policy" ? suitesIn(child) : [child.name.local],
  );
}

/** Returns the parts by `Body`, the names of attachments, or `{namespace}name` of header blocks, where no name is any. */
function partsIn(source: XmlElement): readonly string[] {
  const children = childElements(source);
  // Without content: the Body and all header blocks (WS-SecurityPolicy 1.3, 4.1.1).
  if (children.length === 0) return ["Body", "{http://www.w3.org/2005/08/addressing}"];
  return children.flatMap((child) => {
    if (childElements(child).some(({ name }) => name.local === "AttachmentCompleteSignatureTransform")) {
      return ["CompleteAttachments"];
    }
    if (child.name.local !== "Header") return [child.name.local];
    return [`{${attribute(child, "Namespace")?.trim() ?? ""}}${attribute(child, "Name")?.trim() ?? ""}`];
  });
}

function invert(assertions: typeof ASSERTIONS): ReadonlyMap<string, readonly PolicyNeed[]> {
  const needs = new Map<string, PolicyNeed[]>();
  for (const [need, names] of Object.entries(assertions)) {
    for (const name of names.split(" ")) needs.set(name, [...(needs.get(name) ?? []), need as PolicyNeed]);
  }
  return needs;
}
