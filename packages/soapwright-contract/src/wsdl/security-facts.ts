/** The assertions of WS-SecurityPolicy 1.1 to 1.3 as facts: requirements, and the details of how they are met. */
import type { Position } from "../diagnostics";
import { attribute, childElements, textOf, type XmlElement } from "../xml/xml";
import { type Alternatives, type PolicyReader, policyNamespaces } from "./policies";
import {
  DETAILS,
  NEEDS,
  OF_OTHERS,
  reliableNamespaces,
  SUITE,
  securityNamespaces,
  WITHOUT_NEED,
} from "./security-assertions";
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

/** WS-SecurityPolicy 1.1 is beside WS-SecureConversation of February 2005. */
const OLD_CONVERSATION: ReadonlySet<string> = new Set(["http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"]);

/** Tokens of the service: a certificate in them is not the client's. */
const OF_SERVICE = /^(?:Recipient(?:Signature|Encryption)?|Protection|Signature|Encryption)Token$/;
/** Tokens whose keys a binding uses. */
const OF_BINDING = /^(?:(?:Initiator|Recipient)(?:Signature|Encryption)?|Protection|Signature|Encryption)Token$/;

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
  if (SUITE.test(local)) return [suiteFacts(local, fact)];
  if (!securityNamespaces.has(namespace) || OF_OTHERS.has(local)) return undefined;
  const own = (NEEDS.get(local) ?? []).map((need) => fact(need, need));
  const detail = DETAILS.get(local);
  if (own.length === 0 && detail === undefined && !WITHOUT_NEED.has(local))
    return [[fact(`unknown=${local}`, "unknown")]];
  if (detail !== undefined) own.push(fact(detail));
  // Version 1.1 uses an attribute instead of an assertion.
  if (/^\s*(?:true|1)\s*$/.test(attribute(source, "RequireClientCertificate") ?? "")) {
    own.push(fact("clientCertificate", "clientCertificate"));
  }
  if (/\/IncludeToken\/(?:Never|AlwaysToInitiator)\s*$/.test(includeToken(source))) own.push(fact("reference=none"));
  if (NEEDS.get(local)?.includes("derivedKeys"))
    own.push(fact(`derived=${OLD_CONVERSATION.has(namespace) ? "2005/02" : "1.3"}`));
  if (local === "IssuedToken") own.push(...issuedBy(source, fact));
  if (local === "SignedParts") own.push(...partsIn(source).map((part) => fact(`sign=${part}`)));
  if (local === "EncryptedParts") {
    // Without content: the Body (WS-SecurityPolicy 1.3, 4.2.1).
    const parts = childElements(source).length === 0 ? ["Body"] : partsIn(source);
    own.push(...parts.map((part) => fact(`encrypt=${part}`)));
    if (parts.includes("Attachments")) own.push(fact("encryptedAttachments", "encryptedAttachments"));
    if (parts.some((part) => part.endsWith("}"))) own.push(fact("encryptedHeaders", "encryptedHeaders"));
  }
  if (BY_PATH.has(local)) own.push(...pathsIn(source).flatMap((found) => ofPath(local, found, fact)));
  let inside = reader.readChildren(source);
  if (local === "AlgorithmSuite") inside = inside.map((each) => [...each, ...unknownSuite(source, each, fact)]);
  if (OF_BINDING.test(local)) inside = inside.map((each) => each.map(ofBinding));
  if (OF_SERVICE.test(local)) inside = inside.map((each) => each.flatMap(ofService));
  if (local.endsWith("SupportingTokens")) inside = inside.map((each) => supporting(local, each, fact));
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

function suiteFacts(suite: string, fact: (key: string, need?: PolicyNeed) => Fact): readonly Fact[] {
  return [
    fact(`suite=${suite}`),
    ...(suite.includes("Rsa15") ? [fact("rsa15", "rsa15")] : []),
    ...(suite.startsWith("TripleDes") ? [fact("tripleDes", "tripleDes")] : []),
  ];
}

/** Another suite, of whatever vocabulary, must not be replaced by one that is known. */
function unknownSuite(
  source: XmlElement,
  inside: readonly Fact[],
  fact: (key: string, need?: PolicyNeed) => Fact,
): readonly Fact[] {
  const isNamed = inside.some(({ key, need }) => key.startsWith("suite=") || need === "unknown");
  const [child] = isNamed ? [] : suitesIn(source);
  return child === undefined ? [] : [{ ...fact("algorithm", "algorithm"), assertion: child }];
}

