/** The possible values of an element: its type, derived types, members of its substitution group, and nil. */
import type { ComplexType, ElementDeclaration, TypeDefinition } from "../../xsd/components";
import type { AlternativeModel, Naming, PolymorphicModel, TypeId, ValueType } from "../model";
import { simpleValue, typeLabel } from "./build-simple";
import type { BuildContext } from "./context";

/** The values of an element. `reference`: members of its substitution group may replace it. */
export function elementValue(
  element: ElementDeclaration,
  reference: boolean,
  path: Naming,
  context: BuildContext,
): ValueType {
  const naming: Naming = element.global ? { after: "element", local: element.name.local } : path;
  const hasMembers = reference && substitutes(element).length > 0;
  const type = hasMembers ? headValue(element, context) : declaredValue(element.type, naming, context);
  return element.nillable ? { of: "nillable", type } : type;
}

/** The values of an element declared with `type`, including values of derived types, marked by `xsi:type`. */
export function declaredValue(type: TypeDefinition, path: Naming, context: BuildContext): ValueType {
  const isPlain = type.kind === "simpleType" || type.unknown !== undefined || isAnyType(type);
  // An abstract type without derived types has no values.
  if (isPlain || (derivedOf(type).length === 0 && !type.abstract)) return plainValue(type, path, context);
  const id = context.registry.request(type, "alternatives", { after: "alternatives", type: 0 }, (own) => {
    const declared = plainValue(type, path, context);
    const naming: Naming = { after: "alternatives", type: declared.of === "type" ? declared.id : 0 };
    return alternativesModel(own, naming, type, typeAlternatives(type, path, context));
  });
  return { of: "type", id };
}

/** The values of `type` itself, without derived types. */
export function plainValue(type: TypeDefinition, path: Naming, context: BuildContext): ValueType {
  if (type.kind === "simpleType") return simpleValue(type, path, context);
  if (type.unknown !== undefined) return { of: "anyType", unknown: type.unknown };
  if (isAnyType(type)) return { of: "anyType" };
  const naming: Naming = type.name === undefined ? path : { after: "type", local: type.name.local };
  return {
    of: "type",
    id: context.registry.request(type, "type", naming, (id, by) => context.complexModel(type, id, by, context)),
  };
}

/** Whether the type allows any content: `xs:anyType`, and the struct of the SOAP encoding. */
export function isAnyType(type: ComplexType): boolean {
  return type.builtIn && type.soapArray === undefined;
}

/** All named types derived from `type`, each followed by its own derived types, without abstract ones. */
export function derivedOf(type: ComplexType): ComplexType[] {
  if (isAnyType(type)) return [];
  const found = new Set<ComplexType>();
  const visit = (of: ComplexType): void => {
    for (const derived of of.derived) {
      if (found.has(derived) || derived === type || type.block.includes(derived.derivation)) continue;
      found.add(derived);
      visit(derived);
    }
  };
  visit(type);
  return [...found].filter((derived) => derived.name !== undefined && !derived.abstract);
}

/** The members of a substitution group, each followed by its own members, without abstract ones. */
function substitutes(head: ElementDeclaration): ElementDeclaration[] {
  if (head.block.includes("substitution")) return [];
  const found = new Set<ElementDeclaration>();
  const visit = (of: ElementDeclaration): void => {
    for (const member of of.members) {
      if (found.has(member) || member === head) continue;
      found.add(member);
      visit(member);
    }
  };
  visit(head);
  return [...found].filter((member) => !member.abstract);
}

function alternativesModel(
  id: TypeId,
  naming: Naming,
  component: ComplexType | ElementDeclaration,
  alternatives: readonly AlternativeModel[],
): PolymorphicModel {
  const { position } = component;
  return {
    kind: "polymorphic",
    id,
    name: "",
    naming,
    position,
    direction: { input: false, output: false },
    alternatives,
    component,
  };
}

function typeAlternatives(type: ComplexType, path: Naming, context: BuildContext): AlternativeModel[] {
  const own = type.abstract ? [] : [alternative(type, plainValue(type, path, context), { declared: true })];
  const derived = derivedOf(type).map((other) =>
    alternative(other, plainValue(other, path, context), {
      declared: false,
      ...(other.name === undefined ? {} : { xsiType: other.name }),
    }),
  );
  return [...own, ...derived];
}

function headValue(head: ElementDeclaration, context: BuildContext): ValueType {
  const naming: Naming = { after: "head", local: head.name.local };
  const id = context.registry.request(head, "alternatives", naming, (own) => {
    const alternatives = [head, ...substitutes(head)].flatMap((element) => {
      if (element.abstract) return [];
      const path: Naming = { after: "element", local: element.name.local };
      const name = element === head ? {} : { element: element.name };
      const declared = element === head;
      const type = element.type;
      const derived = type.kind === "complexType" ? derivedOf(type) : [];
      const plain =
        type.kind === "complexType" && type.abstract
          ? []
          : [alternative(element, plainValue(type, path, context), { declared, ...name })];
      return [
        ...plain,
        ...derived.map((other) =>
          alternative(other, plainValue(other, path, context), {
            declared: false,
            ...name,
            ...(other.name === undefined ? {} : { xsiType: other.name }),
          }),
        ),
      ];
    });
    return alternativesModel(own, naming, head, alternatives);
  });
  return { of: "type", id };
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

/** The name of a type in the source, for documentation. */
export function labelOf(type: TypeDefinition): string {
  if (type.kind === "simpleType") return typeLabel(type);
  return type.name === undefined ? "" : type.builtIn ? `xs:${type.name.local}` : type.name.local;
}
