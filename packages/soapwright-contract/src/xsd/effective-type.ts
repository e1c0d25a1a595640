/** XML Schema Part 1, section 3.4.2: the contents of a complex type, including inherited contents. */
import { expandedName } from "../xml/qname";
import type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  Content,
  ElementDeclaration,
  ModelGroup,
  Particle,
  TypeDefinition,
} from "./components";
import { uniteWildcards } from "./namespace-constraint";
import { baseOf } from "./type-parts";

/** Returns the type and its complex bases without the ur-type, furthest base first. */
export function derivationChain(type: ComplexType): ComplexType[] {
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
export function isBlocked(member: ElementDeclaration, head: ElementDeclaration): boolean {
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

function extended(base: Content, type: ComplexType): Content {
  const ownContent = type.content;
  if (ownContent.kind === "simple" || ownContent.kind === "empty")
    return ownContent.kind === "simple" ? ownContent : base;
  const baseParticle = base.kind === "elementOnly" || base.kind === "mixed" ? base.particle : undefined;
  const particle = joined(baseParticle, ownContent.particle, type);
  if (particle === undefined) return base;
  return base.kind === "mixed" || ownContent.kind === "mixed"
    ? { kind: "mixed", particle }
    : { kind: "elementOnly", particle };
}

function joined(
  base: Particle | undefined,
  ownParticle: Particle | undefined,
  type: ComplexType,
): Particle | undefined {
  if (base === undefined || ownParticle === undefined) return base ?? ownParticle;
  const sequence: ModelGroup = {
    kind: "modelGroup",
    compositor: "sequence",
    particles: [base, ownParticle],
    minOccurs: 1,
    maxOccurs: 1,
    position: type.position,
  };
  return sequence;
}

/** Returns all attribute uses, base first, without prohibited uses. */
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
