/** Finds the parts of an envelope without reading its Body. */

import {
  attributeOf,
  declaredPrefix,
  endOfElement,
  expanded,
  markupEnd,
  NO_SCOPE,
  NotWellFormed,
  readTag,
  resolve,
  type Scope,
  scopeIn,
  type WrittenTag,
} from "soapwright-runtime/codecs";
import { addressingVersionOf, isOwnRole } from "soapwright-runtime/extend";
import { declaration } from "./canonical-writer";
import type { Refuse } from "./refusal";
import { isIdName } from "./response-outline";
import { wrong } from "./security-error";
import { SAML, SOAP_11, WSSE } from "./security-namespaces";
import type { MessagePart } from "./security-options";

export interface EnvelopePart {
  readonly namespace: string;
  readonly local: string;
  readonly tag: WrittenTag;
  readonly start: number;
  readonly scope: Scope;
  /** The attributes `xml:…` of ancestors: names and values alternate, and a later one overrides. */
  readonly inherited?: readonly string[] | undefined;
}

export interface EnvelopeParts {
  readonly soap: string;
  /** The prefix has its colon. */
  readonly prefix: string;
  readonly header: EnvelopePart | undefined;
  readonly blocks: readonly EnvelopePart[];
  readonly body: EnvelopePart;
}

/**
 * Throws a `ConfigurationError` if the text is not an envelope, for example because of a header block that the user
 * added.
 */
export function findParts(text: string): EnvelopeParts {
  try {
    const parts = readParts(text);
    if (!parts.blocks.some((block) => isNamed(block, WSSE, "Security"))) return parts;
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    throw wrong(
      "soap",
      "The request cannot be secured, because its envelope is not well-formed. Check the header blocks that client.soap adds.",
    );
  }
  throw wrong(
    "security",
    "The request has a wsse:Security header block already. Set either security, or a security object or header block that writes one.",
  );
}

/** Throws `NotWellFormed`. */
export function readParts(text: string): EnvelopeParts {
  const root = readPart(text, nextTag(text, 0), NO_SCOPE);
  if (root.local !== "Envelope") throw new NotWellFormed();
  const colon = root.tag.name.indexOf(":");
  const outer = scopeIn(root.tag, NO_SCOPE);
  const inherited = inheritedIn(root);
  let part = readPart(text, nextTag(text, root.tag.end), outer, inherited);
  let header: EnvelopePart | undefined;
  if (part.local === "Header" && part.namespace === root.namespace) {
    header = part;
    part = readPart(text, nextTag(text, endOfElement(text, part.tag)), outer, inherited);
  }
  if (part.local !== "Body" || part.namespace !== root.namespace) throw new NotWellFormed();
  return {
    soap: root.namespace,
    prefix: root.tag.name.slice(0, colon + 1),
    header,
    blocks: header === undefined ? [] : childrenOf(text, header),
    body: part,
  };
}

export function isNamed(part: EnvelopePart, namespace: string, local: string): boolean {
  return part.local === local && part.namespace === namespace;
}

/** Of SAML 1.1 or 2.0. */
export function isAssertion({ namespace, local }: EnvelopePart): boolean {
  return SAML.has(namespace) && local === "Assertion";
}

/** Returns the values of attributes whose names may be those of ids. */
export function idsOf({ attributes }: WrittenTag): readonly string[] {
  return attributes.filter((_, index) => {
    const name = index % 2 === 1 ? attributes[index - 1]! : "";
    return declaredPrefix(name) === undefined && isIdName(name);
  });
}

/** Returns the header blocks that `part` means: all but those of WS-Security, those of WS-Addressing or one name, or none. */
export function blocksOf(part: MessagePart, { blocks }: EnvelopeParts): readonly EnvelopePart[] {
  if (part === "Headers") return blocks.filter((block) => !isNamed(block, WSSE, "Security"));
  if (part === "Addressing") return blocks.filter(({ namespace }) => addressingVersionOf(namespace) !== undefined);
  return typeof part === "string" || "path" in part
    ? []
    : blocks.filter((block) => isNamed(block, part.namespace, part.name));
}

/** Whether the actor or role of a header block is that of the receiver. */
export function isForReceiver(block: EnvelopePart, soap: string): boolean {
  return isOwnRole(attributeOf(block, soap, soap === SOAP_11 ? "actor" : "role")?.trim() ?? "");
}

/** Returns the Security blocks for the receiver. There is one block for each actor (WS-Security 1.1, 5). */
export function securityOf({ soap, blocks }: EnvelopeParts): readonly EnvelopePart[] {
  return blocks.filter((block) => isNamed(block, WSSE, "Security") && isForReceiver(block, soap));
}

