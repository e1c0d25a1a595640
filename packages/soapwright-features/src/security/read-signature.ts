/** Reads the options `signature` and `verify` of `security`, and the parts of messages that they name. */
import { checkBoolean, checkFunction, checkOneOf, wrongOption } from "soapwright-runtime/extend";
import { algorithmFor, DIGEST_NAMES, fits, SIGNATURE_NAMES } from "./algorithms";
import {
  KEY_REFERENCES,
  outOfTime,
  readCertificate,
  readCertificates,
  readKey,
  requireIdentifier,
  requireInTime,
  requirePair,
} from "./certificate";
import { checkPath, isPath } from "./element-path";
import {
  asGiven,
  type Check,
  listOf,
  milliseconds,
  missing,
  oneOf,
  optional,
  required,
  section,
  text,
} from "./option-section";
import { wrong } from "./security-error";
import { WSSE, WSU } from "./security-namespaces";
import type { MessagePart, SignatureOptions } from "./security-options";

export type SigningTerms = ReturnType<typeof readSignature>;
export type FreshnessTerms = ReturnType<typeof readFreshness>;

export const DEFAULT_PARTS = ["Body", "Timestamp"] as const satisfies readonly MessagePart[];
const PART_NAMES = [
  "Body",
  "Timestamp",
  "UsernameToken",
  "BinarySecurityToken",
  "SamlAssertion",
  "Addressing",
  "Headers",
  "Attachments",
  "CompleteAttachments",
] as const;

const readPath = section({ path: required(checkPath) });
export const readNamed = namedPart(
  section({ name: required(text), namespace: required(text), optional: optional(checkBoolean) }),
);

export const messagePart: Check<MessagePart> = (option, value) => {
  if (typeof value === "string") return checkOneOf(option, value, PART_NAMES);
  return isPath(value) ? readPath(option, value) : readNamed(option, value);
};

/** Returns the check of a part by its name, which is not one of WS-Security. */
function namedPart<P extends { readonly name: string; readonly namespace: string }>(read: Check<P>): Check<P> {
  return (option, value) => {
    const part = read(option, value);
    if (/[\s:<>{}"'/&]/.test(part.name)) {
      throw wrongOption(`${option}.name`, "a local name without a prefix", "another string");
    }
    if (part.namespace === WSSE || part.namespace === WSU) {
      throw wrong(
        option,
        `${option} is in the namespace of WS-Security. Name such a part without its namespace: "Timestamp", "UsernameToken" or "BinarySecurityToken".`,
      );
    }
    return part;
  };
}

export const readParts = optional(listOf("parts", messagePart), DEFAULT_PARTS);
export const digestAlgorithm = optional(oneOf(DIGEST_NAMES), "SHA-256");

const readOwnSignature = section({
  certificate: required(readCertificate),
  key: asGiven,
  passphrase: optional(text),
  signer: optional((option, sign) => checkFunction(option, sign) as NonNullable<SignatureOptions["signer"]>),
  signerTimeoutMs: optional(milliseconds(1), 10_000),
  parts: readParts,
  keyReference: optional(oneOf(KEY_REFERENCES), "BinarySecurityToken"),
  signatureAlgorithm: optional(oneOf(SIGNATURE_NAMES)),
  digestAlgorithm,
  canonicalization: optional(oneOf(["exclusive", "inclusive"]), "exclusive"),
});

/** Throws a `ConfigurationError` for a wrong option. */
export function readSignature(option: string, value: unknown) {
  const terms = readOwnSignature(option, value);
  const { certificate, signer } = terms;
  const { publicKey } = certificate;
  requireInTime(`${option}.certificate`, certificate);
  const key = terms.key === undefined ? undefined : readKey(`${option}.key`, terms.key, terms.passphrase);
  if ((key === undefined) === (signer === undefined)) {
    const both = key === undefined ? "neither is set" : "both are";
    throw wrong(`${option}.key`, `${option} takes a key or a signer, but ${both}. Set one of them.`);
  }
  if (key !== undefined) requirePair(option, certificate, key);
  const { signatureAlgorithm = algorithmFor(publicKey) } = terms;
  if (signatureAlgorithm === undefined || algorithmFor(publicKey) === undefined) {
    const kind = publicKey.asymmetricKeyType ?? "another";
    throw wrong(
      `${option}.certificate`,
      `${option}.certificate has a key of the kind ${kind}, which XML signatures do not use. Give one with an RSA or EC key.`,
    );
  }
  if (!fits(publicKey, signatureAlgorithm)) {
    throw wrong(
      `${option}.signatureAlgorithm`,
      `${option}.signatureAlgorithm is ${signatureAlgorithm}, but the key of the certificate is of the kind ${publicKey.asymmetricKeyType}.`,
    );
  }
  requireIdentifier(option, terms.keyReference, certificate);
  return { ...terms, key, signatureAlgorithm };
}

const freshness = {
  clockSkewMs: optional(milliseconds(0), 60_000),
  maxAgeMs: optional(milliseconds(1000), 300_000),
};
export const readFreshness = section(freshness);

const readOwnVerify = section({
  certificates: optional(readCertificates),
  parts: readParts,
  faults: optional(oneOf(["signed", "allow-unsigned"]), "signed"),
  signatureConfirmation: optional(checkBoolean, false),
  encrypted: optional(checkBoolean, false),
  signatureAlgorithms: optional(
    listOf("names", oneOf(SIGNATURE_NAMES)),
    SIGNATURE_NAMES.filter((name) => name !== "RSA-SHA1"),
  ),
  digestAlgorithms: optional(
    listOf("names", oneOf(DIGEST_NAMES)),
    DIGEST_NAMES.filter((name) => name !== "SHA-1"),
  ),
  ...freshness,
});

/** `hasSecret`: responses are signed by the key of the request, for which no certificate is needed. */
export function readVerify(option: string, value: unknown, hasSecret: boolean) {
  const terms = readOwnVerify(option, value);
  if (hasSecret) return { ...terms, certificates: [] };
  const { certificates } = terms;
  if (certificates === undefined) throw missing(`${option}.certificates`);
  for (const { publicKey } of certificates) {
    if (algorithmFor(publicKey) !== undefined) continue;
    throw wrong(
      `${option}.certificates`,
      `${option}.certificates has a key of the kind ${publicKey.asymmetricKeyType}, which XML signatures do not use.`,
    );
  }
  // Some certificates may have expired, because certificates overlap while they are replaced.
  if (certificates.every((certificate) => outOfTime(certificate) !== undefined)) {
    requireInTime(`${option}.certificates`, certificates.at(-1)!);
  }
  return { ...terms, certificates };
}
