/** Reads the options of `security`. Every error message names the option, and none contains a value. */
import type { X509Certificate } from "node:crypto";
import { checkBoolean, wrongOption } from "soapwright-runtime/extend";
import { readDecryption, readEncryption, readSymmetricBinding } from "./encryption/read-encryption";
import type { EnvelopePart, SecuredParts } from "./envelope-parts";
import { refuseIdle } from "./idle-options";
import { readIssuer } from "./issuer/read-issuer";
import type { MacAlgorithm } from "./issuer/trust-terms";
import { asGiven, credential, milliseconds, missing, oneOf, optional, required, section, text } from "./option-section";
import { readSignature, readVerify } from "./read-signature";
import { wrong } from "./security-error";

export type SecurityTerms = ReturnType<typeof readSecurity>;
export type UsernameTokenTerms = ReturnType<typeof readUsernameToken>;
export type TimestampTerms = ReturnType<typeof readTimestamp>;
export type IssuerTerms = ReturnType<typeof readIssuer>;
export type VerifyingTerms = ReturnType<typeof readVerify> & {
  readonly secret?: VerifyingSecret;
  /** Called with the certificate whose key has signed. */
  readonly signer?: (certificate: X509Certificate) => void;
};

/** A signature by a secret key is required, whose key a ds:KeyInfo names. */
export interface VerifyingSecret {
  readonly algorithm: MacAlgorithm;
  /** Returns undefined for a key that may not sign. */
  keyOf(message: SecuredParts, keyInfo: EnvelopePart | undefined): Buffer | undefined;
}

const readOwnUsernameToken = section({
  username: required(text),
  password: optional(credential),
  passwordType: optional(oneOf(["text", "digest"]), "text"),
  nonce: optional(checkBoolean),
});

function readUsernameToken(option: string, value: unknown) {
  const terms = readOwnUsernameToken(option, value);
  const isDigest = terms.passwordType === "digest";
  if (isDigest && terms.password === undefined) throw missing(`${option}.password`);
  if (isDigest && terms.nonce === false) {
    throw wrong(`${option}.nonce`, `${option}.nonce cannot be false for a password digest: the digest is made of it.`);
  }
  return { ...terms, nonce: terms.nonce ?? isDigest };
}

const readTimestamp = section({
  lifetimeMs: optional(milliseconds(1000), 300_000),
  clockSkewMs: optional(milliseconds(0), 0),
});

const readOwnSecurity = section({
  usernameToken: optional(readUsernameToken),
  timestamp: asGiven,
  signature: optional(readSignature),
  encryption: asGiven,
  symmetricBinding: optional(readSymmetricBinding),
  samlAssertion: optional(credential),
  issuer: optional(readIssuer),
  verify: asGiven,
  decryption: optional(readDecryption),
  mustUnderstand: optional(checkBoolean, true),
  actor: optional(text),
});

/** Throws a `ConfigurationError` for a wrong option. */
export function readSecurity(value: unknown = {}, isService = false) {
  const given = readOwnSecurity("security", value);
  if (Reflect.ownKeys(value as object).length === 0) {
    throw wrong("security", "security() takes an object with at least one part, for example usernameToken.");
  }
  const { signature, symmetricBinding, issuer } = given;
  const hasSecret = symmetricBinding !== undefined;
  const signedParts = symmetricBinding?.parts ?? signature?.parts ?? [];
  const endorsed = issuer === undefined || issuer.keyType === "bearer" ? [] : issuer.parts;
  const { timestamp = [...signedParts, ...endorsed].includes("Timestamp") } = given;
  const { encryption, verify = hasSecret ? {} : undefined } = given;
  const terms = {
    ...given,
    timestamp:
      timestamp === false ? undefined : readTimestamp("security.timestamp", timestamp === true ? {} : timestamp),
    encryption:
      encryption === undefined
        ? undefined
        : readEncryption("security.encryption", encryption, !(isService && hasSecret)),
    verify: verify === undefined ? undefined : readVerify("security.verify", verify, hasSecret),
  };
  if (hasSecret) requireForBinding(terms, isService);
  const signing = `security.${hasSecret ? "symmetricBinding" : "signature"}`;
  const { usernameToken, samlAssertion = issuer } = terms;
  requireWritten(signing, signedParts, {
    Timestamp: terms.timestamp,
    UsernameToken: usernameToken,
    SamlAssertion: samlAssertion,
  });
  if (terms.encryption !== undefined) {
    const { parts, order } = terms.encryption;
    requireWritten("security.encryption", parts, { UsernameToken: usernameToken });
    const index = parts.indexOf("Signature");
    if (index >= 0 && ((!hasSecret && signature === undefined) || order === "encrypt-before-sign")) {
      const option = `security.encryption.parts[${index}]`;
      throw wrongOption(option, "a part that is written before it is encrypted", "the signature");
    }
  }
  refuseIdle(value as object, isService);
  return terms;
}

/** Throws unless the options that write these parts are set. */
function requireWritten(
  option: string,
  parts: readonly unknown[],
  written: { readonly [part: string]: unknown },
): void {
  for (const [index, part] of parts.entries()) {
    if (typeof part !== "string" || !Object.hasOwn(written, part) || written[part] !== undefined) continue;
    const at = `${option}.parts[${index}]`;
    const name = `security.${part[0]!.toLowerCase()}${part.slice(1)}`;
    throw wrong(at, `${at} is ${JSON.stringify(part)}, but ${name} is not set.`);
  }
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
