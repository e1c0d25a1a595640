/** Reads the options of `security`. Every error message names the option, and none contains a value. */
import type { Credential } from "soapwright-runtime";
import { findIllegalCharacter, ownValue } from "soapwright-runtime/codecs";
import {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkOneOf,
  checkWithin,
  wrongOption,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { algorithmFor, DIGEST_NAMES, fits, SIGNATURE_NAMES } from "./algorithms";
import {
  outOfTime,
  readCertificate,
  readCertificates,
  readKey,
  requireInTime,
  subjectKeyIdentifier,
} from "./certificate";
import { wrong } from "./security-error";
import { WSSE, WSU } from "./security-namespaces";
import type { MessagePart, SignatureOptions } from "./security-options";

export type SecurityTerms = ReturnType<typeof readSecurity>;
export type UsernameTokenTerms = ReturnType<typeof readUsernameToken>;
export type TimestampTerms = NonNullable<ReturnType<typeof readTimestamp>>;
export type SigningTerms = ReturnType<typeof readSignature>;
export type VerifyingTerms = ReturnType<typeof readVerify>;
export type FreshnessTerms = ReturnType<typeof readFreshness>;

const NAMES = ["usernameToken", "timestamp", "signature", "samlAssertion", "http", "verify", "mustUnderstand", "actor"];
const DEFAULT_PARTS: readonly MessagePart[] = ["Body", "Timestamp"];
const PART_NAMES = ["Body", "Timestamp", "UsernameToken", "BinarySecurityToken", "Addressing"] as const;
const KEY_REFERENCES = ["BinarySecurityToken", "SubjectKeyIdentifier", "ThumbprintSHA1", "IssuerSerial"] as const;

/** Throws a `ConfigurationError` for a wrong option. */
export function readSecurity(value: unknown = {}) {
  const options = new Section("security", value, NAMES);
  if (Reflect.ownKeys(options.values).length === 0) {
    throw wrong("security", "security() takes an object with at least one part, for example usernameToken.");
  }
  const signature = options.optional("signature", readSignature);
  const { value: stamp = signature?.parts.includes("Timestamp") === true } = options.at("timestamp");
  const terms = {
    usernameToken: options.optional("usernameToken", readUsernameToken),
    timestamp: readTimestamp("security.timestamp", stamp),
    signature,
    samlAssertion: options.optional("samlAssertion", credential),
    http: options.optional("http", readHttp),
    verify: options.optional("verify", readVerify),
    mustUnderstand: options.optional("mustUnderstand", checkBoolean) ?? true,
    actor: options.optional("actor", text),
  };
  for (const [index, part] of (signature?.parts ?? []).entries()) {
    const option = `security.signature.parts[${index}]`;
    const without = (name: string) => wrong(option, `${option} is ${JSON.stringify(part)}, but ${name} is not set.`);
    if (part === "Timestamp" && terms.timestamp === undefined) throw without("security.timestamp");
    if (part === "UsernameToken" && terms.usernameToken === undefined) throw without("security.usernameToken");
    if (part === "BinarySecurityToken" && signature?.keyReference !== "BinarySecurityToken") {
      throw wrong(option, `${option} is "BinarySecurityToken", but keyReference sends none.`);
    }
  }
  return terms;
}

type Check<T> = (option: string, value: unknown) => T;

/** An object of options, which has only the options `names`. */
export class Section {
  readonly values: object;
  readonly #option: string;

  constructor(option: string, value: unknown, names: readonly string[]) {
    this.#option = option;
    this.values = checkObject(option, value);
    checkKnown(this.values, new Set(names), option);
  }

  at(name: string): { readonly option: string; readonly value: unknown } {
    return { option: `${this.#option}.${name}`, value: ownValue(this.values, name) };
  }

  optional<T>(name: string, check: Check<T>): T | undefined {
    const { option, value } = this.at(name);
    return value === undefined ? undefined : check(option, value);
  }

  required<T>(name: string, check: Check<T>): T {
    const { option, value } = this.at(name);
    if (value === undefined) throw wrong(option, `${option} is missing. Set it.`);
    return check(option, value);
  }
}

export function oneOf<const T extends readonly string[]>(names: T): Check<T[number]> {
  return (option, value) => checkOneOf(option, value, names);
}

function listOf<T>(what: string, check: Check<T>): Check<readonly T[]> {
  return (option, value) => {
    if (Array.isArray(value) && value.length > 0) {
      return value.map((each: unknown, index) => check(`${option}[${index}]`, each));
    }
    throw wrongOption(option, `a list of ${what}`, Array.isArray(value) ? "an empty list" : kindOf(value));
  };
}

function milliseconds(least: number): Check<number> {
  return (option, value) => checkWithin(option, value, { least, most: 2_147_483_647, unit: "milliseconds" });
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
    ...["signatureAlgorithm", "digestAlgorithm"],
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
  };
}

function readHttp(option: string, value: unknown) {
  const options = new Section(option, value, ["scheme", "username", "password"]);
  const scheme = options.required("scheme", oneOf(["basic", "digest"]));
  const username = options.required("username", text);
  if (scheme === "basic" && username.includes(":")) {
    throw wrong(`${option}.username`, `${option}.username has a colon in it, which Basic cannot carry.`);
  }
  return { scheme, username, password: options.required("password", credential) };
}

function readVerify(option: string, value: unknown) {
  const options = new Section(option, value, [
    ...["certificates", "parts", "faults", "signatureAlgorithms", "digestAlgorithms", "clockSkewMs", "maxAgeMs"],
  ]);
  const certificates = options.required("certificates", readCertificates);
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
  const names = listOf("names", oneOf(SIGNATURE_NAMES));
  const digestNames = listOf("names", oneOf(DIGEST_NAMES));
  return {
    certificates,
    parts: options.optional("parts", listOf("parts", messagePart)) ?? DEFAULT_PARTS,
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
  const options = new Section(option, value, ["namespace", "name"]);
  const name = options.required("name", text);
  const namespace = options.required("namespace", text);
  if (/[\s:<>{}"'/&]/.test(name)) {
    throw wrongOption(`${option}.name`, "a local name without a prefix", "another string");
  }
  if (namespace === WSSE || namespace === WSU) {
    throw wrong(
      option,
      `${option} is in the namespace of WS-Security. Name such a part without its namespace: "Timestamp", "UsernameToken" or "BinarySecurityToken".`,
    );
  }
  return { namespace, name };
}

/** Throws a `ConfigurationError` for a value that XML cannot represent. */
function text(option: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw wrongOption(option, "text", kindOf(value));
  if (findIllegalCharacter(value) >= 0) throw wrongOption(option, "text that XML can carry", "another string");
  return value;
}

function credential(option: string, value: unknown): Credential {
  if (typeof value === "function") return value as Credential;
  return value === "" ? value : text(option, value);
}
