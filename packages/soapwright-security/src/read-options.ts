/** Reads the options of `security`. Every error message names the option, and none contains a value. */
import type { KeyObject, X509Certificate } from "node:crypto";
import type { Credential } from "soapwright-runtime";
import { ConfigurationError } from "soapwright-runtime";
import {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkOneOf,
  checkWithin,
  findIllegalCharacter,
  kindOf,
  ownValue,
  wrongOption,
} from "soapwright-runtime/internal";
import { algorithmFor, DIGEST_NAMES, fits, SIGNATURE_NAMES } from "./algorithms";
import { readCertificate, readCertificates, readKey, requireInTime, subjectKeyIdentifier } from "./certificate";
import { WSSE, WSU } from "./security-namespaces";
import type {
  DigestAlgorithm,
  HttpAuthOptions,
  KeyReference,
  MessagePart,
  SignatureAlgorithm,
  SignatureOptions,
} from "./security-options";

export interface UsernameToken {
  readonly username: string;
  readonly password: Credential | undefined;
  readonly isDigest: boolean;
  readonly hasNonce: boolean;
}

export interface TimestampTerms {
  readonly lifetimeMs: number;
  readonly clockSkewMs: number;
}

export interface SigningTerms {
  readonly certificate: X509Certificate;
  readonly key: KeyObject | undefined;
  readonly signer: SignatureOptions["signer"];
  readonly signerTimeoutMs: number;
  readonly parts: readonly MessagePart[];
  readonly keyReference: KeyReference;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly digestAlgorithm: DigestAlgorithm;
}

export interface VerifyingTerms extends FreshnessTerms {
  readonly certificates: readonly X509Certificate[];
  readonly parts: readonly MessagePart[];
  readonly allowsUnsignedFaults: boolean;
  readonly signatureAlgorithms: readonly SignatureAlgorithm[];
  readonly digestAlgorithms: readonly DigestAlgorithm[];
}

export interface SecurityTerms {
  readonly usernameToken: UsernameToken | undefined;
  readonly timestamp: TimestampTerms | undefined;
  readonly signature: SigningTerms | undefined;
  readonly samlAssertion: Credential | undefined;
  readonly http: HttpAuthOptions | undefined;
  readonly verify: VerifyingTerms | undefined;
  readonly mustUnderstand: boolean;
  readonly actor: string | undefined;
}

const DEFAULT_PARTS: readonly MessagePart[] = ["Body", "Timestamp"];
const PART_NAMES = ["Body", "Timestamp", "UsernameToken", "BinarySecurityToken", "Addressing"] as const;
const MILLISECONDS = { most: 2_147_483_647, unit: "milliseconds" };

/** Throws a `ConfigurationError` for a wrong option. */
export function readSecurity(value: unknown): SecurityTerms {
  const securityOptions = section("security", value, [
    ...["usernameToken", "timestamp", "signature", "samlAssertion", "http", "verify", "mustUnderstand", "actor"],
  ]);
  if (securityOptions === undefined || Reflect.ownKeys(securityOptions.values).length === 0) {
    throw new ConfigurationError("security() takes an object with at least one part, for example usernameToken.", {
      option: "security",
    });
  }
  const signature = readSignature(securityOptions.at("signature"));
  const terms: SecurityTerms = {
    usernameToken: readUsernameToken(securityOptions.at("usernameToken")),
    timestamp: readTimestamp(securityOptions.at("timestamp"), signature),
    signature,
    samlAssertion: securityOptions.optional("samlAssertion", credential),
    http: readHttp(securityOptions.at("http")),
    verify: readVerify(securityOptions.at("verify")),
    mustUnderstand: securityOptions.optional("mustUnderstand", checkBoolean) ?? true,
    actor: securityOptions.optional("actor", text),
  };
  requireParts(terms);
  return terms;
}

/** Throws if the signature covers a part that the options do not produce. */
function requireParts({ signature, timestamp, usernameToken }: SecurityTerms): void {
  for (const [index, part] of (signature?.parts ?? []).entries()) {
    const option = `security.signature.parts[${index}]`;
    const without = (name: string): ConfigurationError =>
      new ConfigurationError(`${option} is ${JSON.stringify(part)}, but ${name} is not set.`, { option });
    if (part === "Timestamp" && timestamp === undefined) throw without("security.timestamp");
    if (part === "UsernameToken" && usernameToken === undefined) throw without("security.usernameToken");
    if (part === "BinarySecurityToken" && signature?.keyReference !== "BinarySecurityToken") {
      throw new ConfigurationError(`${option} is "BinarySecurityToken", but keyReference sends none.`, { option });
    }
  }
}

export interface Section {
  readonly values: object;
  at(name: string): { readonly option: string; readonly value: unknown };
  optional<T>(name: string, check: (option: string, value: unknown) => T): T | undefined;
  required<T>(name: string, check: (option: string, value: unknown) => T): T;
}

