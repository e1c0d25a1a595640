/** Reads xenc:EncryptedKey, xenc:EncryptedData and lists of references: XML Encryption 1.1, 3. */
import { attributeOf, resolve } from "soapwright-runtime/codecs";
import { childrenOf, type EnvelopePart, isNamed } from "../envelope-parts";
import { DS, ENCRYPTED_KEY_SHA1, WSSE, WSSE11, XENC, XENC11 } from "../security-namespaces";

const PREFIXES: { readonly [namespace: string]: string } = {
  [DS]: "ds:",
  [XENC]: "xenc:",
  [XENC11]: "xenc11:",
  [WSSE]: "wsse:",
  [WSSE11]: "wsse11:",
};

/** A key by the id of its token, or by the digest of an EncryptedKey. Without both, it is one that no message has. */
export interface KeyName {
  readonly id?: string | undefined;
  readonly sha1?: string | undefined;
}

/** The content of both elements. */
export interface EncryptedElement {
  readonly algorithm: string;
  /** The algorithms of a key transport. */
  readonly digest: string | undefined;
  readonly mask: string | undefined;
  /** Undefined without a ds:KeyInfo. */
  readonly keyName: KeyName | undefined;
  readonly octets: Buffer;
}

const SHAPE =
  /^xenc:EncryptionMethod (?:ds:KeyInfo )?xenc:CipherData (?:xenc:ReferenceList )?(?:xenc:CarriedKeyName )?$/;

/** Returns undefined for an element of another form: for example, with a CipherReference. */
export function readEncrypted(text: string, element: EnvelopePart): EncryptedElement | undefined {
  const children = childrenOf(text, element);
  if (!SHAPE.test(children.map((child) => `${nameOf(child)} `).join(""))) return undefined;
  const child = (local: string) => children.find((each) => each.local === local);
  const method = child("EncryptionMethod")!;
  const methods = childrenOf(text, method);
  // A label of OAEP and another key length would change what is decrypted.
  if (methods.some((each) => !/^(?:ds:DigestMethod|xenc11:MGF|xenc:KeySize)$/.test(nameOf(each)))) return undefined;
  const octets = cipherValue(text, child("CipherData")!);
  if (octets === undefined) return undefined;
  const algorithmOf = (part: EnvelopePart | undefined) => part && attributeOf(part, "", "Algorithm");
  return {
    algorithm: algorithmOf(method) ?? "",
    digest: algorithmOf(methods.find(({ local }) => local === "DigestMethod")),
    mask: algorithmOf(methods.find(({ local }) => local === "MGF")),
    keyName: keyNameIn(text, child("KeyInfo")),
    octets,
  };
}

/** Returns the ids that a list names; undefined if it has something else than references by id. */
export function referencesIn(text: string, list: EnvelopePart): readonly string[] | undefined {
  const uris = childrenOf(text, list).map((each) =>
    isNamed(each, XENC, "DataReference") ? attributeOf(each, "", "URI") : undefined,
  );
  return uris.every((uri) => uri !== undefined && /^#[^'"\s]+$/.test(uri))
    ? uris.map((uri) => uri!.slice(1))
    : undefined;
}

/** Returns what a ds:KeyInfo, or a parent like it, names by its wsse:SecurityTokenReference. */
export function keyNameIn(text: string, parent: EnvelopePart | undefined): KeyName | undefined {
  if (parent === undefined) return undefined;
  const [reference, other] = childrenOf(text, parent);
  if (reference === undefined || other !== undefined || !isNamed(reference, WSSE, "SecurityTokenReference")) return {};
  return keyNameOf(text, reference);
}

/** Returns what a wsse:SecurityTokenReference names. */
export function keyNameOf(text: string, reference: EnvelopePart): KeyName {
  const [named, more] = childrenOf(text, reference);
  if (named === undefined || more !== undefined) return {};
  if (isNamed(named, WSSE, "Reference")) return { id: /^#(.+)$/.exec(attributeOf(named, "", "URI") ?? "")?.[1] };
  const isOfKey = attributeOf(named, "", "ValueType") === ENCRYPTED_KEY_SHA1;
  return isOfKey && isNamed(named, WSSE, "KeyIdentifier") ? { sha1: octetsIn(text, named)?.toString("base64") } : {};
}

function cipherValue(text: string, data: EnvelopePart): Buffer | undefined {
  const [value, other] = childrenOf(text, data);
  if (value === undefined || other !== undefined || !isNamed(value, XENC, "CipherValue")) return undefined;
  return octetsIn(text, value);
}

/** Returns the octets of base64 text; undefined if there is something else. */
export function octetsIn(text: string, { tag }: EnvelopePart): Buffer | undefined {
  if (tag.isEmpty) return undefined;
  const end = text.indexOf("<", tag.end);
  const base64 = resolve(text.slice(tag.end, end));
  return text.startsWith("</", end) && !/[^A-Za-z0-9+/=\s]/.test(base64) ? Buffer.from(base64, "base64") : undefined;
}

function nameOf({ namespace, local }: EnvelopePart): string {
  return `${PREFIXES[namespace] ?? `{${namespace}}`}${local}`;
}
