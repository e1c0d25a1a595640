/** What a complex type has in all, and what may stand in its place (XML Schema Part 1, 3.4 and 3.3.6). */

import type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  ElementDeclaration,
  ModelGroup,
  Particle,
  SimpleType,
  TypeDefinition,
} from "../xsd/components";
import { attributeUsesOf, attributeWildcardOf, contentOf, derivationChain } from "../xsd/effective-type";
import { remembered } from "./remembered";

export interface EffectiveType {
  /** In document order: an extension has those of its base first. */
  readonly particles: readonly Particle[];
  readonly attributes: readonly AttributeUse[];
  readonly attributeWildcard?: AttributeWildcard;
  /** The simple type of the text, when the content is simple. */
  readonly text?: SimpleType;
  readonly isMixed: boolean;
}

export const effective: (type: ComplexType) => EffectiveType = remembered(build);

function build(type: ComplexType): EffectiveType {
  const content = contentOf(type);
  const wildcard = attributeWildcardOf(type);
  return {
    particles: content.kind === "simple" ? [] : particlesOf(type),
    attributes: attributeUsesOf(type),
    ...(wildcard && { attributeWildcard: wildcard }),
    ...(content.kind === "simple" && { text: content.type }),
    isMixed: content.kind === "mixed",
  };
}

/** Each type's own, back to the last restriction: a restriction repeats what it keeps. */
function particlesOf(type: ComplexType): Particle[] {
  const chain = derivationChain(type);
  const start = chain.findLastIndex(({ derivation }) => derivation === "restriction");
  return chain
    .slice(Math.max(0, start))
    .flatMap(({ content }) => (content.kind === "elementOnly" || content.kind === "mixed" ? [content.particle] : []))
    .filter((particle) => particle !== undefined && particle.maxOccurs > 0) as Particle[];
}

/** Whether values are any elements: the ur-type, and the struct of the SOAP encoding. */
export function isAnyType(type: TypeDefinition): boolean {
  return type.kind === "complexType" && type.builtIn && type.soapArray === undefined;
}

/** The declaration itself and every member of its substitution group that may stand for it, abstract ones left out. */
export function substitutesOf(head: ElementDeclaration): readonly ElementDeclaration[] {
  const found = new Set<ElementDeclaration>([head]);
  if (!head.block.includes("substitution")) {
    for (const element of found) for (const member of element.members) found.add(member);
  }
  return [...found].filter((element) => !element.abstract);
}

/** The particles of a group that may occur. */
export const presentParticles: (group: ModelGroup) => readonly Particle[] = remembered(({ particles }) =>
  particles.filter(({ maxOccurs }) => maxOccurs > 0),
);

/** The type and every named type derived from it that may stand in its place, abstract ones left out. */
export const typesFor: (element: ElementDeclaration) => readonly TypeDefinition[] = remembered(findTypes);

function findTypes(element: ElementDeclaration): readonly TypeDefinition[] {
  const { type } = element;
  if (type.kind === "simpleType" || isAnyType(type)) return [type];
  const blocked = new Set<string>([...element.block, ...type.block]);
  const found = new Set<ComplexType>([type]);
  for (const each of found) {
    for (const derived of each.derived) if (!blocked.has(derived.derivation)) found.add(derived);
  }
  return [...found].filter((each) => !each.abstract && (each === type || each.name !== undefined));
}
