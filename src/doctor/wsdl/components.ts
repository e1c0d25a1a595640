/** What the documents of a live contract declare, by QName. */
import type { QName } from "../../xml/names";
import type { LiveDocuments, SchemaDocument, UnreadDocument } from "./documents";
import { schemaNamespace, wsdlNamespace } from "./namespaces";
import { childrenOf, keyOf, type XmlNode } from "./xml-node";

/** A declaration of a schema, with the schema that it stands in. */
export interface Declaration {
  readonly node: XmlNode;
  readonly schema: SchemaDocument;
}

/** Kinds of declarations that names refer to: each has names of its own. */
type SchemaKind = "element" | "type" | "group" | "attributeGroup" | "attribute";
type WsdlKind = "message" | "portType" | "binding";

/** Looks names up in a live contract. */
export class Components {
  readonly documents: LiveDocuments;
  readonly #schema = new Map<string, Declaration>();
  readonly #wsdl = new Map<string, XmlNode>();
  readonly #redefined = new Set<string>();

  constructor(documents: LiveDocuments) {
    this.documents = documents;
    for (const schema of documents.schemas) this.#addSchema(schema);
    for (const root of documents.definitions) this.#addDefinitions(root);
  }

  schema(kind: SchemaKind, name: QName): Declaration | undefined {
    return this.#schema.get(`${kind} ${keyOf(name)}`);
  }

  wsdl(kind: WsdlKind, name: QName): XmlNode | undefined {
    return this.#wsdl.get(`${kind} ${keyOf(name)}`);
  }

  /** Whether `xs:redefine` changes it, which is not followed. */
  isRedefined(element: string, name: QName): boolean {
    return this.#redefined.has(`${kindOf(element)} ${keyOf(name)}`);
  }

  /** The document that would declare names of `namespace` and was not read. */
  unread(kind: "wsdl" | "schema", namespace: string): UnreadDocument | undefined {
    return this.documents.unread.find(
      (document) =>
        (document.kind === "wsdl" || kind === "schema") &&
        (document.namespace === undefined || document.namespace === namespace || document.kind !== kind),
    );
  }

  #addSchema(schema: SchemaDocument): void {
    const { root, targetNamespace: namespace } = schema;
    for (const node of root.children) {
      if (node.name.namespace !== schemaNamespace) continue;
      if (node.name.local === "redefine") {
        for (const inner of node.children) this.#redefined.add(declarationKey(inner, namespace));
      } else {
        const key = declarationKey(node, namespace);
        if (!this.#schema.has(key)) this.#schema.set(key, { node, schema });
      }
    }
  }

  #addDefinitions(root: XmlNode): void {
    const namespace = root.attributes.get("targetNamespace") ?? "";
    for (const node of childrenOf(root, wsdlNamespace, "message", "portType", "binding")) {
      const key = `${node.name.local} ${keyOf({ namespace, local: node.attributes.get("name") ?? "" })}`;
      if (!this.#wsdl.has(key)) this.#wsdl.set(key, node);
    }
  }
}

function declarationKey({ name, attributes }: XmlNode, namespace: string): string {
  return `${kindOf(name.local)} ${keyOf({ namespace, local: attributes.get("name") ?? "" })}`;
}

function kindOf(element: string): string {
  return element === "simpleType" || element === "complexType" ? "type" : element;
}
