/** The effective contents of a complex type, and its substitutes (XML Schema Part 1, 3.4 and 3.3.6). */

import { remembered } from "../remembered";
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
import { withDescendants } from "../xsd/depth-first";
import { attributeUsesOf, attributeWildcardOf, contentOf, derivationChain, isBlocked } from "../xsd/effective-type";

export interface EffectiveType {
  /** In document order: an extension starts with the particles of its base. */
  readonly particles: readonly Particle[];
  readonly attributes: readonly AttributeUse[];
  readonly attributeWildcard?: AttributeWildcard;
  /** The simple type of the text, if the content is simple. */
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

/** Returns the particles back to the last restriction, because a restriction repeats inherited particles. */
function particlesOf(type: ComplexType): Particle[] {
  const chain = derivationChain(type);
  const start = chain.findLastIndex(({ derivation }) => derivation === "restriction");
  return chain
    .slice(Math.max(0, start))
    .flatMap(({ content }) => (content.kind === "elementOnly" || content.kind === "mixed" ? [content.particle] : []))
    .filter((particle) => particle !== undefined && particle.maxOccurs > 0) as Particle[];
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
