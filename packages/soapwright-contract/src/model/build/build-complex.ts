/** XML Schema Part 1, 3.3 to 3.9: complex types, their content models, and the possible values of elements. */
import { isDeepStrictEqual } from "node:util";
import { anySimpleType } from "../../xsd/built-in-types";
import type {
  ComplexType,
  Content,
  ElementDeclaration,
  ModelGroup,
  Particle,
  SoapArray,
  TypeDefinition,
} from "../../xsd/components";
import { attributeWildcardOf, contentOf, derivedOf, isAnyType, substitutesOf } from "../../xsd/effective-type";
import { uniteWildcards } from "../../xsd/namespace-constraint";
import { constraintOf } from "../../xsd/value-constraint";
import type {
  AlternativeModel,
  ElementModel,
  GroupModel,
  Naming,
  ParticleModel,
  PartModel,
  PolymorphicModel,
  SoapArrayModel,
  TypeId,
  TypeModel,
  ValueType,
} from "../model";
import { attributeParts } from "./build-attributes";
import { derivedSimpleTypes, simpleValue, typeLabel } from "./build-simple";
import { type BuildContext, typeBase } from "./context";

function complexModel(type: ComplexType, id: TypeId, naming: Naming, context: BuildContext): TypeModel {
  if (type.soapArray !== undefined) return soapArrayModel(type, type.soapArray, id, naming, context);
  const base = extendedBase(type);
  const value = base && plainValue(base, naming, context);
  return {
    kind: "complex",
    ...typeBase(type, id, naming),
    qname: type.name,
    abstract: type.abstract,
    base: value?.of === "type" ? value.id : undefined,
    parts: [
      ...contentParts(base === undefined ? contentOf(type) : type.content, base !== undefined, id, context),
      ...attributeParts(type, base, id, context),
    ],
    component: type,
  };
}

/** SOAP 1.1 section 5.4.2: arrays of the SOAP encoding. */
function soapArrayModel(
  type: ComplexType,
  array: SoapArray,
  id: TypeId,
  naming: Naming,
  context: BuildContext,
): SoapArrayModel {
  const path: Naming = { after: "path", owner: id, local: array.itemName ?? "Item" };
  // The last brackets are those of this array.
  const dimensions = array.dimensions.slice(array.dimensions.lastIndexOf("[")).split(",").length;
  return {
    kind: "soapArray",
    ...typeBase(type, id, naming),
    qname: type.name,
    item: { of: "nillable", type: declaredValue(array.itemType, path, context) },
    itemType: array.itemTypeName,
    dimensions: dimensions > 1 ? dimensions : undefined,
    component: type,
  };
}

/** Returns the base whose parts come first. Mixed content has none, because text is between the elements of both. */
function extendedBase(type: ComplexType): ComplexType | undefined {
  const { base } = type;
  if (type.derivation !== "extension" || base.kind !== "complexType") return undefined;
  if (isAnyType(base) || base.soapArray !== undefined || base === type) return undefined;
  return contentOf(type).kind === "mixed" || widensWildcard(type, base) ? undefined : base;
}

/** Section 3.4.2: an extension's attribute wildcard adds namespaces to the base's, in one list of attributes. */
function widensWildcard(type: ComplexType, base: ComplexType): boolean {
  const inherited = attributeWildcardOf(base);
  const united = uniteWildcards(type.attributeWildcard, inherited);
  return inherited !== undefined && !isDeepStrictEqual(united?.namespaces, inherited.namespaces);
}

function contentParts(content: Content, isExtension: boolean, owner: TypeId, context: BuildContext): PartModel[] {
  switch (content.kind) {
    case "empty":
      return [];
    case "simple": {
      if (isExtension) return [];
      const type = simpleValue(content.type, { after: "path", owner, local: "value" }, context);
      return [{ kind: "simpleContent", key: "", type, typeLabel: typeLabel(content.type), component: content }];
    }
    case "elementOnly":
      return particleModels(content.particle, owner, context);
    case "mixed": {
      const particles = content.particle === undefined ? [] : particleModels(content.particle, owner, context);
      return [{ kind: "mixed", key: "", particles }];
    }
  }
}

