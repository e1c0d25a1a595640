/** Reads the options of `security`. Every error message names the option, and none contains a value. */
import { checkBoolean, checkFunction, checkObject, checkOneOf } from "soapwright-runtime/extend";
import { algorithmFor, DIGEST_NAMES, fits, SIGNATURE_NAMES } from "./algorithms";
import {
  outOfTime,
  readCertificate,
  readCertificates,
  readKey,
  requireInTime,
  subjectKeyIdentifier,
} from "./certificate";
import { checkPath, isPath } from "./element-path";
import {
  readDecryption,
  readEncryption,
  readSymmetricBinding,
  requireEncryptedParts,
} from "./encryption/read-encryption";
import type { EnvelopePart } from "./envelope-parts";
import { refuseIdle } from "./idle-options";
import { readIssuer } from "./issuer/read-issuer";
import type { MacAlgorithm } from "./issuer/trust-terms";
import { credential, KEY_REFERENCES, listOf, milliseconds, namedPart, oneOf, Section, text } from "./option-section";
import { wrong } from "./security-error";
import type { MessagePart, SignatureOptions } from "./security-options";

export type SecurityTerms = ReturnType<typeof readSecurity>;
export type UsernameTokenTerms = ReturnType<typeof readUsernameToken>;
export type TimestampTerms = NonNullable<ReturnType<typeof readTimestamp>>;
export type SigningTerms = ReturnType<typeof readSignature>;
export type IssuerTerms = ReturnType<typeof readIssuer<SigningTerms>>;
export type VerifyingTerms = ReturnType<typeof readVerify> & { readonly secret?: VerifyingSecret };
export type FreshnessTerms = ReturnType<typeof readFreshness>;

const NAMES = [
  ...["usernameToken", "timestamp", "signature", "encryption", "samlAssertion", "issuer", "verify", "decryption"],
  ...["symmetricBinding", "mustUnderstand", "actor"],
];
const DEFAULT_PARTS: readonly MessagePart[] = ["Body", "Timestamp"];
const PART_NAMES = [
  "Body",
  "Timestamp",
  "UsernameToken",
  "BinarySecurityToken",
  "SamlAssertion",
  "Addressing",
  "Attachments",
  "CompleteAttachments",
] as const;

/** A signature by a secret key is required, whose key a ds:KeyInfo names. */
export interface VerifyingSecret {
  readonly algorithm: MacAlgorithm;
  /** Returns undefined for a key that may not sign. */
  keyOf(
    message: { readonly text: string; readonly tokens: readonly EnvelopePart[] },
    keyInfo: EnvelopePart | undefined,
  ): Buffer | undefined;
}

/** Throws a `ConfigurationError` for a wrong option. */
export function readSecurity(value: unknown = {}, isService = false) {
  const options = new Section("security", value, NAMES);
  if (Reflect.ownKeys(options.values).length === 0) {
    throw wrong("security", "security() takes an object with at least one part, for example usernameToken.");
  }
  const signature = options.optional("signature", readSignature);
  const symmetricBinding = options.optional("symmetricBinding", (option, binding) =>
    readSymmetricBinding(option, binding, messagePart),
  );
  const hasSecret = symmetricBinding !== undefined;
  const checks = { signature: readSignature, parts: listOf("parts", messagePart) };
  const issuer = options.optional("issuer", (option, given) => readIssuer(option, given, checks));
  const signedParts = symmetricBinding?.parts ?? signature?.parts ?? [];
  const signed = issuer === undefined || issuer.keyType === "bearer" ? [] : issuer.parts;
  const { value: stamp = [...signedParts, ...signed].includes("Timestamp") } = options.at("timestamp");
  const verify = (option: string, given: unknown) => readVerify(option, given, hasSecret);
  const terms = {
    usernameToken: options.optional("usernameToken", readUsernameToken),
    timestamp: readTimestamp("security.timestamp", stamp),
    signature,
    encryption: options.optional("encryption", (option, encrypted) =>
      readEncryption(option, encrypted, !(isService && hasSecret)),
    ),
    symmetricBinding,
    samlAssertion: options.optional("samlAssertion", credential),
    issuer,
    verify: options.optional("verify", verify) ?? (hasSecret ? verify("security.verify", {}) : undefined),
    decryption: options.optional("decryption", readDecryption),
    mustUnderstand: options.optional("mustUnderstand", checkBoolean) ?? true,
    actor: options.optional("actor", text),
  };
  if (hasSecret) requireForBinding(terms, isService);
  for (const [index, part] of signedParts.entries()) {
    const option = `security.${hasSecret ? "symmetricBinding" : "signature"}.parts[${index}]`;
    const without = (name: string) => wrong(option, `${option} is ${JSON.stringify(part)}, but ${name} is not set.`);
    if (part === "Timestamp" && terms.timestamp === undefined) throw without("security.timestamp");
    if (part === "UsernameToken" && terms.usernameToken === undefined) throw without("security.usernameToken");
    if (part === "SamlAssertion" && (terms.samlAssertion ?? issuer) === undefined)
      throw without("security.samlAssertion");
  }
  const has = { UsernameToken: terms.usernameToken !== undefined, Signature: hasSecret || signature !== undefined };
  if (terms.encryption !== undefined) requireEncryptedParts("security.encryption", terms.encryption, has);
  refuseIdle(options.values, isService);
  return terms;
}

