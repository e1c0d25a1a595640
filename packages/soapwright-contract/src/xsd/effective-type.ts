/** The effective contents of a complex type, and its substitutes (XML Schema Part 1, 3.4 and 3.3.6). */
import { remembered } from "../remembered";
import { expandedName } from "../xml/xml";
import { plainSequence } from "./built-in-types";
import type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  Content,
  ElementDeclaration,
  ModelGroup,
  Particle,
  SimpleType,
  TypeDefinition,
} from "./components";
import { withDescendants } from "./depth-first";
import { uniteWildcards } from "./namespace-constraint";

export interface EffectiveType {
  /** In document order: an extension starts with the particles of its base. */
  readonly particles: readonly Particle[];
  readonly attributes: readonly AttributeUse[];
  readonly attributeWildcard?: AttributeWildcard | undefined;
  /** The simple type of the text, if the content is simple. */
  readonly text?: SimpleType | undefined;
  readonly isMixed: boolean;
}

export const effective: (type: ComplexType) => EffectiveType = remembered(build);

function build(type: ComplexType): EffectiveType {
  const content = contentOf(type);
  return {
    particles: content.kind === "simple" ? [] : particlesOf(type),
    attributes: attributeUsesOf(type),
    attributeWildcard: attributeWildcardOf(type),
    text: content.kind === "simple" ? content.type : undefined,
    isMixed: content.kind === "mixed",
  };
}

/** Returns the particles back to the last restriction, because a restriction repeats inherited particles. */
function particlesOf(type: ComplexType): Particle[] {
  const chain = derivationChain(type);
  const start = chain.findLastIndex(({ derivation }) => derivation === "restriction");
  return chain
    .slice(Math.max(0, start))
    .flatMap(({ content }) => particleOf(content) ?? [])
    .filter(({ maxOccurs }) => maxOccurs > 0);
}

/** Returns whether the values are any elements: the ur-type, and the struct of the SOAP encoding. */
export function isAnyType(type: TypeDefinition): boolean {
  return type.kind === "complexType" && type.builtIn && type.soapArray === undefined;
}

/** Returns the declaration and all members of its substitution group that may replace it, except abstract elements. */
export function substitutesOf(head: ElementDeclaration): readonly ElementDeclaration[] {
  const all = head.block.includes("substitution") ? [head] : withDescendants(head, ({ members }) => members);
  return all.filter((element) => !element.abstract && (element === head || !isBlocked(element, head)));
}

/** Returns all named types derived from `type`, except abstract types: a type before the types derived from it. */
export function derivedOf(type: ComplexType, blocked: readonly string[] = type.block): ComplexType[] {
  if (isAnyType(type)) return [];
  const all = withDescendants(type, ({ derived }) => derived.filter(({ derivation }) => !blocked.includes(derivation)));
  return all.slice(1).filter((derived) => derived.name !== undefined && !derived.abstract);
}

/** The particles of a group whose `maxOccurs` is not 0. */
export const presentParticles: (group: ModelGroup) => readonly Particle[] = remembered(({ particles }) =>
  particles.filter(({ maxOccurs }) => maxOccurs > 0),
);

/** Returns the type and all named types derived from it that may replace it, except abstract types. */
export const typesFor: (element: ElementDeclaration) => readonly TypeDefinition[] = remembered(({ type, block }) => {
  if (type.kind === "simpleType") return [type];
  return [...(type.abstract ? [] : [type]), ...derivedOf(type, [...block, ...type.block])];
});

/** Returns the type and its complex bases without the ur-type, furthest base first. */
function derivationChain(type: ComplexType): ComplexType[] {
  const chain: ComplexType[] = [];
  for (let at = type; at.base !== at; ) {
    chain.push(at);
    if (at.base.kind !== "complexType") break;
    at = at.base;
  }
  return chain.length === 0 ? [type] : chain.reverse();
}

/**
 * XML Schema Part 1, section 3.3.6, "Substitution Group OK": returns whether the head, its type or a type between the
 * two blocks a method by which the member's type derives from the head's type.
 */