/** Returns the model of a particle of the type `owner`; no model if `maxOccurs` is 0. */
function particleModels(particle: Particle, owner: TypeId, context: BuildContext): ParticleModel[] {
  if (particle.maxOccurs === 0) return [];
  switch (particle.kind) {
    case "elementUse": {
      const { element, reference, documentation } = particle;
      const path: Naming = { after: "path", owner, local: element.name.local };
      return [
        {
          kind: "element",
          key: "",
          type: elementValue(element, reference, path, context),
          ...occurrenceOf(particle),
          ...declaredParts(element, documentation),
          component: particle,
        },
      ];
    }
    case "wildcard": {
      const { namespaces } = particle;
      return [{ kind: "any", key: "", ...occurrenceOf(particle), namespaces, component: particle }];
    }
    case "modelGroup":
      return groupModels(particle, owner, context);
  }
}

function occurrenceOf({ minOccurs: min, maxOccurs: max }: Particle): Pick<ElementModel, "min" | "max" | "presence"> {
  return { min, max, presence: min === 0 ? "optional" : "required" };
}

function groupModels(group: ModelGroup, owner: TypeId, context: BuildContext): ParticleModel[] {
  const isRepeated = group.maxOccurs !== 1;
  const particle: GroupModel = {
    kind: group.compositor,
    optional: !isRepeated && group.minOccurs === 0,
    loose: false,
    particles: group.particles.flatMap((branch) =>
      // An empty branch of a choice is kept.
      branch.kind === "modelGroup" && branch.maxOccurs !== 0 && group.compositor === "choice"
        ? groupModels(branch, owner, context)
        : particleModels(branch, owner, context),
    ),
    component: group,
  };
  return isRepeated ? [{ kind: "repeated", key: "", ...occurrenceOf(group), particle, component: group }] : [particle];
}

/** Returns the values of an element. `reference`: members of its substitution group may replace it. */
export function elementValue(
  element: ElementDeclaration,
  reference: boolean,
  path: Naming,
  context: BuildContext,
): ValueType {
  const naming: Naming = element.global ? { after: "element", local: element.name.local } : path;
  const hasMembers = reference && substitutesOf(element).some((member) => member !== element);
  if (hasMembers) return headValue(element, context);
  const type = declaredValue(element.type, naming, context, element.block);
  return element.nillable ? { of: "nillable", type } : type;
}

/**
 * Returns the values of an element declared with `type`, including derived types, which `xsi:type` marks. `block` is the
 * element's: methods of derivation that it does not allow in addition to the type.
 */
export function declaredValue(
  type: TypeDefinition,
  path: Naming,
  context: BuildContext,
  block: ElementDeclaration["block"] = [],
): ValueType {
  if (type === anySimpleType) return { of: "anySimple" };
  if (isAnyType(type)) return plainValue(type, path, context);
  const derived = derivedFrom(type, block, context);
  // An abstract type without derived types has no values.
  if (derived.length === 0 && !isAbstract(type)) return plainValue(type, path, context);
  const isWhole = derived.length === derivedFrom(type, [], context).length;
  const blocks = isWhole ? "" : ` without ${[...block].sort().join(" and ")}`;
  return context.registry.request(type, `alternatives${blocks}`, (id) => {
    const declared = plainValue(type, path, context);
    const naming: Naming = { after: "alternatives", type: declared.of === "type" ? declared.id : 0 };
    return alternativesModel(id, naming, type, alternativesOf(type, type, path, { declared: true }, context, derived));
  });
}

