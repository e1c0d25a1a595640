/** Reads xenc:EncryptedKey, xenc:EncryptedData and lists of references: XML Encryption 1.1, 3. */
import { attributeOf, resolve } from "soapwright-runtime/codecs";
import { childrenOf, type EnvelopePart, isNamed } from "../envelope-parts";
import { DS, WSSE, WSSE11, XENC, XENC11 } from "../security-namespaces";

const PREFIXES: { readonly [namespace: string]: string } = {
  [DS]: "ds:",
  [XENC]: "xenc:",
  [XENC11]: "xenc11:",
  [WSSE]: "wsse:",
  [WSSE11]: "wsse11:",
};

/** The content of both elements. */
export interface EncryptedElement {
  readonly algorithm: string;
  /** The algorithms of a key transport. */
  readonly digest: string | undefined;
  readonly mask: string | undefined;
  /** The child of the SecurityTokenReference that names the key. */
  readonly keyReference: EnvelopePart | undefined;
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
    keyReference: referredKey(text, child("KeyInfo")),
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

/** Returns the reference in ds:KeyInfo/wsse:SecurityTokenReference. */
export function referredKey(text: string, keyInfo: EnvelopePart | undefined): EnvelopePart | undefined {
  const [reference, other] = keyInfo === undefined ? [] : childrenOf(text, keyInfo);
  if (reference === undefined || other !== undefined || !isNamed(reference, WSSE, "SecurityTokenReference")) return;
  const [named, more] = childrenOf(text, reference);
  return more === undefined ? named : undefined;
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