/** A token whose key the binding uses, other than a certificate. */
function ofBinding(fact: Fact): Fact {
  const { need } = fact;
  if (need === "usernameToken") return { ...fact, key: "passwordKey", need: "passwordKey" };
  return need === "samlAssertion" || need === "issuedToken" ? { ...fact, key: "tokenKey", need: "tokenKey" } : fact;
}

/** A certificate of the service is needed in the place of one of the client. Its form is of no matter: keys are given. */
function ofService(fact: Fact): readonly Fact[] {
  if (fact.need === "certificateForm") return [];
  if (fact.need === "signature") return [{ ...fact, key: "serviceCertificate", need: "serviceCertificate" }];
  return [fact.key.startsWith("reference=") ? { ...fact, key: `service.${fact.key}` } : fact];
}

/** Returns the tokens, with what their kind requires of them (WS-SecurityPolicy 1.3, 8). */
function supporting(
  local: string,
  inside: readonly Fact[],
  fact: (key: string, need?: PolicyNeed) => Fact,
): readonly Fact[] {
  const has = (need: PolicyNeed): boolean => inside.some((each) => each.need === need);
  const isEndorsing = local.includes("Endorsing");
  const isSigning = isEndorsing || has("signature");
  // The key of the token signs the parts that are named beside it.
  const tokens = inside.map((each) =>
    isSigning && each.key.startsWith("sign=") ? { ...each, key: each.key.replace("sign", "endorse") } : each,
  );
  const isSaml = has("samlAssertion") || has("issuedToken");
  const found: Fact[] = [];
  for (const [isThere, part] of [
    [has("usernameToken"), "UsernameToken"],
    [isSaml, "SamlAssertion"],
  ] as const) {
    if (!isThere) continue;
    if (local.startsWith("Signed")) found.push(fact(`token.sign=${part}`));
    if (local.includes("Encrypted")) found.push(fact(`token.encrypt=${part}`));
  }
  if (local.includes("Encrypted") && (isSaml || has("signature"))) found.push(fact("encryptedToken", "encryptedToken"));
  if (has("usernameToken") && (isEndorsing || has("derivedKeys") || has("impliedKeys"))) {
    found.push(fact("passwordKey", "passwordKey"));
  }
  if (isSigning && tokens.some(({ key }) => key.startsWith("endorse=")))
    found.push(fact("endorsedParts", "endorsedParts"));
  if (!isEndorsing && has("signature")) found.push(fact("secondCertificate", "secondCertificate"));
  if (isEndorsing && has("samlAssertion")) found.push(fact("holderOfKey", "holderOfKey"));
  if (isEndorsing && has("issuedToken")) {
    found.push(fact("issuer.keyType=symmetric"));
    if (has("derivedKeys")) found.push(fact("derivedTokenKeys", "derivedTokenKeys"));
  }
  if (isEndorsing && has("signature")) found.push(fact("endorsing", "endorsing"));
  // The keys of a binding are derived for themselves.
  return [...tokens.filter(({ key, need }) => need !== "derivedKeys" && !key.startsWith("derived=")), ...found];
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

/** Returns the names in an AlgorithmSuite, of whatever vocabulary. */
function suitesIn(source: XmlElement): readonly string[] {
  return childElements(source).flatMap((child) =>
    policyNamespaces.has(child.name.namespace) ? suitesIn(child) : [child.name.local],
  );
}

/** Returns the parts by `Body`, the names of attachments, or `{namespace}name` of header blocks, where no name is any. */
function partsIn(source: XmlElement): readonly string[] {
  const children = childElements(source);
  // Without content: the Body and all header blocks (WS-SecurityPolicy 1.3, 4.1.1).
  if (children.length === 0) return ["Body", "{}"];
  return children.flatMap((child) => {
    if (childElements(child).some(({ name }) => name.local === "AttachmentCompleteSignatureTransform")) {
      return ["CompleteAttachments"];
    }
    if (child.name.local !== "Header") return [child.name.local];
    return [`{${attribute(child, "Namespace")?.trim() ?? ""}}${attribute(child, "Name")?.trim() ?? ""}`];
  });
}
