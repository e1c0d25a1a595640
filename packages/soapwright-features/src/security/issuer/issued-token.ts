/** A token as its issuer wrote it. */
import { endOfElement } from "soapwright-runtime/codecs";
import { childrenOf, type EnvelopePart, inheritedDeclarations, isNamed, readParts } from "../envelope-parts";

export interface IssuedToken {
  /** The element, with the declarations that it needs. */
  readonly xml: string;
  /** Texts that are masked wherever a service repeats them. */
  readonly secrets: readonly string[];
  /** The wsse:SecurityTokenReference by which a message refers to the token; undefined for a token that has none. */
  readonly reference?: string | undefined;
  /** The key that the token is bound to, if client and issuer have it alone. */
  readonly key?: Buffer | undefined;
  readonly usableUntil: number | undefined;
  readonly renewAt: number;
}

/** What a response holds once at most, as XML that means the same in any message. */
interface IssuedXml {
  readonly token: string;
  /** The content of RequestedAttachedReference: how a message with the token refers to it. */
  readonly reference: string | undefined;
}

/** `text` is an envelope that has been read. Returns undefined if it is not that of one token. */
export function issuedXml(text: string, namespace: string): IssuedXml | undefined {
  const [first, second] = childrenOf(text, readParts(text).body);
  if (first === undefined || second !== undefined) return undefined;
  const isCollection = isNamed(first, namespace, "RequestSecurityTokenResponseCollection");
  const [response, other] = isCollection ? childrenOf(text, first) : [first];
  if (response === undefined || other !== undefined) return undefined;
  const parts = childrenOf(text, response);
  const contentOf = (local: string): readonly EnvelopePart[] =>
    parts.filter((part) => isNamed(part, namespace, local)).flatMap((part) => childrenOf(text, part));
  const [token, rival] = contentOf("RequestedSecurityToken");
  const [reference] = contentOf("RequestedAttachedReference");
  if (token === undefined || rival !== undefined) return undefined;
  return { token: alone(text, token), reference: reference && alone(text, reference) };
}

/** Declarations that are not used are left out: they would change what inclusive canonicalization covers. */
function alone(text: string, part: EnvelopePart): string {
  const { start, tag } = part;
  const xml = text.slice(start, endOfElement(text, tag));
  const end = 1 + tag.name.length;
  return xml.slice(0, end) + inheritedDeclarations(xml, part, /<[^\s/>:!?]+[\s/>]/.test(xml)) + xml.slice(end);
}