export function section(option: string, value: unknown, names: readonly string[]): Section | undefined {
  if (value === undefined) return undefined;
  const values = checkObject(option, value);
  checkKnown(values, new Set(names), option);
  const at = (name: string): { readonly option: string; readonly value: unknown } => ({
    option: `${option}.${name}`,
    value: ownValue(values, name),
  });
  return {
    values,
    at,
    optional: (name, check) => {
      const found = at(name);
      return found.value === undefined ? undefined : check(found.option, found.value);
    },
    required: (name, check) => {
      const found = at(name);
      if (found.value === undefined) {
        throw new ConfigurationError(`${found.option} is missing. Set it.`, { option: found.option });
      }
      return check(found.option, found.value);
    },
  };
}

interface Holder {
  readonly option: string;
  readonly value: unknown;
}

function readUsernameToken({ option, value }: Holder): UsernameToken | undefined {
  const terms = section(option, value, ["username", "password", "passwordType", "nonce"]);
  if (terms === undefined) return undefined;
  const isDigest = terms.optional("passwordType", (at, type) => checkOneOf(at, type, ["text", "digest"])) === "digest";
  const password = isDigest ? terms.required("password", credential) : terms.optional("password", credential);
  const nonce = terms.optional("nonce", checkBoolean);
  if (isDigest && nonce === false) {
    throw new ConfigurationError(`${option}.nonce cannot be false for a password digest: the digest is made of it.`, {
      option: `${option}.nonce`,
    });
  }
  return { username: terms.required("username", text), password, isDigest, hasNonce: nonce ?? isDigest };
}

function readTimestamp({ option, value }: Holder, signature: SigningTerms | undefined): TimestampTerms | undefined {
  const isOn = value === undefined ? signature?.parts.includes("Timestamp") === true : value;
  if (isOn === false) return undefined;
  const terms = section(option, isOn === true ? {} : isOn, ["lifetimeMs", "clockSkewMs"]);
  return {
    lifetimeMs:
      terms?.optional("lifetimeMs", (at, ms) => checkWithin(at, ms, { least: 1000, ...MILLISECONDS })) ?? 300_000,
    clockSkewMs: terms?.optional("clockSkewMs", (at, ms) => checkWithin(at, ms, { least: 0, ...MILLISECONDS })) ?? 0,
  };
}

function readSignature({ option, value }: Holder): SigningTerms | undefined {
  const terms = section(option, value, [
    ...["certificate", "key", "passphrase", "signer", "signerTimeoutMs", "parts", "keyReference"],
    ...["signatureAlgorithm", "digestAlgorithm"],
  ]);
  if (terms === undefined) return undefined;
  const certificate = terms.required("certificate", readCertificate);
  requireInTime(`${option}.certificate`, certificate, Date.now());
  const passphrase = terms.optional("passphrase", text);
  const key = terms.optional("key", (at, pem) => readKey(at, pem, passphrase));
  const signer = terms.optional("signer", (at, sign) => {
    checkFunction(at, sign);
    return sign as NonNullable<SignatureOptions["signer"]>;
  });
  if ((key === undefined) === (signer === undefined)) {
    const both = key === undefined ? "neither is set" : "both are";
    throw new ConfigurationError(`${option} takes a key or a signer, but ${both}. Set one of them.`, {
      option: `${option}.key`,
    });
  }
  const { publicKey } = certificate;
  if (key !== undefined && !certificate.checkPrivateKey(key)) {
    throw new ConfigurationError(
      `${option}.key is not the key of ${option}.certificate. Give both of one pair; of several certificates the first is used.`,
      { option: `${option}.key` },
    );
  }
  const standard = algorithmFor(publicKey);
  if (standard === undefined) {
    const kind = publicKey.asymmetricKeyType ?? "another";
    throw new ConfigurationError(
      `${option}.certificate has a key of the kind ${kind}, which XML signatures do not use. Give one with an RSA or EC key.`,
      { option: `${option}.certificate` },
    );
  }
  const signatureAlgorithm =
    terms.optional("signatureAlgorithm", (at, name) => checkOneOf(at, name, SIGNATURE_NAMES)) ?? standard;
  if (!fits(publicKey, signatureAlgorithm)) {
    throw new ConfigurationError(
      `${option}.signatureAlgorithm is ${signatureAlgorithm}, but the key of the certificate is of the kind ${publicKey.asymmetricKeyType}.`,
      { option: `${option}.signatureAlgorithm` },
    );
  }
  const keyReference =
    terms.optional("keyReference", (at, name) =>
      checkOneOf(at, name, ["BinarySecurityToken", "SubjectKeyIdentifier", "ThumbprintSHA1", "IssuerSerial"]),
    ) ?? "BinarySecurityToken";
  if (keyReference === "SubjectKeyIdentifier" && subjectKeyIdentifier(certificate) === undefined) {
    throw new ConfigurationError(
      `${option}.keyReference is SubjectKeyIdentifier, but the certificate has no such extension. Use another reference.`,
      { option: `${option}.keyReference` },
    );
  }
  return {
    certificate,
    key,
    signer,
    signerTimeoutMs:
      terms.optional("signerTimeoutMs", (at, ms) => checkWithin(at, ms, { least: 1, ...MILLISECONDS })) ?? 10_000,
    parts: terms.optional("parts", checkParts) ?? DEFAULT_PARTS,
    keyReference,
    signatureAlgorithm,
    digestAlgorithm: terms.optional("digestAlgorithm", (at, name) => checkOneOf(at, name, DIGEST_NAMES)) ?? "SHA-256",
  };
}

