/** The service's side of message security, for a sandbox: checks requests and signs responses. */
import { createHash, timingSafeEqual, type X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { attributeOf, endOfElement } from "soapwright-runtime/codecs";
import { isServiceError, type Reason } from "soapwright-runtime/errors";
import {
  checkBoolean,
  checkObject,
  type ReceivedAttachment,
  type SignedOctets,
  wrongOption,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { canonicalOf } from "./canonical-writer";
import { readCertificates } from "./certificate";
import type { DecryptionOptions, EncryptionOptions } from "./encryption/encryption-options";
import { factsOf, openMessage } from "./encryption/open-message";
import { readDecryption } from "./encryption/read-encryption";
import {
  childrenOf,
  childTexts,
  type EnvelopePart,
  isAssertion,
  isNamed,
  readParts,
  securityOf,
} from "./envelope-parts";
import { nameIn } from "./issuer/issue-assertion";
import { MACS } from "./issuer/trust-terms";
import { type AssertionTerms, type VerifiedAssertion, verifyAssertion } from "./issuer/verify-assertion";
import { asGiven, oneOf, optional, orFalse, required, section, text } from "./option-section";
import { readSecurity, type SecurityTerms, type VerifyingTerms } from "./read-options";
import { type FreshnessTerms, readFreshness, readVerify } from "./read-signature";
import { refuseRequest } from "./refusal";
import { type RequestFacts, secureMessage } from "./secure-message";
import { PASSWORD_DIGEST, WSSE, WSU } from "./security-namespaces";
import type { SignatureOptions, SymmetricBindingOptions, VerifyOptions } from "./security-options";
import { readTimestamp } from "./signed-timestamp";

/** What a service requires of requests, and how it signs its responses. Each part is optional. */
export interface ServiceSecurityOptions {
  /** Passwords by user name. Each request then needs a UsernameToken, as text or digest. Default: none is required. */
  readonly users?: Readonly<{ [username: string]: string }> | undefined;
  /** The required form of a UsernameToken's password. Default: either. */
  readonly passwordType?: "text" | "digest" | undefined;
  /** Whether each request needs a valid Timestamp, signed or not; `true` for the default limits. Default: `false`. */
  readonly timestamp?: boolean | ServiceTimestampOptions | undefined;
  /** The required SAML assertion of requests, and the signature by the certificate that it is bound to. Default: none. */
  readonly saml?: ServiceSamlOptions | undefined;
  /** The required signature of requests. The service then reads only signed parts. Default: none is required. */
  readonly verify?: VerifyOptions | undefined;
  /** Signs responses, including faults. Default: they are not signed. */
  readonly signature?: SignatureOptions | undefined;
  /** Decrypts requests. Default: encrypted requests are not read. */
  readonly decryption?: DecryptionOptions | undefined;
  /** Encrypts responses, including faults; with `symmetricBinding` without a certificate. Default: they are not encrypted. */
  readonly encryption?: (Omit<EncryptionOptions, "certificate"> & Partial<EncryptionOptions>) | undefined;
  /** Signs, verifies, encrypts and decrypts by the key of each request. Needs `decryption`. Default: none. */
  readonly symmetricBinding?: SymmetricBindingOptions | undefined;
  /** Whether responses confirm the signatures of requests (WS-Security 1.1, 8.5). Default: `false`. */
  readonly signatureConfirmation?: boolean | undefined;
}

/** The assertions that a service accepts: SAML 1.1 and 2.0, for a bearer or for the holder of a key. */
export interface ServiceSamlOptions {
  /** Certificates in PEM of issuers that the service trusts. */
  readonly certificates: string | readonly string[];
  /** The audience that assertions must name. Default: they may name any. */
  readonly audience?: string | undefined;
  /** The RSA key in PEM for which issuers encrypt symmetric keys. Default: assertions with such keys are refused. */
  readonly key?: string | undefined;
}

/** The limits on the Timestamps of requests. */
export interface ServiceTimestampOptions {
  /** The largest accepted difference of the clocks, in milliseconds. Default: 60,000. */
  readonly clockSkewMs?: number | undefined;
  /**
   * The largest accepted age of a request, in milliseconds, by its Timestamp's Created; Expires does not extend it.
   * Default: 300,000.
   */
  readonly maxAgeMs?: number | undefined;
}

/** The security of a service in a sandbox: its option `security`. Checks requests and signs responses. */
export interface ServiceSecurity {
  /**
   * Checks a request, and returns it in the form that the service reads. Rejects with an error whose `message` is the
   * reason of a fault and whose `faultCode` is its code. `attachments` are the parts that no xop:Include stands for.
   * `signedIn` is told the user of the UsernameToken, the subject of the assertion, or the name in the certificate.
   */
  receive(
    envelope: string,
    attachments?: readonly ReceivedAttachment[],
    signedIn?: (user: string) => void,
  ): Promise<string>;
  /**
   * Signs and encrypts a response if the service does. `references` are the parts beside it, `request` is the envelope
   * that it answers, as it was received: a symmetric binding and confirmations need it.
   */
  respond(envelope: string, references?: Omit<SignedOctets, "close">, request?: string): Promise<string>;
}

/** The reason to refuse a request, with a fault code of WS-Security 1.1, 12. */
export class SecurityRefusal extends Error {
  override readonly name = "SecurityRefusal";
  readonly faultCode: { readonly namespace: string; readonly local: string };

  constructor(message: string, code: string | SecurityRefusal["faultCode"], cause?: unknown) {
    super(message, { cause });
    const namespace = code === "MessageExpired" ? WSU : WSSE;
    this.faultCode = typeof code === "string" ? { namespace, local: code } : code;
  }
}

/**
 * Returns the message security for a service in a sandbox. It remembers nonces for ten minutes, and refuses a request
 * that is sent twice.
 *
 * @throws ConfigurationError naming the part that is wrong.
 */
export function createServiceSecurity(options: ServiceSecurityOptions): ServiceSecurity {
  return new SecuredService(options);
}

function readUsers(option: string, value: unknown): ReadonlyMap<string, string> {
  const users = new Map<string, string>();
  for (const [name, password] of Object.entries(checkObject(option, value))) {
    if (typeof password !== "string") throw wrongOption(`${option}.${name}`, "a password", kindOf(password));
    users.set(name, password);
  }
  return users;
}

const readService = section({
  users: optional(readUsers),
  passwordType: optional(oneOf(["text", "digest"])),
  timestamp: optional(orFalse((option, value) => readFreshness(option, value === true ? {} : value))),
  saml: optional(
    section({
      certificates: required(readCertificates),
      audience: optional(text),
      key: optional((option, key) => readDecryption(option.replace(/\.key$/, ""), { key })),
    }),
  ),
  signatureConfirmation: optional(checkBoolean, false),
  verify: asGiven,
  signature: asGiven,
  decryption: asGiven,
  encryption: asGiven,
  symmetricBinding: asGiven,
});

const FRESH_MS = 300_000;
/** Further tokens are refused, because evicting a nonce would allow a replay. */
const MOST_NONCES = 1_000_000;

class SecuredService implements ServiceSecurity {
  readonly #own: ReturnType<typeof readService>;
  readonly #terms: SecurityTerms | undefined;
  /** The expiry is in milliseconds since 1970. */
  readonly #nonces = new Map<string, number>();

  constructor(options: ServiceSecurityOptions) {
    this.#own = readService("security", options);
    const { users, passwordType, timestamp, saml, signatureConfirmation } = this.#own;
    if (passwordType !== undefined && users === undefined) {
      throw wrongOption("security.users", "passwords by user name beside passwordType", "absent");
    }
    const { verify, signature, decryption, encryption, symmetricBinding } = options;
    const own = { verify, signature, decryption, encryption, symmetricBinding };
    if ([users, timestamp, saml, ...Object.values(own)].every((part) => part === undefined)) {
      throw wrongOption(
        "security",
        "users, timestamp, saml, verify, signature, decryption or encryption",
        "an object without them",
      );
    }
    if (signatureConfirmation && !signature && !symmetricBinding) {
      throw wrongOption("security.signatureConfirmation", "absent without signature or symmetricBinding", "true");
    }
    // Programs without types turn parts off by false or null.
    const given = Object.entries(own).filter(([, part]) => part);
    if (given.length > 0) this.#terms = readSecurity(Object.fromEntries(given), true);
  }

  async receive(
    envelope: string,
    attachments: readonly ReceivedAttachment[] = [],
    signedIn?: (user: string) => void,
  ): Promise<string> {
    try {
      const { text, user } = await this.#open(envelope, attachments);
      if (user !== undefined) signedIn?.(user);
      return text;
    } catch (error) {
      const refusal = refusalOf(error);
      const { decryption } = this.#terms ?? {};
      if (decryption === undefined || refusal.faultCode.local !== "FailedCheck") throw refusal;
      // The text of WS-Security 1.1, 12. Another one for each check would help to decrypt without the key.
      throw new SecurityRefusal("The signature or decryption was invalid.", "FailedCheck");
    }
  }

  async #open(
    envelope: string,
    attachments: readonly ReceivedAttachment[],
  ): Promise<{ readonly text: string; readonly user?: string | undefined }> {
    const [block, second] = securityOf(readParts(envelope));
    if (second !== undefined) {
      throw new SecurityRefusal(
        "The request has more than one header block wsse:Security for this service.",
        "InvalidSecurity",
      );
    }
    if (block === undefined) {
      const summary = this.#summary();
      if (summary === "") return { text: envelope };
      throw new SecurityRefusal(
        `The request has no header block wsse:Security. This service asks for ${summary}.`,
        "InvalidSecurity",
      );
    }
    const message = {
      text: envelope,
      operation: undefined,
      understood: new Set<string>(),
      sent: undefined,
      attachments,
    };
    const { users, timestamp, saml } = this.#own;
    const { verify, decryption, symmetricBinding } = this.#terms ?? {};
    const plain = await openMessage({ decryption, verify: undefined }, message);
    if (decryption !== undefined && plain === envelope) throw refuseRequest("it is not encrypted");
    const [opened] = plain === envelope ? [block] : securityOf(readParts(plain));
    let user = users && (await this.#authenticate(users, plain, opened!));
    if (timestamp !== undefined) await requireTimestamp(plain, opened!, timestamp);
    const assertion = saml && (await requireAssertion(saml, plain, opened!));
    user ??= assertion?.subject;
    const required = (assertion?.holder && termsOf(assertion.holder, plain)) ?? verify;
    if (required === undefined) {
      return { text: plain.slice(0, opened!.start) + plain.slice(endOfElement(plain, opened!.tag)), user };
    }
    const signer = (certificate: X509Certificate): void => {
      user ??= nameIn(certificate);
    };
    const text = await openMessage({ decryption, verify: { ...required, signer }, symmetricBinding }, message);
    return { text, user };
  }

  #summary(): string {
    const { users, passwordType, timestamp, saml } = this.#own;
    const all = [
      users && `a UsernameToken${passwordType === undefined ? "" : ` with a ${passwordType}`}`,
      timestamp && "a Timestamp",
      saml && "a SAML assertion",
      this.#terms?.verify && "an X.509 signature",
      this.#terms?.decryption && "encryption",
    ];
    return all.filter((each) => each !== undefined).join(" and ");
  }

  async respond(
    envelope: string,
    { octets, attachments }: Partial<Omit<SignedOctets, "close">> = {},
    received?: string,
  ): Promise<string> {
    const terms = this.#terms;
    if (terms === undefined || [terms.signature, terms.encryption, terms.symmetricBinding].every((part) => !part)) {
      return envelope;
    }
    const request = { operation: "response", attempt: 1, credentials: {}, signal: new AbortController().signal };
    const facts = received === undefined ? undefined : await this.#facts(terms, received);
    // A request that has no key, which was refused, gets a fault in plain text.
    if (terms.symmetricBinding !== undefined && facts?.session === undefined) return envelope;
    const message = { envelope, request, references: octets, attachments };
    return (await secureMessage(terms, message, undefined, facts)).envelope;
  }

  /** Returns undefined for a request that cannot be read. */
  async #facts(terms: SecurityTerms, received: string): Promise<RequestFacts | undefined> {
    const { decryption, symmetricBinding } = terms;
    const { signatureConfirmation } = this.#own;
    if (symmetricBinding === undefined && !signatureConfirmation) return undefined;
    const message = { text: received, operation: undefined, understood: new Set<string>(), sent: undefined };
    try {
      const { session, confirms } = factsOf(decryption, await openMessage({ decryption, verify: undefined }, message));
      return { session, confirms: signatureConfirmation ? confirms : undefined };
    } catch {
      return undefined;
    }
  }

  async #authenticate(users: ReadonlyMap<string, string>, envelope: string, block: EnvelopePart): Promise<string> {
    const refuse = (why: string, code = "FailedAuthentication"): Error =>
      new SecurityRefusal(`The security token could not be authenticated: ${why}.`, code);
    const [token, second] = childrenOf(envelope, block).filter((each) => isNamed(each, WSSE, "UsernameToken"));
    if (token === undefined) throw refuse("there is no UsernameToken", "InvalidSecurity");
    if (second !== undefined) throw refuse("there is no UsernameToken that is the only one", "InvalidSecurity");
    const { username, password, isDigest, nonce, created } = readUsernameToken(await canonicalOf(envelope, token));
    const { passwordType } = this.#own;
    if (passwordType !== undefined && isDigest !== (passwordType === "digest")) {
      throw refuse(`its password has to be a ${passwordType}`, "UnsupportedSecurityToken");
    }
    if (isDigest && (nonce.length === 0 || created === "")) throw refuse("a digest needs Nonce and Created");
    const expectedPassword = users.get(username);
    const expected =
      isDigest && expectedPassword !== undefined
        ? createHash("sha1").update(nonce).update(created).update(expectedPassword).digest("base64")
        : expectedPassword;
    if (expected === undefined || !isSame(expected, password)) throw refuse("user name or password is wrong");
    const now = Date.now();
    const at = created === "" ? now : Date.parse(created);
    if (!(Math.abs(now - at) <= FRESH_MS)) throw refuse("it is not fresh");
    // Nonces are compared by octets, because base64 may have blanks, no padding, or the characters "-_".
    if (nonce.length > 0) this.#remember(nonce.toString("base64"), now, refuse);
    return username;
  }

  #remember(nonce: string, now: number, refuse: (why: string) => Error): void {
    for (const [old, over] of this.#nonces) {
      if (over > now) break;
      this.#nonces.delete(old);
    }
    if (this.#nonces.has(nonce)) throw refuse("its nonce was used before");
    if (this.#nonces.size >= MOST_NONCES) throw refuse("too many nonces are in use");
    // A token may be as far in the future as in the past.
    this.#nonces.set(nonce, now + 2 * FRESH_MS);
  }

  toJSON(): string {
    return "ServiceSecurity";
  }
  [inspect.custom](): string {
    return "ServiceSecurity {}";
  }
}

