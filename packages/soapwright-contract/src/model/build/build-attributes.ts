/** XML Schema Part 1, 3.2, 3.5 and 3.10: attributes of complex types, and their wildcards. */
import type { AttributeDeclaration, AttributeUse, AttributeWildcard, ComplexType } from "../../xsd/components";
import { attributeUsesOf, attributeWildcardOf } from "../../xsd/effective-type";
import { allows } from "../../xsd/namespace-constraint";
import { constraintOf } from "../../xsd/value-constraint";
import type { AttributeModel, PartModel, TypeId } from "../model";
import { simpleValue, typeLabel } from "./build-simple";
import type { BuildContext } from "./context";

/** Returns the attributes that a type has beside those of `base`, the wildcard last. */
export function attributeParts(
  type: ComplexType,
  base: ComplexType | undefined,
  id: TypeId,
  context: BuildContext,
): PartModel[] {
  const uses =
    base === undefined ? attributeUsesOf(type) : type.attributeUses.filter((use) => use.use !== "prohibited");
  const wildcard = base === undefined ? attributeWildcardOf(type) : type.attributeWildcard;
  return [...uses.map((use) => attributeModel(use, id, context)), ...wildcardParts(wildcard, base, id, context)];
}

function attributeModel(use: AttributeUse, owner: TypeId, context: BuildContext): AttributeModel {
  const { name, type, documentation } = use.attribute;
  return {
    kind: "attribute",
    key: "",
    name,
    type: simpleValue(type, { after: "path", owner, local: name.local }, context),
    presence: use.use === "required" ? "required" : "optional",
    ...constraintOf(use),
    documentation: use.documentation ?? documentation,
    typeLabel: typeLabel(type),
    component: use,
  };
}

function wildcardParts(
  wildcard: AttributeWildcard | undefined,
  base: ComplexType | undefined,
  owner: TypeId,
  context: BuildContext,
): PartModel[] {
  const isInherited = base !== undefined && attributeWildcardOf(base) !== undefined;
  if (wildcard === undefined || isInherited) return [];
  const { namespaces, processContents } = wildcard;
  const accepted = context.attributes.filter(({ name }) => allows(namespaces, name.namespace));
  const declared = processContents === "skip" ? [] : accepted.map((each) => globalAttribute(each, owner, context));
  return [{ kind: "anyAttribute", key: "", namespaces, declared, component: wildcard }];
}

/** Section 3.10.1: the default of a global attribute does not apply where a wildcard accepts it. */
function globalAttribute(attribute: AttributeDeclaration, owner: TypeId, context: BuildContext): AttributeModel {
  const { position, fixed } = attribute;
  const use: AttributeUse = { attribute, use: "optional", fixed, position };
  return { ...attributeModel(use, owner, context), key: attribute.name.local };
}