/** Throws unless the options beside `symmetricBinding` fit. */
function requireForBinding(
  terms: { readonly [K in "encryption" | "decryption" | "signature"]: unknown },
  isService: boolean,
): void {
  const needed = isService ? "decryption" : "encryption";
  if (terms[needed] === undefined) {
    throw wrong(`security.${needed}`, `security.symmetricBinding needs security.${needed}, whose key signs. Set both.`);
  }
  if (isService && terms.signature !== undefined) {
    throw wrong("security.signature", "Both security.signature and security.symmetricBinding sign. Set one of them.");
  }
}

function readUsernameToken(option: string, value: unknown) {
  const options = new Section(option, value, ["username", "password", "passwordType", "nonce"]);
  const isDigest = options.optional("passwordType", oneOf(["text", "digest"])) === "digest";
  const password = isDigest ? options.required("password", credential) : options.optional("password", credential);
  const nonce = options.optional("nonce", checkBoolean);
  if (isDigest && nonce === false) {
    throw wrong(`${option}.nonce`, `${option}.nonce cannot be false for a password digest: the digest is made of it.`);
  }
  return { username: options.required("username", text), password, isDigest, hasNonce: nonce ?? isDigest };
}

function readTimestamp(option: string, value: unknown) {
  if (value === false) return undefined;
  const options = new Section(option, value === true ? {} : value, ["lifetimeMs", "clockSkewMs"]);
  return {
    lifetimeMs: options.optional("lifetimeMs", milliseconds(1000)) ?? 300_000,
    clockSkewMs: options.optional("clockSkewMs", milliseconds(0)) ?? 0,
  };
}