/** Returns the named types that `xsi:type` may name in the place of the type. Simple types derive by restriction. */
function derivedFrom(
  type: TypeDefinition,
  block: ElementDeclaration["block"],
  context: BuildContext,
): readonly TypeDefinition[] {
  if (type.kind === "complexType") return derivedOf(type, [...block, ...type.block]);
  return block.includes("restriction") ? [] : derivedSimpleTypes(type, context);
}

function isAbstract(type: TypeDefinition): boolean {
  return type.kind === "complexType" && type.abstract;
}

function plainValue(type: TypeDefinition, path: Naming, context: BuildContext): ValueType {
  if (type.kind === "simpleType") return simpleValue(type, path, context);
  if (isAnyType(type)) return { of: "anyType" };
  const naming: Naming = type.name === undefined ? path : { after: "type", local: type.name.local };
  return context.registry.request(type, "type", (id) => complexModel(type, id, naming, context));
}

function alternativesModel(
  id: TypeId,
  naming: Naming,
  component: TypeDefinition | ElementDeclaration,
  alternatives: readonly AlternativeModel[],
): PolymorphicModel {
  const { position } = component;
  return { kind: "polymorphic", ...typeBase({ position }, id, naming), alternatives, component };
}

function headValue(head: ElementDeclaration, context: BuildContext): ValueType {
  return context.registry.request(head, "alternatives", (id) => {
    const alternatives = substitutesOf(head).flatMap((element) => {
      const path: Naming = { after: "element", local: element.name.local };
      const names = element === head ? { declared: true } : { declared: false, element: element.name };
      const { type, block } = element;
      const derived = derivedFrom(type, block, context);
      const ofElement = alternativesOf(element, type, path, names, context, derived);
      return element.nillable ? ofElement.map(orNil) : ofElement;
    });
    return alternativesModel(id, { after: "head", local: head.name.local }, head, alternatives);
  });
}

/** The name of the element is the label beside the value, so that nil keeps it. */
function orNil(each: AlternativeModel): AlternativeModel {
  return { ...each, type: { of: "nillable", type: each.type }, wrapped: true };
}

/** Returns the type, unless it is abstract, and the types derived from it. `names` are names of the type itself. */
function alternativesOf(
  component: TypeDefinition | ElementDeclaration,
  type: TypeDefinition,
  path: Naming,
  names: Pick<AlternativeModel, "declared" | "element">,
  context: BuildContext,
  derived: readonly TypeDefinition[],
): AlternativeModel[] {
  return [
    ...(isAbstract(type) ? [] : [alternative(component, plainValue(type, path, context), names)]),
    ...derived.map((other) =>
      alternative(other, plainValue(other, path, context), { ...names, declared: false, xsiType: other.name }),
    ),
  ];
}

function alternative(
  component: TypeDefinition | ElementDeclaration,
  type: ValueType,
  names: Pick<AlternativeModel, "declared" | "element" | "xsiType">,
): AlternativeModel {
  const content = component.kind === "element" ? component.type : component;
  const isObject = content.kind === "complexType" && !content.builtIn && content.soapArray === undefined;
  return { label: "", ...names, type, wrapped: !isObject, component };
}

/**
 * Returns what the model of an element takes from its declaration. `documentation` is the documentation of the use. A
 * media type can label a MIME part if it is no range, and not the default.
 */
export function declaredParts(element: ElementDeclaration, documentation = element.documentation) {
  const { name, type, mediaTypes = [], identityConstraints } = element;
  const list = mediaTypes.length === 0 ? undefined : `Media types: ${mediaTypes.join(", ")}.`;
  return {
    name,
    ...constraintOf(element),
    documentation: [documentation, list].filter((each) => each !== undefined).join("\n\n") || undefined,
    mediaType: mediaTypes.find((each) => !each.includes("*") && each !== "application/octet-stream"),
    ...(identityConstraints.length > 0 && { identityConstraints }),
    typeLabel: typeLabel(type),
  };
}
