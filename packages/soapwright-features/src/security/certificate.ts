/** Reads and validates X.509 certificates and private keys. */
import { createPrivateKey, KeyObject, X509Certificate } from "node:crypto";
import { kindOf } from "soapwright-runtime/xsd";
import type { KeyReference } from "./key-options";
import { wrong } from "./security-error";

export const KEY_REFERENCES = [
  "BinarySecurityToken",
  "SubjectKeyIdentifier",
  "ThumbprintSHA1",
  "IssuerSerial",
] as const satisfies readonly KeyReference[];

/** Reads the first certificate of the PEM text. Throws a `ConfigurationError` that names `option`. */
export function readCertificate(option: string, value: unknown): X509Certificate {
  const pem = pemOf(option, value, "a certificate in PEM");
  if (!/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/.test(pem)) {
    const what = /PRIVATE KEY-----/.test(pem) ? "a private key" : "text without a certificate";
    throw wrong(option, `${option} takes a certificate in PEM, but is ${what}.${howToRead(pem)}`);
  }
  try {
    return new X509Certificate(pem);
  } catch {
    throw wrong(option, `${option} has a certificate that cannot be read.${howToRead(pem)}`);
  }
}

/** The value is PEM, or a list of such texts. Throws a `ConfigurationError` that names `option`. */
export function readCertificates(option: string, value: unknown): X509Certificate[] {
  const certificates: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = certificates.flatMap((each, index) => {
    const at = Array.isArray(value) ? `${option}[${index}]` : option;
    readCertificate(at, each);
    const all = String(each).match(/-----BEGIN [^-]*CERTIFICATE-----[^-]*-----END [^-]*CERTIFICATE-----/g) ?? [];
    return all.map((one) => readCertificate(at, one));
  });
  if (found.length === 0) throw wrong(option, `${option} takes at least one certificate, but is empty.`);
  return found;
}

/** Returns undefined for a certificate that is valid. */
export function outOfTime(certificate: X509Certificate): string | undefined {
  const now = Date.now();
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  if (now > to) return `has expired (${new Date(to).toISOString()})`;
  if (now < from) return `is not valid before ${new Date(from).toISOString()}`;
  return undefined;
}

/** Throws a `ConfigurationError` for a certificate that is not valid. */
export function requireInTime(option: string, certificate: X509Certificate): void {
  const what = outOfTime(certificate);
  if (what !== undefined) throw wrong(option, `The certificate of ${option} ${what}. Give one that is valid.`);
}

/** Throws a `ConfigurationError` unless the key is that of the certificate, both of them options in `option`. */
export function requirePair(option: string, certificate: X509Certificate, key: KeyObject): void {
  if (certificate.checkPrivateKey(key)) return;
  throw wrong(
    `${option}.key`,
    `${option}.key is not the key of ${option}.certificate. Give both of one pair; of several certificates the first is used.`,
  );
}

/** Throws a `ConfigurationError` if the certificate of `option` lacks what the reference names. */
export function requireIdentifier(
  option: string,
  keyReference: KeyReference | undefined,
  certificate: X509Certificate | undefined,
): void {
  if (keyReference !== "SubjectKeyIdentifier") return;
  if (certificate !== undefined && subjectKeyIdentifier(certificate) !== undefined) return;
  throw wrong(
    `${option}.keyReference`,
    `${option}.keyReference is SubjectKeyIdentifier, but the certificate has no such extension. Use another reference.`,
  );
}

/** Throws a `ConfigurationError` that shows no part of the key. */
export function readKey(option: string, value: unknown, passphrase: string | undefined): KeyObject {
  if (value instanceof KeyObject) {
    if (value.type === "private") return value;
    throw wrong(option, `${option} takes a private key, but is a ${value.type} key.`);
  }
  const pem = pemOf(option, value, "a private key in PEM or a KeyObject");
  if (!/PRIVATE KEY-----/.test(pem)) {
    const what = /CERTIFICATE-----/.test(pem) ? "a certificate" : "text without a private key";
    throw wrong(option, `${option} takes a private key, but is ${what}.${howToRead(pem)}`);
  }
  try {
    return createPrivateKey(passphrase === undefined ? { key: pem } : { key: pem, passphrase });
  } catch (error) {
    const needs = error instanceof Error && Reflect.get(error, "code") === "ERR_MISSING_PASSPHRASE";
    const why = needs || /ENCRYPTED/.test(pem) ? " It is encrypted: set passphrase to the right one." : "";
    throw wrong(option, `${option} has a private key that cannot be read.${howToRead(pem) || why}`);
  }
}