/** A message that was received, and the children of its Security block for the receiver. */
export interface SecuredParts extends EnvelopeParts {
  readonly text: string;
  readonly security: EnvelopePart | undefined;
  readonly tokens: readonly EnvelopePart[];
}

/** Throws `NotWellFormed`, and what `refuse` returns for more than one block. */
export function readSecured(text: string, refuse: Refuse): SecuredParts {
  const parts = readParts(text);
  const [security, second] = securityOf(parts);
  if (second !== undefined) throw refuse("it has more than one wsse:Security header block");
  return { ...parts, text, security, tokens: security === undefined ? [] : childrenOf(text, security) };
}

/** Returns the children of the element of a canonical text, with their texts, without those of child elements. */
export function childTexts(xml: string): readonly (EnvelopePart & { readonly text: string })[] {
  return childrenOf(xml, readPart(xml, 0, NO_SCOPE)).map((part) => {
    let text = "";
    let at = part.tag.end;
    for (const child of childrenOf(xml, part)) {
      text += xml.slice(at, child.start);
      at = endOfElement(xml, child.tag);
    }
    return { ...part, text: resolve(text + xml.slice(at, xml.indexOf("<", at))) };
  });
}

/** Throws `NotWellFormed`. */
export function childrenOf(text: string, part: EnvelopePart): readonly EnvelopePart[] {
  const found: EnvelopePart[] = [];
  if (part.tag.isEmpty) return found;
  const scope = scopeIn(part.tag, part.scope);
  const inherited = inheritedIn(part);
  for (let at = nextTag(text, part.tag.end); text.charCodeAt(at + 1) !== SLASH; ) {
    const child = readPart(text, at, scope, inherited);
    found.push(child);
    at = nextTag(text, endOfElement(text, child.tag));
  }
  return found;
}

/** Returns the elements inside `part` with a wanted start tag, in one pass. Throws `NotWellFormed`. */
export function elementsIn(
  text: string,
  part: EnvelopePart,
  isWanted: (tag: WrittenTag) => boolean,
): readonly EnvelopePart[] {
  const found: EnvelopePart[] = [];
  const open = part.tag.isEmpty ? [] : [part.tag];
  for (let at = part.tag.end; open.length > 0; ) {
    const start = text.indexOf("<", at);
    const end = markupEnd(text, start);
    if (end !== undefined) {
      if (text.charCodeAt(start + 1) === SLASH) open.pop();
      at = end;
      continue;
    }
    const tag = readTag(text, start);
    if (isWanted(tag)) {
      // A scope for each level would be a copy for each level.
      const ancestors = { ...tag, attributes: open.flatMap(({ attributes }) => attributes) };
      const inherited = inheritedIn({ tag: ancestors, inherited: part.inherited });
      found.push(readPart(text, start, scopeIn(ancestors, part.scope), inherited));
    }
    if (!tag.isEmpty) open.push(tag);
    at = tag.end;
  }
  return found;
}

/**
 * Returns the declarations that an element inherits, by which its text can be read by itself: of prefixes in its names,
 * its content and its lists, and of the default namespace if `hasDefault` says so.
 */
export function inheritedDeclarations(xml: string, { tag, scope }: EnvelopePart, hasDefault: boolean): string {
  const own = scopeIn(tag, new Map());
  const lists = [...xml.matchAll(/PrefixList\s*=\s*["']([^"']*)/g)].flatMap(([, list = ""]) => list.split(/\s+/));
  let declarations = "";
  for (const [prefix, namespace] of scope) {
    if (prefix === "xml" || namespace === "" || own.has(prefix)) continue;
    const isUsed = prefix === "" ? hasDefault : xml.includes(`${prefix}:`) || lists.includes(prefix);
    if (isUsed) declarations += declaration(prefix, namespace);
  }
  return declarations;
}

const SLASH = 0x2f;

function readPart(text: string, start: number, scope: Scope, inherited: readonly string[] = []): EnvelopePart {
  const tag = readTag(text, start);
  return { ...expanded(tag.name, scopeIn(tag, scope)), tag, start, scope, inherited };
}

/** Returns the attributes `xml:…` that the children of an element inherit (Canonical XML 1.0, 2.4). */
export function inheritedIn({ tag, inherited = [] }: Pick<EnvelopePart, "tag" | "inherited">): readonly string[] {
  const isXml = (name: string): boolean => name.startsWith("xml:");
  const own = tag.attributes.filter((_, index) => isXml(tag.attributes[index - (index % 2)]!));
  return own.length === 0 ? inherited : [...inherited, ...own];
}

/** Skips comments, CDATA sections and an XML declaration. */
function nextTag(text: string, from: number): number {
  let at = text.indexOf("<", from);
  while (at >= 0 && /[!?]/.test(text.charAt(at + 1))) at = text.indexOf("<", markupEnd(text, at));
  if (at < 0) throw new NotWellFormed();
  return at;
}