function readHttp({ option, value }: Holder): HttpAuthOptions | undefined {
  const terms = section(option, value, ["scheme", "username", "password"]);
  if (terms === undefined) return undefined;
  const scheme = terms.required("scheme", (at, name) => checkOneOf(at, name, ["basic", "digest"]));
  const username = terms.required("username", text);
  if (scheme === "basic" && username.includes(":")) {
    throw new ConfigurationError(`${option}.username has a colon in it, which Basic cannot carry.`, {
      option: `${option}.username`,
    });
  }
  return { scheme, username, password: terms.required("password", credential) };
}

function readVerify({ option, value }: Holder): VerifyingTerms | undefined {
  const terms = section(option, value, [
    ...["certificates", "parts", "faults", "signatureAlgorithms", "digestAlgorithms", "clockSkewMs", "maxAgeMs"],
  ]);
  if (terms === undefined) return undefined;
  const certificates = terms.required("certificates", readCertificates);
  for (const { publicKey } of certificates) {
    if (algorithmFor(publicKey) !== undefined) continue;
    throw new ConfigurationError(
      `${option}.certificates has a key of the kind ${publicKey.asymmetricKeyType}, which XML signatures do not use.`,
      { option: `${option}.certificates` },
    );
  }
  const signatureAlgorithms =
    terms.optional("signatureAlgorithms", (at, names) => checkEach(at, names, SIGNATURE_NAMES)) ??
    SIGNATURE_NAMES.filter((name) => name !== "RSA-SHA1");
  const digestAlgorithms =
    terms.optional("digestAlgorithms", (at, names) => checkEach(at, names, DIGEST_NAMES)) ??
    DIGEST_NAMES.filter((name) => name !== "SHA-1");
  return {
    certificates: stillValid(`${option}.certificates`, certificates),
    parts: terms.optional("parts", checkParts) ?? DEFAULT_PARTS,
    allowsUnsignedFaults:
      terms.optional("faults", (at, rule) => checkOneOf(at, rule, ["signed", "allow-unsigned"])) === "allow-unsigned",
    signatureAlgorithms,
    digestAlgorithms,
    ...readFreshness(terms),
  };
}

export interface FreshnessTerms {
  readonly clockSkewMs: number;
  readonly maxAgeMs: number;
}

export function readFreshness(terms: Section): FreshnessTerms {
  const milliseconds = (least: number) => (at: string, ms: unknown) => checkWithin(at, ms, { least, ...MILLISECONDS });
  return {
    clockSkewMs: terms.optional("clockSkewMs", milliseconds(0)) ?? 60_000,
    maxAgeMs: terms.optional("maxAgeMs", milliseconds(1000)) ?? 300_000,
  };
}

/**
 * Throws unless at least one is valid: the others may have expired, because certificates overlap while they are
 * replaced.
 */
function stillValid(option: string, certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  let last: unknown;
  for (const certificate of certificates) {
    try {
      requireInTime(option, certificate, Date.now());
      return certificates;
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function checkEach<const T extends readonly string[]>(option: string, value: unknown, allowed: T): T[number][] {
  if (!Array.isArray(value) || value.length === 0)
    throw wrongOption(option, "a list of names", Array.isArray(value) ? "an empty list" : kindOf(value));
  return value.map((name: unknown, index) => checkOneOf(`${option}[${index}]`, name, allowed));
}

function checkParts(option: string, value: unknown): readonly MessagePart[] {
  if (!Array.isArray(value) || value.length === 0)
    throw wrongOption(option, "a list of parts", Array.isArray(value) ? "an empty list" : kindOf(value));
  return value.map((part: unknown, index): MessagePart => {
    const at = `${option}[${index}]`;
    if (typeof part === "string") return checkOneOf(at, part, PART_NAMES);
    const terms = section(at, part, ["namespace", "name"]);
    if (terms === undefined) throw wrongOption(at, "a part", kindOf(terms));
    const name = terms.required("name", text);
    const namespace = terms.required("namespace", text);
    if (/[\s:<>{}"'/&]/.test(name)) throw wrongOption(`${at}.name`, "a local name without a prefix", "another string");
    if (namespace === WSSE || namespace === WSU) {
      throw new ConfigurationError(
        `${at} is in the namespace of WS-Security. Name such a part without its namespace: "Timestamp", "UsernameToken" or "BinarySecurityToken".`,
        {
          option: at,
        },
      );
    }
    return { namespace, name };
  });
}

/** Throws a `ConfigurationError` for a value that XML cannot represent. */
function text(option: string, value: unknown): string {
  if (typeof value !== "string" || value === "") {
    throw wrongOption(option, "text", kindOf(value));
  }
  if (findIllegalCharacter(value) >= 0) throw wrongOption(option, "text that XML can carry", "another string");
  return value;
}

function credential(option: string, value: unknown): Credential {
  if (typeof value === "function") return value as Credential;
  if (value === "") return value;
  return text(option, value);
}