/**
 * The text may be a path, or environment variables or templates have changed its line breaks. The advice contains no
 * part of it, because it may be a key.
 */
function howToRead(text: string): string {
  if (/^[^\n]{1,1024}\.(?:pem|crt|cer|key)$/i.test(text.trim())) {
    return " It looks like the path of a file: give what is in it, by readFileSync.";
  }
  if (!text.includes("-----BEGIN ")) return "";
  if (text.includes("\\n")) return " Its line breaks are written as \\n: put real ones in their place.";
  if (!text.trim().includes("\n")) return " Its line breaks have been lost. Give the text of the file as it is.";
  return /^[ \t]+-----/m.test(text) ? " Its lines are indented. Take the blanks away." : "";
}

function pemOf(option: string, value: unknown, takes: string): string {
  if (typeof value === "string" && value !== "") return value;
  if (value instanceof Uint8Array) {
    // A DER sequence. PKCS #12 is one too, and Node.js reads no keys from it.
    if (value[0] === SEQUENCE) {
      const how = "openssl pkcs12 -in client.pfx -nodes -out client.pem, or openssl x509 / pkey -inform DER";
      throw wrong(option, `${option} takes ${takes}, but is DER or PKCS #12 (.pfx, .p12). Convert it: ${how}.`);
    }
    return Buffer.from(value).toString("latin1");
  }
  throw wrong(option, `${option} takes ${takes}, but is ${value === "" ? "empty" : kindOf(value)}.`);
}

/** Returns the identifier of RFC 5280, 4.2.1.2 in base64; undefined if the certificate has none. */
export function subjectKeyIdentifier(certificate: X509Certificate): string | undefined {
  const found = findExtension(certificate.raw, SKI);
  if (found === undefined) return undefined;
  const { content } = readDer(found, 0);
  return Buffer.from(content).toString("base64");
}

/** The object identifier is 2.5.29.14 (RFC 5280, 4.2.1.2). */
const SKI = Buffer.from([0x55, 0x1d, 0x0e]);

/** An element of DER (X.690, 8.1). */
interface Der {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly end: number;
}

function readDer(bytes: Uint8Array, at: number): Der {
  const tag = bytes[at] ?? 0;
  let length = bytes[at + 1] ?? 0;
  let start = at + 2;
  if (length >= 0x80) {
    let octets = length & 0x7f;
    length = 0;
    for (; octets > 0; octets--) length = length * 256 + (bytes[start++] ?? 0);
  }
  return { tag, content: bytes.subarray(start, start + length), end: start + length };
}

export function* children(bytes: Uint8Array): Generator<Der> {
  for (let at = 0; at < bytes.length; ) {
    const child = readDer(bytes, at);
    yield child;
    at = child.end;
  }
}

/** The number of octets of a coordinate (FIPS 186-4, D.1.2). */
const COORDINATES: { readonly [curve: string]: number } = { prime256v1: 32, secp384r1: 48, secp521r1: 66 };

/**
 * The form is that of XML Signature 1.1, 6.4.3: two concatenated numbers of the curve's length. Key services return DER
 * (RFC 3279, 2.2.3).
 */
export function asPair(signature: Uint8Array, key: KeyObject): Uint8Array {
  const length = COORDINATES[key.asymmetricKeyDetails?.namedCurve ?? ""];
  if (length === undefined || signature.length === 2 * length) return signature;
  const sequence = readDer(signature, 0);
  const numbers = [...children(sequence.content)];
  const isPair = sequence.tag === SEQUENCE && sequence.end === signature.length && numbers.length === 2;
  if (!isPair || numbers.some(({ tag }) => tag !== INTEGER)) return signature;
  const pair = numbers.map(({ content }) => {
    const digits = content.subarray(content.findIndex((octet) => octet !== 0));
    return digits.length > length ? content : Buffer.concat([Buffer.alloc(length - digits.length), digits]);
  });
  return Buffer.concat(pair);
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** RFC 5280, 4.1 defines the structure. */
function findExtension(certificate: Uint8Array, oid: Buffer): Uint8Array | undefined {
  const [tbs] = children(readDer(certificate, 0).content);
  const extensions = [...children(tbs?.content ?? new Uint8Array())].find(({ tag }) => tag === 0xa3);
  if (extensions === undefined) return undefined;
  for (const extension of children(readDer(extensions.content, 0).content)) {
    const [name, ...rest] = children(extension.content);
    if (name !== undefined && oid.equals(name.content)) return rest.at(-1)?.content;
  }
  return undefined;
}
