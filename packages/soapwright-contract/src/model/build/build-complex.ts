/** XML Schema Part 1, 3.4: complex types. */

import { isDeepStrictEqual } from "node:util";
import { isAnyType } from "../../element-graph/effective";
import type { AttributeUse, AttributeWildcard, ComplexType, Content } from "../../xsd/components";
import { attributeUsesOf, attributeWildcardOf, contentOf } from "../../xsd/effective-type";
import { uniteWildcards } from "../../xsd/namespace-constraint";
import { constraintOf } from "../../xsd/value-constraint";
import type { AttributeModel, Naming, PartModel, TypeId, TypeModel } from "../model";
import { particleModels } from "./build-particles";
import { simpleValue, typeLabel } from "./build-simple";
import { soapArrayModel } from "./build-soap-array";
import { plainValue } from "./build-values";
import type { BuildContext } from "./context";
import { typeBase } from "./type-base";

export function complexModel(type: ComplexType, id: TypeId, naming: Naming, context: BuildContext): TypeModel {
  if (type.soapArray !== undefined) return soapArrayModel(type, type.soapArray, id, naming, context);
  const base = extendedBase(type);
  const value = base === undefined ? undefined : plainValue(base, naming, context);
  const content = base === undefined ? contentOf(type) : type.content;
  const uses =
    base === undefined ? attributeUsesOf(type) : type.attributeUses.filter((use) => use.use !== "prohibited");
  return {
    kind: "complex",
    ...typeBase(type, id, naming),
    ...(type.name !== undefined && { qname: type.name }),
    abstract: type.abstract,
    ...(value?.of === "type" ? { base: value.id } : {}),
    parts: [
      ...contentParts(content, base !== undefined, id, context),
      ...uses.map((use) => attributeModel(use, id, context)),
      ...wildcardParts(base === undefined ? attributeWildcardOf(type) : type.attributeWildcard, base),
    ],
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
    case "mixed":
      return [
        {
          kind: "mixed",
          key: "",
          particles: content.particle === undefined ? [] : particleModels(content.particle, owner, context),
        },
      ];
  }
}

function attributeModel(use: AttributeUse, owner: TypeId, context: BuildContext): AttributeModel {
  const { attribute } = use;
  const documentation = use.documentation ?? attribute.documentation;
  return {
    kind: "attribute",
    key: "",
    name: attribute.name,
    type: simpleValue(attribute.type, { after: "path", owner, local: attribute.name.local }, context),
    presence: use.use === "required" ? "required" : "optional",
    ...constraintOf(use),
    ...(documentation !== undefined && { documentation }),
    typeLabel: typeLabel(attribute.type),
    component: use,
  };
}

function wildcardParts(wildcard: AttributeWildcard | undefined, base: ComplexType | undefined): PartModel[] {
  const isInherited = base !== undefined && attributeWildcardOf(base) !== undefined;
  if (wildcard === undefined || isInherited) return [];
  return [{ kind: "anyAttribute", key: "", namespaces: wildcard.namespaces, component: wildcard }];
}
