import { expandedName, type QName } from "../../xml/qname";
import type { ModelOptions } from "../model-options";
import { attributeKey } from "./given-names";
import { camelWords } from "./identifiers";

/** What the properties of elements, attributes and groups are to be called, before one is taken twice. */
export interface PropertyNames {
  element(name: QName): string;
  attribute(name: QName): string;
  /** Of what has no name on the wire, or one that nobody can give another. */
  plain(local: string): string;
  /** Whether the name of an attribute was given: it gets no `Attribute` behind it. */
  isGiven(attribute: QName): boolean;
}

/** The names on the wire, in the case that was asked for, but for those that were given. */
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
