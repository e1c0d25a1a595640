/** An issuer of tokens for tests (WS-Trust 1.3, 1.4 and 2005/02): the operation of a service, and its security. */
import { randomBytes, X509Certificate } from "node:crypto";
import { escapeText } from "soapwright-runtime/codecs";
import { wrongOption } from "soapwright-runtime/extend";
import type { OperationNode, ServiceNode, XmlElement } from "soapwright-runtime/tables";
import { algorithmFor } from "../algorithms";
import { readCertificate, readKey, requireInTime, requirePair } from "../certificate";
import { OAEP_MGF1P, wrapKey } from "../encryption/key-transport";
import { childrenOf, type EnvelopePart, isAssertion, isNamed, readParts, securityOf } from "../envelope-parts";
import { asGiven, milliseconds, optional, required, section } from "../option-section";
import { parseTime } from "../saml-assertion";
import { wrong } from "../security-error";
import { DS, WSSE, WSSE11, WSU, XENC } from "../security-namespaces";
import { assertionReference } from "../security-tokens";
import { createServiceSecurity, SecurityRefusal, type ServiceSecurity } from "../service-security";
import { type IssuerKey, issueAssertion, keyInfoOf, timeOf } from "./issue-assertion";
import { computeKey, KEY_BITS } from "./proof";
import { issue, service } from "./trust/schemas";
import type { RequestSecurityToken } from "./trust/types";
import {
  isSameTokenType,
  KEY_TYPES,
  type KeyType,
  keyTypeOf,
  namespaceOf,
  type SamlVersion,
  TRUST,
  tokenTypeOf,
} from "./trust-terms";
import { verifyAssertion } from "./verify-assertion";

/** Whom an issuer knows, and what it signs by. Needs `users`, `clients` or both. */
export interface TokenServiceOptions {
  /** The certificate of the issuer in PEM: services that trust it accept its assertions. */
  readonly certificate: string;
  /** The private key of `certificate` in PEM. */
  readonly key: string;
  /** Passwords by user name, for those who sign in by a UsernameToken. */
  readonly users?: Readonly<{ [username: string]: string }> | undefined;
  /** Certificates in PEM of those who sign in by a signature over Body and Timestamp. */
  readonly clients?: string | readonly string[] | undefined;
  /** The certificate in PEM of the service, for which symmetric keys are encrypted. Default: there are none. */
  readonly serviceCertificate?: string | undefined;
  /** The longest lifetime of a token, in milliseconds. Default: 300,000. */
  readonly lifetimeMs?: number | undefined;
}

/** What hosts an issuer: the tables of its service, its security, and its operation. */
export interface TokenService {
  readonly service: ServiceNode;
  readonly security: ServiceSecurity;
  /**
   * Returns the content of a response's Body to `user`, for a request that `security` has received. Rejects with an error
   * whose `message` is the reason of a fault and whose `faultCode` is its code.
   */
  issue(operation: string, request: unknown, user: string | undefined): Promise<string>;
}

const TRUST_2005 = namespaceOf("2005/02");
const ADDRESSING = "http://www.w3.org/2005/08/addressing";
const ADDRESSING_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
const POLICY = "http://schemas.xmlsoap.org/ws/2004/09/policy";

/** The operation of WS-Trust 2005/02, whose elements are read as those of 1.3: they are the same in another namespace. */
const issue2005: OperationNode = {
  ...issue,
  name: "Issue2005",
  method: "issue2005",
  soapAction: actionsOf(TRUST_2005),
  action: { input: `${TRUST_2005}/RST/Issue`, output: `${TRUST_2005}/RSTR/Issue` },
};

function actionsOf(namespace: string) {
  return { "1.1": `${namespace}/RST/Issue`, "1.2": `${namespace}/RST/Issue` };
}

const readOwn = section({
  certificate: required(readCertificate),
  key: required(asGiven),
  users: asGiven,
  clients: asGiven,
  serviceCertificate: optional(readCertificate),
  lifetimeMs: optional(milliseconds(1_000), 300_000),
});

