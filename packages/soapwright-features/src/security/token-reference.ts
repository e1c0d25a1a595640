/** The token that a wsse:SecurityTokenReference names, as a signature covers it (WS-Security 1.1, 8.3). */
import type { X509Certificate } from "node:crypto";
import { attributeOf } from "soapwright-runtime/codecs";
import { canonicalOf } from "./canonical-writer";
import { childTexts, type EnvelopePart, idsOf, isNamed, type SecuredParts } from "./envelope-parts";
import type { ResponseOutline } from "./response-outline";
import { SAML_ASSERTION_ID, SAML_ID, WSSE, X509_V3 } from "./security-namespaces";

/**
 * Returns the token, which is a child of the Security block; `"certificate"` if a certificate is named that is not in the
 * message. Undefined if the element names no token of the block.
 */
export async function tokenOf(
  { text, tokens }: SecuredParts,
  reference: EnvelopePart,
  outline: Pick<ResponseOutline, "ids">,
): Promise<EnvelopePart | "certificate" | undefined> {
  if (!isNamed(reference, WSSE, "SecurityTokenReference")) return undefined;
  const [named, other] = childTexts(await canonicalOf(text, reference));
  if (named === undefined || other !== undefined) return undefined;
  let id: string | undefined;
  if (isNamed(named, WSSE, "Reference")) id = attributeOf(named, "", "URI")?.replace(/^#/, "") ?? "";
  const type = isNamed(named, WSSE, "KeyIdentifier") ? attributeOf(named, "", "ValueType") : undefined;
  if (type === SAML_ID || type === SAML_ASSERTION_ID) id = named.text.trim();
  if (id === undefined) return "certificate";
  return outline.ids.get(id) === 1 ? tokens.find(({ tag }) => idsOf(tag).includes(id)) : undefined;
}

/** Returns the octets of a token, of its canonical text: its element declares the default namespace in any case. */
export function octetsOfToken(xml: string): string {
  return /^<[^\s>]+ xmlns="/.test(xml) ? xml : xml.replace(/^<[^\s>]+/, '$& xmlns=""');
}

/** Returns the element that stands for a certificate outside the message. */
export function writtenCertificate({ raw }: Pick<X509Certificate, "raw">): string {
  return `<wsse:BinarySecurityToken xmlns:wsse="${WSSE}" ValueType="${X509_V3}">${raw.toString("base64")}</wsse:BinarySecurityToken>`;
}
