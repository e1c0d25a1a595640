import { expandedName, type QName } from "../../xml/qname";
import type { ModelOptions } from "../model-options";
import { attributeKey } from "./given-names";
import { camelWords } from "./identifiers";

/** The wanted names of properties, before they are made unique. */
export interface PropertyNames {
  element(name: QName): string;
  attribute(name: QName): string;
  /** The name for a repeated group, which users cannot choose. */
  plain(local: string): string;
  /** Whether the user chose the name of an attribute, so that it gets no suffix `Attribute`. */
  isGiven(attribute: QName): boolean;
}

/** Returns the names on the wire in the chosen case, or the names that the user chose. */
export function propertyNames({ propertyCase = "wire", names }: ModelOptions): PropertyNames {
  const given = names?.properties;
  const plain = (local: string): string => (propertyCase === "camel" ? camelWords(local) : local);
  return {
    element: (name) => given?.get(expandedName(name))?.name ?? plain(name.local),
    attribute: (name) => given?.get(attributeKey(name))?.name ?? plain(name.local),
    plain,
    isGiven: (name) => given?.has(attributeKey(name)) ?? false,
  };
}