/** @throws ConfigurationError naming the option that is wrong. */
export function createTokenService(options: TokenServiceOptions): TokenService {
  const terms = readTerms(options);
  const { users, clients } = options;
  const byUser = users === undefined ? undefined : createServiceSecurity({ users });
  const byClient = clients === undefined ? undefined : createServiceSecurity({ verify: { certificates: clients } });
  return {
    service: { ...service, name: "Issuer", operations: [{ ...issue, soapAction: actionsOf(TRUST) }, issue2005] },
    security: {
      async receive(envelope, attachments, signedIn) {
        const guard = (hasUsernameToken(envelope) ? byUser : byClient) ?? byUser ?? byClient!;
        const text = await guard.receive(envelope, attachments, signedIn);
        const { body } = readParts(text);
        const [request] = childrenOf(text, body);
        for (const part of request === undefined ? [] : childrenOf(text, request)) {
          if (/^(?:OnBehalfOf|ActAs)$/.test(part.local)) await requireSubject(text, part, terms.issuer.certificate);
        }
        const inBody = text.slice(body.start).replaceAll(TRUST_2005, TRUST).replaceAll(ADDRESSING_2004, ADDRESSING);
        return text.slice(0, body.start) + inBody;
      },
      // AppliesTo has the addressing of its request, which the assertion says nothing of.
      respond: async (envelope, _references, received = "") =>
        received.includes(`"${ADDRESSING_2004}"`) ? envelope.replaceAll(ADDRESSING, ADDRESSING_2004) : envelope,
    },
    issue: (operation, request, user = "") =>
      respondTo(request as RequestSecurityToken, user, operation === issue.name ? TRUST : TRUST_2005, terms),
  };
}

type Terms = ReturnType<typeof readTerms>;

function readTerms(options: TokenServiceOptions) {
  const {
    certificate,
    serviceCertificate: recipient,
    lifetimeMs,
    users,
    clients,
    ...given
  } = readOwn("issuer", options);
  const key = readKey("issuer.key", given.key, undefined);
  requireInTime("issuer.certificate", certificate);
  requirePair("issuer", certificate, key);
  if (algorithmFor(key) === undefined) {
    throw wrong(
      "issuer.key",
      "issuer.key is neither an RSA nor an EC key, which XML signatures use. Give one of them.",
    );
  }
  if (users === undefined && clients === undefined) {
    throw wrongOption("issuer", "users, clients or both", "an object without them");
  }
  if (recipient !== undefined && recipient.publicKey.asymmetricKeyType !== "rsa") {
    throw wrong("issuer.serviceCertificate", "issuer.serviceCertificate takes a certificate of an RSA key.");
  }
  return { issuer: { certificate, key } satisfies IssuerKey, recipient, lifetimeMs };
}

function hasUsernameToken(envelope: string): boolean {
  const [block] = securityOf(readParts(envelope));
  return block !== undefined && childrenOf(envelope, block).some((each) => isNamed(each, WSSE, "UsernameToken"));
}

const refuse = (what: string, local = "InvalidRequest"): Error =>
  new SecurityRefusal(`The request for a token was refused: ${what}.`, { namespace: TRUST, local });

/** A user for whom one asks is named by a UsernameToken, or by an assertion of this issuer. */
async function requireSubject(text: string, part: EnvelopePart, issuer: X509Certificate): Promise<void> {
  const [token, other] = childrenOf(text, part);
  if (token === undefined || other !== undefined || !(isAssertion(token) || isNamed(token, WSSE, "UsernameToken"))) {
    throw refuse(`${part.local} has not one assertion or user name`);
  }
  if (!isAssertion(token)) return;
  const terms = { certificates: [issuer], audience: undefined, key: undefined };
  await verifyAssertion(terms, text, token, (why) => refuse(`in ${part.local}, ${why}`, "FailedAuthentication"));
}

