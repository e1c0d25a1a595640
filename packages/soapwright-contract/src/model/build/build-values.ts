/** The possible values of an element: its type, derived types, members of its substitution group, and nil. */
import { derivedOf, isAnyType, substitutesOf } from "../../element-graph/effective";
import type { ComplexType, ElementDeclaration, TypeDefinition } from "../../xsd/components";
import { constraintOf } from "../../xsd/value-constraint";
import type { AlternativeModel, Naming, PolymorphicModel, TypeId, ValueType } from "../model";
import { simpleValue, typeLabel } from "./build-simple";
import type { BuildContext } from "./context";
import { mediaTypeParts } from "./media-types";
import { typeBase } from "./type-base";

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
  const type = declaredValue(element.type, naming, context);
  return element.nillable ? { of: "nillable", type } : type;
}

/** Returns the values of an element declared with `type`, including derived types, which `xsi:type` marks. */
export function declaredValue(type: TypeDefinition, path: Naming, context: BuildContext): ValueType {
  const isPlain = type.kind === "simpleType" || isAnyType(type);
  // An abstract type without derived types has no values.
  if (isPlain || (derivedOf(type).length === 0 && !type.abstract)) return plainValue(type, path, context);
  const id = context.registry.request(type, "alternatives", { after: "alternatives", type: 0 }, (typeId) => {
    const declared = plainValue(type, path, context);
    const naming: Naming = { after: "alternatives", type: declared.of === "type" ? declared.id : 0 };
    return alternativesModel(typeId, naming, type, alternativesOf(type, type, path, { declared: true }, context));
  });
  return { of: "type", id };
}

/** Returns the values of `type` without derived types. */
export function plainValue(type: TypeDefinition, path: Naming, context: BuildContext): ValueType {
  if (type.kind === "simpleType") return simpleValue(type, path, context);
  if (isAnyType(type)) return { of: "anyType" };
  const naming: Naming = type.name === undefined ? path : { after: "type", local: type.name.local };
  return {
    of: "type",
    id: context.registry.request(type, "type", naming, (id, by) => context.complexModel(type, id, by, context)),
  };
}

function alternativesModel(
  id: TypeId,
  naming: Naming,
  component: ComplexType | ElementDeclaration,
  alternatives: readonly AlternativeModel[],
): PolymorphicModel {
  const { position } = component;
  return { kind: "polymorphic", ...typeBase({ position }, id, naming), alternatives, component };
}

function headValue(head: ElementDeclaration, context: BuildContext): ValueType {
  const naming: Naming = { after: "head", local: head.name.local };
  const id = context.registry.request(head, "alternatives", naming, (headId) => {
    const alternatives = substitutesOf(head).flatMap((element) => {
      const path: Naming = { after: "element", local: element.name.local };
      const names = element === head ? { declared: true } : { declared: false, element: element.name };
      const ofElement = alternativesOf(element, element.type, path, names, context);
      return element.nillable ? ofElement.map(orNil) : ofElement;
    });
    return alternativesModel(headId, naming, head, alternatives);
  });
  return { of: "type", id };
}

/** The name of the element is the label beside the value, so that nil keeps it. */
function orNil(each: AlternativeModel): AlternativeModel {
  return { ...each, type: { of: "nillable", type: each.type }, wrapped: true };
}

/** Returns the type, unless it is abstract, and the types derived from it. `names` are names of the type itself. */
function alternativesOf(
  component: ComplexType | ElementDeclaration,
  type: TypeDefinition,
  path: Naming,
  names: Pick<AlternativeModel, "declared" | "element">,
  context: BuildContext,
): AlternativeModel[] {
  const isAbstract = type.kind === "complexType" && type.abstract;
  const headAlternative = isAbstract ? [] : [alternative(component, plainValue(type, path, context), names)];
  const derived = type.kind === "complexType" ? derivedOf(type) : [];
  return [
    ...headAlternative,
    ...derived.map((other) => {
      const xsiType = other.name && { xsiType: other.name };
      return alternative(other, plainValue(other, path, context), { ...names, declared: false, ...xsiType });
    }),
  ];
}

function alternative(
  component: ComplexType | ElementDeclaration,
  type: ValueType,
  names: Pick<AlternativeModel, "declared" | "element" | "xsiType">,
): AlternativeModel {
  const content = component.kind === "element" ? component.type : component;
  const isObject = content.kind === "complexType" && !content.builtIn && content.soapArray === undefined;
  return { label: "", ...names, type, wrapped: !isObject, component };
}

/** `documentation` is the documentation of the use. */
export function declaredParts(element: ElementDeclaration, documentation = element.documentation) {
  return {
    name: element.name,
    ...constraintOf(element),
    ...mediaTypeParts(element, documentation),
    typeLabel: labelOf(element.type),
  };
}

/** Returns the name of a type in the source, for documentation. */
export function labelOf(type: TypeDefinition): string {
  if (type.kind === "simpleType") return typeLabel(type);
  return type.name === undefined ? "" : type.builtIn ? `xs:${type.name.local}` : type.name.local;
}