function isSame(expected: string, received: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(expected), digest(received));
}

/** UsernameToken Profile 1.1, 3.1. Absent parts are empty. */
function readUsernameToken(xml: string) {
  const children = childTexts(xml);
  const child = (namespace: string, local: string) => children.find((each) => isNamed(each, namespace, local));
  const password = child(WSSE, "Password");
  // Some clients write Type with the prefix of its element.
  const type = password && (attributeOf(password, "", "Type") ?? attributeOf(password, WSSE, "Type"));
  return {
    username: child(WSSE, "Username")?.text ?? "",
    password: password?.text ?? "",
    isDigest: type === PASSWORD_DIGEST,
    nonce: Buffer.from(child(WSSE, "Nonce")?.text ?? "", "base64"),
    created: child(WSU, "Created")?.text.trim() ?? "",
  };
}

async function requireAssertion(
  terms: AssertionTerms,
  envelope: string,
  block: EnvelopePart,
): Promise<VerifiedAssertion> {
  const refuse = (why: string): Error =>
    new SecurityRefusal(`The security token could not be accepted: ${why}.`, "InvalidSecurityToken");
  const [assertion, second] = childrenOf(envelope, block).filter(isAssertion);
  if (assertion === undefined || second !== undefined) throw refuse("there is not one SAML assertion");
  return verifyAssertion(terms, envelope, assertion, refuse);
}