/** Returns the text of the first element with one of the names inside of `elements`. */
function textIn(elements: readonly (XmlElement | string)[], names: readonly string[]): string | undefined {
  for (const element of elements) {
    if (typeof element === "string") continue;
    const { name, children } = element;
    if (names.includes(name.local))
      return children
        .filter((child) => typeof child === "string")
        .join("")
        .trim();
    const found = textIn(children as readonly (XmlElement | string)[], names);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function respondTo(
  request: RequestSecurityToken,
  user: string,
  namespace: string,
  { issuer, recipient, lifetimeMs }: Terms,
): Promise<string> {
  const version = namespace === TRUST ? "1.3" : "2005/02";
  if (request.RequestType?.trim() !== `${TRUST}/Issue`) throw refuse("its RequestType is not Issue");
  const asked = request.TokenType?.trim() ?? tokenTypeOf("SAML 2.0");
  const type = (["SAML 2.0", "SAML 1.1"] as const).find((each) => isSameTokenType(asked, tokenTypeOf(each)));
  if (type === undefined) throw refuse("its TokenType is neither SAML 2.0 nor SAML 1.1");
  const wanted = request.KeyType?.trim() ?? keyTypeOf("1.3", "bearer");
  const isBearer = wanted === keyTypeOf("2005/02", "bearer");
  const keyType = isBearer ? "bearer" : KEY_TYPES.find((each) => wanted === keyTypeOf("1.3", each));
  if (keyType === undefined) throw refuse("its KeyType is not known");
  const audience = request.AppliesTo?.EndpointReference?.Address?.trim();
  const subjects = [...(request.OnBehalfOf?.any ?? []), ...(request.ActAs ? [request.ActAs.any] : [])];
  const created = Date.now();
  const { Created: from, Expires: until } = request.Lifetime ?? {};
  const askedMs = (parseTime(until ?? "") ?? Number.NaN) - (parseTime(from ?? "") ?? created);
  const expires = created + (askedMs > 0 ? Math.min(askedMs, lifetimeMs) : lifetimeMs);
  const { keyInfo, proof } = keyOf(keyType, request, namespace, recipient);
  const subject = textIn(subjects, ["NameID", "NameIdentifier", "Username"]) ?? user;
  const facts = { version: type satisfies SamlVersion, subject, audience, created, expires, keyInfo };
  const assertion = await issueAssertion(facts, issuer);
  const context =
    request.Context === undefined ? "" : ` Context="${escapeText(request.Context).replaceAll('"', "&quot;")}"`;
  const appliesTo =
    audience &&
    `<p:AppliesTo xmlns:p="${POLICY}"><a:EndpointReference xmlns:a="${ADDRESSING}"><a:Address>${escapeText(audience)}</a:Address></a:EndpointReference></p:AppliesTo>`;
  const lifetime = `<t:Lifetime xmlns:u="${WSU}"><u:Created>${timeOf(created)}</u:Created><u:Expires>${timeOf(expires)}</u:Expires></t:Lifetime>`;
  const profile = ` xmlns:wsse11="${WSSE11}" wsse11:TokenType="${tokenTypeOf(type)}"`;
  const reference = assertionReference(assertion.id, type === "SAML 1.1", profile);
  const content = `<t:TokenType>${escapeText(asked)}</t:TokenType><t:RequestedSecurityToken>${assertion.xml}</t:RequestedSecurityToken>${appliesTo ?? ""}<t:RequestedAttachedReference>${reference}</t:RequestedAttachedReference>${lifetime}${proof}`;
  const response = `<t:RequestSecurityTokenResponse xmlns:t="${namespace}"${context}>${content}</t:RequestSecurityTokenResponse>`;
  return version === "2005/02"
    ? response
    : `<t:RequestSecurityTokenResponseCollection xmlns:t="${namespace}">${response}</t:RequestSecurityTokenResponseCollection>`;
}

/** Returns the key that an assertion is bound to, and what the response says of it (WS-Trust 1.4, 4.4.3 and 4.4.4). */
function keyOf(
  keyType: KeyType,
  { Entropy: entropy, KeySize: size = 256, UseKey: useKey }: RequestSecurityToken,
  namespace: string,
  recipient: X509Certificate | undefined,
): { readonly keyInfo: string | undefined; readonly proof: string } {
  if (keyType === "bearer") return { keyInfo: undefined, proof: "" };
  if (keyType === "public") return { keyInfo: keyInfoOf(certificateIn(useKey?.any)), proof: "" };
  if (recipient === undefined) {
    throw refuse("the issuer has no serviceCertificate, for which it would encrypt a symmetric key");
  }
  if (size % 8 !== 0 || size < KEY_BITS.least || size > KEY_BITS.most) throw refuse("its KeySize is not accepted");
  const given = Buffer.from(entropy?.BinarySecret?.value ?? "", "base64");
  if (entropy !== undefined && given.length < KEY_BITS.least / 8) throw refuse("its Entropy is too short");
  const own = randomBytes(size / 8);
  const key = entropy === undefined ? own : computeKey(given, own, own.length);
  const secret = `<t:BinarySecret>${own.toString("base64")}</t:BinarySecret>`;
  const computed = `<t:RequestedProofToken><t:ComputedKey>${namespace}/CK/PSHA1</t:ComputedKey></t:RequestedProofToken><t:Entropy>${secret}</t:Entropy>`;
  const octets = wrapKey(recipient.publicKey, key, { digest: "SHA-1", mgf: "SHA-1" }).toString("base64");
  const encrypted = `<e:EncryptedKey xmlns:e="${XENC}"><e:EncryptionMethod Algorithm="${OAEP_MGF1P}"/><e:CipherData><e:CipherValue>${octets}</e:CipherValue></e:CipherData></e:EncryptedKey>`;
  return {
    keyInfo: `<ds:KeyInfo xmlns:ds="${DS}">${encrypted}</ds:KeyInfo>`,
    proof: `<t:KeySize>${size}</t:KeySize>${entropy === undefined ? `<t:RequestedProofToken>${secret}</t:RequestedProofToken>` : computed}`,
  };
}

function certificateIn(useKey: XmlElement | undefined): X509Certificate {
  const text = textIn(useKey === undefined ? [] : [useKey], ["X509Certificate", "BinarySecurityToken"]) ?? "";
  try {
    return new X509Certificate(Buffer.from(text, "base64"));
  } catch {
    throw refuse("its UseKey has no certificate");
  }
}
