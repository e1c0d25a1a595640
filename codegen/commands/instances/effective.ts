/** What a complex type has in all: its own declarations and those of its base types (XML Schema Part 1, 3.4.2). */

import { expandedName } from "../../xml/qname";
import type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  TypeDefinition,
} from "../../xsd/components";

/** Particles in document order: an extension has those of its base first. */
export function particlesOf(type: ComplexType): readonly Particle[] {
  const { content } = type;
  const own = content.kind === "elementOnly" || content.kind === "mixed" ? [content.particle] : [];
  const base = extended(type);
  return [...(base ? particlesOf(base) : []), ...own.filter((particle) => particle !== undefined)].filter(
    ({ maxOccurs }) => maxOccurs > 0,
  );
}

/** A restriction keeps the uses of its base that it does not declare anew. */
export function attributesOf(type: ComplexType): readonly AttributeUse[] {
  return everyUse(type).filter(({ use }) => use !== "prohibited");
}

function everyUse(type: ComplexType): readonly AttributeUse[] {
  const own = type.attributeUses;
  if (type.base.kind !== "complexType" || type.base === type || type.base.builtIn) return own;
  const names = new Set(own.map(({ attribute }) => expandedName(attribute.name)));
  return [...everyUse(type.base).filter(({ attribute }) => !names.has(expandedName(attribute.name))), ...own];
}

/** The simple type of the text, when the content is simple. */
export function simpleContentOf(type: ComplexType): SimpleType | undefined {
  if (type.content.kind === "simple") return type.content.type;
  if (type.base.kind === "simpleType") return type.base;
  const base = extended(type);
  return base && simpleContentOf(base);
}

export function isMixed(type: ComplexType): boolean {
  if (type.content.kind === "mixed") return true;
  const base = extended(type);
  return base !== undefined && isMixed(base);
}

export function attributeWildcardOf(type: ComplexType): AttributeWildcard | undefined {
  const base = extended(type);
  return type.attributeWildcard ?? (base && attributeWildcardOf(base));
}

/** The array of the SOAP encoding is no more than its name: see `soapArray`. */
export function isAnyType(type: TypeDefinition): boolean {
  return type.kind === "complexType" && type.builtIn && type.soapArray === undefined;
}

function extended(type: ComplexType): ComplexType | undefined {
  const { base } = type;
  if (type.derivation !== "extension" || base.kind !== "complexType" || base === type || base.builtIn) return undefined;
  return base;
}

/** The declaration itself and every member of its substitution group that may stand for it, abstract ones left out. */
export function substitutesOf(head: ElementDeclaration): readonly ElementDeclaration[] {
  const found = new Set<ElementDeclaration>([head]);
  if (!head.block.includes("substitution")) {
    for (const element of found) for (const member of element.members) found.add(member);
  }
  return [...found].filter((element) => !element.abstract && element.type !== undefined);
}

/** The type and every named type derived from it that may stand in its place, abstract ones left out. */
export function typesFor(element: ElementDeclaration): readonly TypeDefinition[] {
  const { type } = element;
  if (type.kind === "simpleType" || isAnyType(type)) return [type];
  const blocked = new Set<string>([...element.block, ...type.block]);
  const found = new Set<ComplexType>([type]);
  for (const each of found) {
    for (const derived of each.derived) if (!blocked.has(derived.derivation)) found.add(derived);
  }
  return [...found].filter((each) => !each.abstract && (each === type || each.name !== undefined));
}