/** Returns what the signature of a holder has to be. */
function termsOf(holder: X509Certificate | Buffer, plain: string): VerifyingTerms {
  if (!Buffer.isBuffer(holder)) return readVerify("security.saml", { certificates: holder.toString() }, false);
  const algorithm = plain.includes(MACS["HMAC-SHA256"].uri) ? "HMAC-SHA256" : "HMAC-SHA1";
  return { ...readVerify("security.saml", {}, true), secret: { algorithm, keyOf: () => holder } };
}

/** The option `verify` decides whether the Timestamp must be signed. */
async function requireTimestamp(envelope: string, block: EnvelopePart, terms: FreshnessTerms): Promise<void> {
  const [timestamp, second] = childrenOf(envelope, block).filter((each) => isNamed(each, WSU, "Timestamp"));
  if (timestamp === undefined) throw refuseRequest("it has no Timestamp", { reason: "timestamp-missing" });
  if (second !== undefined) throw refuseRequest("it has more than one Timestamp");
  readTimestamp(await canonicalOf(envelope, timestamp), terms, refuseRequest);
}

const CODES: ReadonlyMap<Reason, string> = new Map([
  ["timestamp-in-future", "MessageExpired"],
  ["timestamp-expired", "MessageExpired"],
  ["timestamp-too-old", "MessageExpired"],
  ["not-signed", "InvalidSecurity"],
  ["signed-part-missing", "InvalidSecurity"],
  ["timestamp-missing", "InvalidSecurity"],
]);

/** The code is one of WS-Security 1.1, 12. */
function refusalOf(error: unknown): SecurityRefusal {
  if (error instanceof SecurityRefusal) return error;
  if (!isServiceError(error)) return new SecurityRefusal("The request cannot be read.", "InvalidSecurity");
  return new SecurityRefusal(error.message, CODES.get(error.reason) ?? "FailedCheck", error);
}
