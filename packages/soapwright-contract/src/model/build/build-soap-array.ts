/** SOAP 1.1 section 5.4.2: arrays of the SOAP encoding. */
import type { ComplexType, SoapArray } from "../../xsd/components";
import type { Naming, SoapArrayModel, TypeId } from "../model";
import { declaredValue } from "./build-values";
import type { BuildContext } from "./context";
import { typeBase } from "./type-base";

export function soapArrayModel(
  type: ComplexType,
  array: SoapArray,
  id: TypeId,
  naming: Naming,
  context: BuildContext,
): SoapArrayModel {
  const path: Naming = { after: "path", owner: id, local: array.itemName ?? "Item" };
  return {
    kind: "soapArray",
    ...typeBase(type, id, naming),
    ...(type.name !== undefined && { qname: type.name }),
    item: { of: "nillable", type: declaredValue(array.itemType, path, context) },
    itemType: array.itemTypeName,
    component: type,
  };
}