function readSignature(option: string, value: unknown) {
  const options = new Section(option, value, [
    ...["certificate", "key", "passphrase", "signer", "signerTimeoutMs", "parts", "keyReference"],
    ...["signatureAlgorithm", "digestAlgorithm", "canonicalization"],
  ]);
  const certificate = options.required("certificate", readCertificate);
  requireInTime(`${option}.certificate`, certificate);
  const passphrase = options.optional("passphrase", text);
  const key = options.optional("key", (at, pem) => readKey(at, pem, passphrase));
  const signer = options.optional("signer", (at, sign) => {
    checkFunction(at, sign);
    return sign as NonNullable<SignatureOptions["signer"]>;
  });
  if ((key === undefined) === (signer === undefined)) {
    const both = key === undefined ? "neither is set" : "both are";
    throw wrong(`${option}.key`, `${option} takes a key or a signer, but ${both}. Set one of them.`);
  }
  const { publicKey } = certificate;
  if (key !== undefined && !certificate.checkPrivateKey(key)) {
    throw wrong(
      `${option}.key`,
      `${option}.key is not the key of ${option}.certificate. Give both of one pair; of several certificates the first is used.`,
    );
  }
  const standard = algorithmFor(publicKey);
  if (standard === undefined) {
    const kind = publicKey.asymmetricKeyType ?? "another";
    throw wrong(
      `${option}.certificate`,
      `${option}.certificate has a key of the kind ${kind}, which XML signatures do not use. Give one with an RSA or EC key.`,
    );
  }
  const signatureAlgorithm = options.optional("signatureAlgorithm", oneOf(SIGNATURE_NAMES)) ?? standard;
  if (!fits(publicKey, signatureAlgorithm)) {
    throw wrong(
      `${option}.signatureAlgorithm`,
      `${option}.signatureAlgorithm is ${signatureAlgorithm}, but the key of the certificate is of the kind ${publicKey.asymmetricKeyType}.`,
    );
  }
  const keyReference = options.optional("keyReference", oneOf(KEY_REFERENCES)) ?? "BinarySecurityToken";
  if (keyReference === "SubjectKeyIdentifier" && subjectKeyIdentifier(certificate) === undefined) {
    throw wrong(
      `${option}.keyReference`,
      `${option}.keyReference is SubjectKeyIdentifier, but the certificate has no such extension. Use another reference.`,
    );
  }
  return {
    certificate,
    key,
    signer,
    signerTimeoutMs: options.optional("signerTimeoutMs", milliseconds(1)) ?? 10_000,
    parts: options.optional("parts", listOf("parts", messagePart)) ?? DEFAULT_PARTS,
    keyReference,
    signatureAlgorithm,
    digestAlgorithm: options.optional("digestAlgorithm", oneOf(DIGEST_NAMES)) ?? "SHA-256",
    isInclusive: options.optional("canonicalization", oneOf(["exclusive", "inclusive"])) === "inclusive",
  };
}

function readVerify(option: string, value: unknown, hasSecret: boolean) {
  const options = new Section(option, value, [
    ...["certificates", "parts", "faults", "signatureAlgorithms", "digestAlgorithms", "clockSkewMs", "maxAgeMs"],
    "signatureConfirmation",
  ]);
  const certificates = hasSecret ? [] : options.required("certificates", readCertificates);
  for (const { publicKey } of certificates) {
    if (algorithmFor(publicKey) !== undefined) continue;
    throw wrong(
      `${option}.certificates`,
      `${option}.certificates has a key of the kind ${publicKey.asymmetricKeyType}, which XML signatures do not use.`,
    );
  }
  // Some certificates may have expired, because certificates overlap while they are replaced.
  if (!hasSecret && certificates.every((certificate) => outOfTime(certificate) !== undefined)) {
    requireInTime(`${option}.certificates`, certificates.at(-1)!);
  }
  const names = listOf("names", oneOf(SIGNATURE_NAMES));
  const digestNames = listOf("names", oneOf(DIGEST_NAMES));
  return {
    certificates,
    parts: options.optional("parts", listOf("parts", messagePart)) ?? DEFAULT_PARTS,
    needsConfirmation: options.optional("signatureConfirmation", checkBoolean) ?? false,
    allowsUnsignedFaults: options.optional("faults", oneOf(["signed", "allow-unsigned"])) === "allow-unsigned",
    signatureAlgorithms:
      options.optional("signatureAlgorithms", names) ?? SIGNATURE_NAMES.filter((name) => name !== "RSA-SHA1"),
    digestAlgorithms:
      options.optional("digestAlgorithms", digestNames) ?? DIGEST_NAMES.filter((name) => name !== "SHA-1"),
    ...readFreshness(options),
  };
}

export function readFreshness(options: Section) {
  return {
    clockSkewMs: options.optional("clockSkewMs", milliseconds(0)) ?? 60_000,
    maxAgeMs: options.optional("maxAgeMs", milliseconds(1000)) ?? 300_000,
  };
}

function messagePart(option: string, value: unknown): MessagePart {
  if (typeof value === "string") return checkOneOf(option, value, PART_NAMES);
  if (isPath(value)) return { path: new Section(option, value, ["path"]).required("path", checkPath) };
  const { optional, ...named } = checkObject(option, value) as { readonly optional?: unknown };
  if (optional !== undefined) checkBoolean(`${option}.optional`, optional);
  return { ...namedPart(option, named), optional: optional === true };
}
