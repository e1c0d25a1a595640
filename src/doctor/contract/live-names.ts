/** Declarations of a live contract, found by their names: XML Schema Part 1, sections 3.2, 3.3 and 3.15.3. */
import type { QName } from "../../xml/names";
import type { Components, Declaration } from "../wsdl/components";
import type { SchemaDocument } from "../wsdl/documents";
import { encodingNamespaces, schemaNamespace } from "../wsdl/namespaces";
import { childrenOf, keyOf, nameOf, type XmlNode } from "../wsdl/xml-node";

/** A type of a live schema: a built-in one, a declaration, or a name that nothing declares. */
export type LiveType =
  | { readonly builtIn: string }
  | ({ readonly builtIn?: never } & Declaration)
  | { readonly builtIn?: never; readonly node?: never; readonly missing: QName };

/** An element of a live schema. */
export interface LiveElement {
  readonly isNillable: boolean;
  readonly type: LiveType;
}

/** Of `xml:lang` and the attributes beside it. */
export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
const wellKnown: ReadonlySet<string> = new Set([xmlNamespace, schemaNamespace, ...encodingNamespaces]);

/** Finds what names of one contract stand for. */
export class LiveNames {
  readonly components: Components;

  constructor(components: Components) {
    this.components = components;
  }

  /** A global element. */
  element(name: QName): LiveElement | undefined {
    const declaration = this.components.schema("element", name);
    return declaration && this.elementOf(declaration);
  }

  /** The type that a name stands for. */
  named(name: QName): LiveType {
    const { namespace, local } = name;
    if (namespace === schemaNamespace) return { builtIn: local };
    const declaration = this.components.schema("type", name);
    if (declaration !== undefined) return declaration;
    // SOAP 1.1, section 5.1: `soapenc:int` is `xs:int` that may carry an id.
    return encodingNamespaces.has(namespace) ? { builtIn: local } : { missing: name };
  }

  /** A name without a prefix is often meant to be of the schema that it stands in. */
  typeNamed(name: QName, { targetNamespace }: SchemaDocument): LiveType {
    const type = this.named(name);
    if (name.namespace !== "" || type.builtIn !== undefined || type.node !== undefined) return type;
    return this.named({ ...name, namespace: targetNamespace });
  }

  /** Undefined for what schemas of others declare, which nobody imports with an address. */
  whyMissing(name: QName): string | undefined {
    if (wellKnown.has(name.namespace)) return undefined;
    const unread = this.components.unread("schema", name.namespace);
    if (unread === undefined) return `the type ${name.local} is not declared`;
    return `${unread.place} was not read, because ${unread.reason}`;
  }

  referred(name: QName): LiveElement {
    return this.element(name) ?? { isNillable: false, type: { missing: name } };
  }

  elementOf(declaration: Declaration): LiveElement {
    const nillable = declaration.node.attributes.get("nillable")?.trim();
    return { isNillable: nillable === "true" || nillable === "1", type: this.typeOf(declaration, "anyType") };
  }

  typeOf({ node, schema }: Declaration, otherwise: string, seen = 0): LiveType {
    const name = this.name(node, "type", schema);
    if (name !== undefined) return this.typeNamed(name, schema);
    const [inner] = childrenOf(node, schemaNamespace, "simpleType", "complexType");
    if (inner !== undefined) return { node: inner, schema };
    // Section 3.3.2: a member of a substitution group is of its head's type, where it says none.
    const head = this.name(node, "substitutionGroup", schema);
    const declared = head && seen < 100 ? this.components.schema("element", head) : undefined;
    return declared === undefined ? { builtIn: otherwise } : this.typeOf(declared, otherwise, seen + 1);
  }

  localName(node: XmlNode, { root, targetNamespace }: SchemaDocument, byDefault: string): QName {
    const form = node.attributes.get("form") ?? root.attributes.get(byDefault);
    return { namespace: form === "qualified" ? targetNamespace : "", local: node.attributes.get("name") ?? "" };
  }

  name(node: XmlNode, attribute: string, schema: SchemaDocument): QName | undefined {
    const name = nameOf(node, attribute);
    return name && this.own(name, schema);
  }

  own(name: QName, { takesNamespace, targetNamespace }: SchemaDocument): QName {
    return takesNamespace && name.namespace === "" ? { ...name, namespace: targetNamespace } : name;
  }
}

/** A key for what has been compared. */
export function liveKey(type: LiveType): unknown {
  if (type.builtIn !== undefined) return type.builtIn;
  return type.node ?? keyOf(type.missing);
}
