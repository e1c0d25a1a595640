/** Reads the options `encryption`, `decryption` and `symmetricBinding`. No error message contains a value. */
import type { KeyObject } from "node:crypto";
import { checkBoolean } from "soapwright-runtime/extend";
import {
  KEY_REFERENCES,
  readCertificate,
  readKey,
  requireIdentifier,
  requireInTime,
  requirePair,
  subjectKeyIdentifier,
} from "../certificate";
import { checkPath, isPath } from "../element-path";
import { MAC_NAMES } from "../issuer/trust-terms";
import {
  asGiven,
  type Check,
  listOf,
  missing,
  oneOf,
  optional,
  orFalse,
  required,
  section,
  text,
} from "../option-section";
import { DEFAULT_PARTS, digestAlgorithm, messagePart, readNamed } from "../read-signature";
import { wrong } from "../security-error";
import type { MessagePart } from "../security-options";
import { DATA_NAMES } from "./data-cipher";
import type { EncryptedPart } from "./encryption-options";

export type EncryptionTerms = ReturnType<typeof readEncryption>;
export type SymmetricTerms = ReturnType<typeof readSymmetricBinding>;
export type DecryptionTerms = ReturnType<typeof readDecryption>;

const readPath = section({ path: required(checkPath), content: optional(checkBoolean, false) });
const encryptedPart: Check<EncryptedPart> = (option, value) => {
  if (typeof value === "string") return oneOf(["Body", "UsernameToken", "Signature"])(option, value);
  return isPath(value) ? readPath(option, value) : readNamed(option, value);
};
const oaepDigest = optional(oneOf(["SHA-1", "SHA-256"]));

const readOwnEncryption = section({
  certificate: optional(readCertificate),
  parts: optional(listOf("parts", encryptedPart), ["Body"]),
  order: optional(oneOf(["sign-before-encrypt", "encrypt-before-sign"]), "sign-before-encrypt"),
  dataAlgorithm: optional(oneOf(DATA_NAMES), "AES-256-GCM"),
  keyTransport: optional(oneOf(["RSA-OAEP-MGF1P", "RSA-OAEP"]), "RSA-OAEP-MGF1P"),
  oaepDigest,
  oaepMask: oaepDigest,
  keyReference: optional(oneOf(KEY_REFERENCES)),
});

/** Without `needsCertificate`, the certificate may be absent: a response has the key of its request. */
export function readEncryption(option: string, value: unknown, needsCertificate = true) {
  const terms = readOwnEncryption(option, value);
  const { certificate, keyTransport } = terms;
  if (certificate !== undefined) {
    requireInTime(`${option}.certificate`, certificate);
    requireRsa(`${option}.certificate`, certificate.publicKey);
  } else if (needsCertificate) throw missing(`${option}.certificate`);
  const standard = keyTransport === "RSA-OAEP" ? "SHA-256" : "SHA-1";
  const { oaepDigest: digest = standard, oaepMask: mask = standard } = terms;
  if (keyTransport !== "RSA-OAEP" && mask === "SHA-256") {
    throw wrong(
      `${option}.oaepMask`,
      `${option}.oaepMask is SHA-256, but RSA-OAEP-MGF1P has the mask with SHA-1. Set ${option}.keyTransport to "RSA-OAEP".`,
    );
  }
  requireIdentifier(option, terms.keyReference, certificate);
  const hasIdentifier = certificate !== undefined && subjectKeyIdentifier(certificate) !== undefined;
  const { keyReference = hasIdentifier ? "SubjectKeyIdentifier" : "ThumbprintSHA1" } = terms;
  return { ...terms, oaepDigest: digest, oaepMask: mask, keyReference };
}

const boundPart: Check<MessagePart | "EncryptedKey"> = (option, part) =>
  part === "EncryptedKey" ? part : messagePart(option, part);

export const readSymmetricBinding = section({
  parts: optional(listOf("parts", boundPart), DEFAULT_PARTS),
  signatureAlgorithm: optional(oneOf(MAC_NAMES), "HMAC-SHA256"),
  digestAlgorithm,
  derivedKeys: optional(orFalse(oneOf(["1.3", "2005/02"]))),
});

const readOwnDecryption = section({
  key: required(asGiven),
  passphrase: optional(text),
  certificate: optional(readCertificate),
  allowRsa15: optional(checkBoolean, false),
});

export function readDecryption(option: string, value: unknown) {
  const { certificate, passphrase, allowRsa15, ...terms } = readOwnDecryption(option, value);
  const key = readKey(`${option}.key`, terms.key, passphrase);
  requireRsa(`${option}.key`, key);
  if (certificate !== undefined) requirePair(option, certificate, key);
  return { key, allowRsa15 };
}

function requireRsa(option: string, { asymmetricKeyType: kind }: KeyObject): void {
  if (kind === "rsa") return;
  throw wrong(option, `${option} has a key of the kind ${kind}, which does not decrypt. Give one with an RSA key.`);
}