function isBlocked(member: ElementDeclaration, head: ElementDeclaration): boolean {
  const blocked = new Set<string>([...head.block, ...blocksOf(head.type)]);
  const used = new Set<string>();
  for (let type: TypeDefinition = member.type; type !== head.type; ) {
    used.add(type.kind === "complexType" ? type.derivation : "restriction");
    const base = baseOf(type);
    if (base === undefined) break;
    for (const method of blocksOf(base)) blocked.add(method);
    type = base;
  }
  return [...used].some((method) => blocked.has(method));
}

function blocksOf(type: TypeDefinition): readonly string[] {
  return type.kind === "complexType" ? type.block : [];
}

/** Returns the complete content model. For an extension it starts with the base's. */
export function contentOf(type: ComplexType): Content {
  let content: Content | undefined;
  for (const one of derivationChain(type)) {
    const base = content ?? (one.base.kind === "complexType" && one.base !== one ? one.base.content : undefined);
    content = one.derivation === "restriction" || base === undefined ? one.content : extended(base, one);
  }
  return content ?? type.content;
}

function extended(base: Content, { content, position }: ComplexType): Content {
  if (content.kind === "simple") return content;
  const particles = [base, content].flatMap((each) => particleOf(each) ?? []);
  const particle = particles.length < 2 ? particles[0] : plainSequence(particles, position);
  if (content.kind === "empty" || particle === undefined) return base;
  const isMixed = base.kind === "mixed" || content.kind === "mixed";
  return { kind: isMixed ? "mixed" : "elementOnly", particle };
}

/** Returns the particle of a content model; undefined for empty content and for text only. */
export function particleOf(content: Content): Particle | undefined {
  return content.kind === "elementOnly" || content.kind === "mixed" ? content.particle : undefined;
}

/** Returns the simple type itself, or the simple type of the text in a complete complex type. */
export function textTypeOf(type: TypeDefinition): SimpleType | undefined {
  if (type.kind === "simpleType") return type;
  return type.content.kind === "simple" ? type.content.type : undefined;
}

export function attributeUsesOf(type: ComplexType): readonly AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  for (const one of derivationChain(type)) {
    for (const use of one.attributeUses) uses.set(expandedName(use.attribute.name), use);
  }
  return [...uses.values()].filter((use) => use.use !== "prohibited");
}

/** Returns the complete attribute wildcard: a restriction inherits none. */
export function attributeWildcardOf(type: ComplexType): AttributeWildcard | undefined {
  let wildcard: AttributeWildcard | undefined;
  for (const one of derivationChain(type)) {
    const fromUrType =
      one.base.kind === "complexType" && one.base.base === one.base ? one.base.attributeWildcard : undefined;
    if (one.derivation === "restriction") wildcard = one.attributeWildcard;
    else wildcard = uniteWildcards(one.attributeWildcard, wildcard ?? fromUrType);
  }
  return type.base === type ? type.attributeWildcard : wildcard;
}

/** Returns the type from which a type is derived; undefined for the ur-type, built-in types, lists and unions. */
export function baseOf(type: TypeDefinition): TypeDefinition | undefined {
  if (type.kind === "complexType") return type.base === type ? undefined : type.base;
  return type.variety.of === "restriction" ? type.variety.base : undefined;
}

/** Returns the built-in type, list or union at the start of a chain of restrictions. */
export function rootOf(type: SimpleType): SimpleType {
  let root = type;
  while (root.variety.of === "restriction") root = root.variety.base;
  return root;
}

/** Returns the base, item or members of a type, and the type of its text. */
export function partsOf(type: TypeDefinition): readonly TypeDefinition[] {
  if (type.kind === "complexType") return type.content.kind === "simple" ? [type.base, type.content.type] : [type.base];
  const { variety } = type;
  if (variety.of === "restriction") return [variety.base];
  if (variety.of === "list") return [variety.item];
  return variety.of === "union" ? variety.members : [];
}

/** WS-I Attachments Profile 1.0, 4.4: `swaRef`, the type of a URL that refers to a MIME part of the message. */
const NAMESPACE = "http://ws-i.org/profiles/basic/1.1/xsd";

export function isPartReference({ name }: SimpleType): boolean {
  return name?.local === "swaRef" && name.namespace === NAMESPACE;
}

/** Returns whether `type` is `swaRef`, or a restriction of it. */
export function refersToPart(type: SimpleType): boolean {
  return isPartReference(type) || (type.variety.of === "restriction" && refersToPart(type.variety.base));
}
