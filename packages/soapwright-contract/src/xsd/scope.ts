import { attribute } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { SchemaDocument } from "./components";

/** What an `xs:schema` element says about everything in it (section 3.15.2). */
export interface SchemaScope {
  readonly targetNamespace: string;
  /** Unprefixed references of a schema that took over its namespace by `xs:include` mean that namespace. */
  readonly chameleon: boolean;
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
  readonly blockDefault: string;
  readonly finalDefault: string;
  /** Inside `xs:redefine`: the component as it was, which references from its own redefinition mean. */
  readonly redefined?: { readonly kind: string; readonly key: string; readonly component: object };
}

export function scopeOf(document: SchemaDocument): SchemaScope {
  const schema: XmlElement = document.element;
  return {
    targetNamespace: document.targetNamespace,
    chameleon: attribute(schema, "targetNamespace") === undefined && document.targetNamespace !== "",
    elementsQualified: attribute(schema, "elementFormDefault")?.trim() === "qualified",
    attributesQualified: attribute(schema, "attributeFormDefault")?.trim() === "qualified",
    blockDefault: attribute(schema, "blockDefault") ?? "",
    finalDefault: attribute(schema, "finalDefault") ?? "",
  };
}

/** Where references stand outside every schema: in the parts of WSDL messages. */
export const outsideSchemas: SchemaScope = {
  targetNamespace: "",
  chameleon: false,
  elementsQualified: false,
  attributesQualified: false,
  blockDefault: "",
  finalDefault: "",
};
