import { expandedName, type QName } from "../../xml/qname";
import type { ModelOptions } from "../model-options";
import { attributeKey } from "./chosen-names";
import { camelWords } from "./identifiers";

/** Returns the wanted names of properties, before they become unique. */
export interface PropertyNames {
  element(name: QName): string;
  attribute(name: QName): string;
  /** The name for a repeated group, which users cannot choose. */
  plain(local: string): string;
  /** Whether the user chose the name of an attribute, so that it gets no suffix `Attribute`. */
  isChosen(attribute: QName): boolean;
}

/** Returns the names on the wire in the chosen case, or names that the user chose. */
export function propertyNames({ propertyCase = "wire", names }: ModelOptions): PropertyNames {
  const chosen = names?.properties;
  const plain = (local: string): string => (propertyCase === "camel" ? camelWords(local) : local);
  return {
    element: (name) => chosen?.get(expandedName(name))?.name ?? plain(name.local),
    attribute: (name) => chosen?.get(attributeKey(name))?.name ?? plain(name.local),
    plain,
    isChosen: (name) => chosen?.has(attributeKey(name)) ?? false,
  };
}
