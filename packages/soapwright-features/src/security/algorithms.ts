/** Algorithms of XML Signature by name and URI: RFC 4051, RFC 6931, XML Encryption 1.0. */
import { constants, type KeyObject, type SignKeyObjectInput, type VerifyKeyObjectInput } from "node:crypto";
import { DS, MORE, XENC } from "./security-namespaces";
import type { DigestAlgorithm, SignatureAlgorithm } from "./security-options";

interface Signing {
  readonly uri: string;
  readonly hash: "sha1" | "sha256" | "sha384" | "sha512";
  readonly key: "rsa" | "ec";
  readonly pss?: boolean;
}

export const SIGNATURES: { readonly [A in SignatureAlgorithm]: Signing } = {
  "RSA-SHA256": { uri: `${MORE}rsa-sha256`, hash: "sha256", key: "rsa" },
  "RSA-SHA384": { uri: `${MORE}rsa-sha384`, hash: "sha384", key: "rsa" },
  "RSA-SHA512": { uri: `${MORE}rsa-sha512`, hash: "sha512", key: "rsa" },
  "RSA-PSS-SHA256": {
    uri: "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
    hash: "sha256",
    key: "rsa",
    pss: true,
  },
  "ECDSA-SHA256": { uri: `${MORE}ecdsa-sha256`, hash: "sha256", key: "ec" },
  "ECDSA-SHA384": { uri: `${MORE}ecdsa-sha384`, hash: "sha384", key: "ec" },
  "ECDSA-SHA512": { uri: `${MORE}ecdsa-sha512`, hash: "sha512", key: "ec" },
  "RSA-SHA1": { uri: `${DS}rsa-sha1`, hash: "sha1", key: "rsa" },
};

interface Digesting {
  readonly uri: string;
  readonly hash: Signing["hash"];
}

export const DIGESTS: { readonly [A in DigestAlgorithm]: Digesting } = {
  "SHA-256": { uri: `${XENC}sha256`, hash: "sha256" },
  "SHA-384": { uri: `${MORE}sha384`, hash: "sha384" },
  "SHA-512": { uri: `${XENC}sha512`, hash: "sha512" },
  "SHA-1": { uri: `${DS}sha1`, hash: "sha1" },
};

export const SIGNATURE_NAMES = Object.keys(SIGNATURES) as SignatureAlgorithm[];
export const DIGEST_NAMES = Object.keys(DIGESTS) as DigestAlgorithm[];

/** Returns undefined for a key of a type that cannot sign. */
export function algorithmFor(key: KeyObject): SignatureAlgorithm | undefined {
  switch (key.asymmetricKeyType) {
    case "rsa":
      return "RSA-SHA256";
    case "rsa-pss":
      return "RSA-PSS-SHA256";
    case "ec":
      return OF_CURVE[key.asymmetricKeyDetails?.namedCurve ?? ""] ?? "ECDSA-SHA256";
    default:
      return undefined;
  }
}

const OF_CURVE: { readonly [curve: string]: SignatureAlgorithm } = {
  secp384r1: "ECDSA-SHA384",
  secp521r1: "ECDSA-SHA512",
};

export function fits(key: KeyObject, algorithm: SignatureAlgorithm): boolean {
  const { key: kind, pss = false } = SIGNATURES[algorithm];
  const type = key.asymmetricKeyType;
  return kind === "ec" ? type === "ec" : type === "rsa" || (pss && type === "rsa-pss");
}

export function keyFor(key: KeyObject, algorithm: SignatureAlgorithm): SignKeyObjectInput & VerifyKeyObjectInput {
  const { key: kind, pss = false } = SIGNATURES[algorithm];
  if (kind === "ec") return { key, dsaEncoding: "ieee-p1363" };
  if (!pss) return { key, padding: constants.RSA_PKCS1_PADDING };
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}
