/** Reads the options `encryption` and `decryption`. Every error message names the option, and none contains a value. */
import type { KeyObject, X509Certificate } from "node:crypto";
import { checkBoolean, wrongOption } from "soapwright-runtime/extend";
import { DIGEST_NAMES } from "../algorithms";
import { readCertificate, readKey, requireInTime, subjectKeyIdentifier } from "../certificate";
import { checkPath, isPath } from "../element-path";
import { MAC_NAMES } from "../issuer/trust-terms";
import { type Check, KEY_REFERENCES, listOf, namedPart, oneOf, Section, text } from "../option-section";
import { wrong } from "../security-error";
import type { MessagePart } from "../security-options";
import { DATA_NAMES } from "./data-cipher";
import type { EncryptedPart, OaepDigest } from "./encryption-options";

export type EncryptionTerms = ReturnType<typeof readEncryption>;
export type SymmetricTerms = ReturnType<typeof readSymmetricBinding>;
export type DecryptionTerms = ReturnType<typeof readDecryption>;

const DIGESTS = ["SHA-1", "SHA-256"] as const satisfies readonly OaepDigest[];
const BODY: readonly EncryptedPart[] = ["Body"];

/** Without `needsCertificate`, the certificate may be absent: a response has the key of its request. */
export function readEncryption(option: string, value: unknown, needsCertificate = true) {
  const options = new Section(option, value, [
    ...["certificate", "parts", "order", "dataAlgorithm", "keyTransport", "oaepDigest", "oaepMask", "keyReference"],
  ]);
  const certificate = options[needsCertificate ? "required" : "optional"]("certificate", readCertificate);
  if (certificate !== undefined) {
    requireInTime(`${option}.certificate`, certificate);
    requireRsa(`${option}.certificate`, certificate.publicKey);
  }
  const isFixedMask = options.optional("keyTransport", oneOf(["RSA-OAEP-MGF1P", "RSA-OAEP"])) !== "RSA-OAEP";
  const mask = options.optional("oaepMask", oneOf(DIGESTS));
  if (isFixedMask && mask === "SHA-256") {
    throw wrong(
      `${option}.oaepMask`,
      `${option}.oaepMask is SHA-256, but RSA-OAEP-MGF1P has the mask with SHA-1. Set ${option}.keyTransport to "RSA-OAEP".`,
    );
  }
  const hasIdentifier = certificate !== undefined && subjectKeyIdentifier(certificate) !== undefined;
  const keyReference = options.optional("keyReference", oneOf(KEY_REFERENCES));
  if (keyReference === "SubjectKeyIdentifier" && !hasIdentifier) {
    throw wrong(
      `${option}.keyReference`,
      `${option}.keyReference is SubjectKeyIdentifier, but the certificate has no such extension. Use another reference.`,
    );
  }
  const standard = isFixedMask ? "SHA-1" : "SHA-256";
  return {
    certificate,
    parts: options.optional("parts", listOf("parts", encryptedPart)) ?? BODY,
    isFirst: options.optional("order", oneOf(["sign-before-encrypt", "encrypt-before-sign"])) === "encrypt-before-sign",
    dataAlgorithm: options.optional("dataAlgorithm", oneOf(DATA_NAMES)) ?? "AES-256-GCM",
    isFixedMask,
    transport: {
      digest: options.optional("oaepDigest", oneOf(DIGESTS)) ?? standard,
      mgf: mask ?? standard,
    },
    keyReference: keyReference ?? (hasIdentifier ? "SubjectKeyIdentifier" : "ThumbprintSHA1"),
  };
}

/** `readPart` reads a part of a signature. */
export function readSymmetricBinding(option: string, value: unknown, readPart: Check<MessagePart>) {
  const options = new Section(option, value, ["parts", "signatureAlgorithm", "digestAlgorithm", "derivedKeys"]);
  const part: Check<MessagePart | "EncryptedKey"> = (at, each) => (each === "EncryptedKey" ? each : readPart(at, each));
  const derivedKeys = options.optional("derivedKeys", (at, version) =>
    version === false ? undefined : oneOf(["1.3", "2005/02"])(at, version),
  );
  return {
    parts: options.optional("parts", listOf("parts", part)) ?? (["Body", "Timestamp"] as const),
    signatureAlgorithm: options.optional("signatureAlgorithm", oneOf(MAC_NAMES)) ?? "HMAC-SHA256",
    digestAlgorithm: options.optional("digestAlgorithm", oneOf(DIGEST_NAMES)) ?? "SHA-256",
    derivedKeys,
  };
}

export function readDecryption(option: string, value: unknown) {
  const options = new Section(option, value, ["key", "passphrase", "certificate", "allowRsa15"]);
  const passphrase = options.optional("passphrase", text);
  const key = options.required("key", (at, pem) => readKey(at, pem, passphrase));
  requireRsa(`${option}.key`, key);
  const certificate = options.optional("certificate", readCertificate);
  if (certificate !== undefined) requirePair(option, certificate, key);
  return { key, allowRsa15: options.optional("allowRsa15", checkBoolean) ?? false };
}

function requirePair(option: string, certificate: X509Certificate, key: KeyObject): void {
  if (certificate.checkPrivateKey(key)) return;
  throw wrong(
    `${option}.key`,
    `${option}.key is not the key of ${option}.certificate. Give both of one pair; of several certificates the first is used.`,
  );
}

function requireRsa(option: string, { asymmetricKeyType: kind }: KeyObject): void {
  if (kind === "rsa") return;
  throw wrong(option, `${option} has a key of the kind ${kind}, which does not decrypt. Give one with an RSA key.`);
}

const encryptedPart: Check<EncryptedPart> = (option, value) => {
  if (typeof value === "string") return oneOf(["Body", "UsernameToken", "Signature"])(option, value);
  if (!isPath(value)) return namedPart(option, value);
  const options = new Section(option, value, ["path", "content"]);
  return { path: options.required("path", checkPath), content: options.optional("content", checkBoolean) ?? false };
};

/** Throws unless the other options write every part that is to be encrypted. */
export function requireEncryptedParts(
  option: string,
  { parts, isFirst }: EncryptionTerms,
  has: { readonly UsernameToken: boolean; readonly Signature: boolean },
): void {
  for (const [index, part] of parts.entries()) {
    const at = `${option}.parts[${index}]`;
    if (part === "UsernameToken" && !has.UsernameToken) {
      throw wrong(at, `${at} is "UsernameToken", but security.usernameToken is not set.`);
    }
    if (part === "Signature" && (!has.Signature || isFirst)) {
      throw wrongOption(at, "a part that is written before it is encrypted", "the signature");
    }
  }
}
