import { attribute } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { SchemaDocument } from "./components";

/** The declarations of an `xs:schema` element that apply to its contents (section 3.15.2). */
export interface SchemaScope {
  readonly targetNamespace: string;
  /** Whether the namespace is from an `xs:include`, and so applies to unprefixed references. */
  readonly chameleon: boolean;
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
  readonly blockDefault: string;
  readonly finalDefault: string;
  /** Inside `xs:redefine`: the original component, to which its redefinition refers. */
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

/** The scope of references outside every schema: the parts of WSDL messages. */
export const outsideSchemas: SchemaScope = {
  targetNamespace: "",
  chameleon: false,
  elementsQualified: false,
  attributesQualified: false,
  blockDefault: "",
  finalDefault: "",
};
