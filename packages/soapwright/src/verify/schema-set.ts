/** The schemas of a WSDL as files for a validator: a file for each document, and for each namespace. */

import {
  attribute,
  isNamed,
  knownSchema,
  type PayloadRoot,
  prefixesInScope,
  resolveQName,
  type SchemaDocument,
  type Schemas,
  type XmlElement,
  xsdNamespace as xs,
} from "soapwright-contract";
import { normalize } from "soapwright-runtime/xsd";
import { escaped } from "../instances/write-tree";
import { type Edits, sourceText } from "./source-text";
import { syntheticSchemas } from "./synthetic-schemas";

/** Files by name; `root` imports every namespace. */
export interface SchemaSet {
  readonly root: string;
  /** Number of removed `xs:key`, `xs:keyref` and `xs:unique`: they constrain whole documents, not types. */
  readonly identityConstraints: number;
  readonly files: ReadonlyMap<string, string>;
}

/** `synthetic` are roots that no schema declares; declarations for them are added. */
export function schemaSet(schemas: Schemas, synthetic: readonly PayloadRoot[]): SchemaSet {
  const files = new Map<string, string>();
  let identityConstraints = 0;
  const redefined = new Set(
    schemas.documents.flatMap(({ links }) =>
      links.filter(({ kind }) => kind === "redefine").map(({ target }) => target),
    ),
  );
  const members = new Map<string, string[]>();
  const join = (namespace: string, file: string): void =>
    void members.set(namespace, [...(members.get(namespace) ?? []), file]);
  const fileOf = (document: SchemaDocument): string => `document-${schemas.documents.indexOf(document) + 1}.xsd`;
  for (const document of schemas.documents)
    if (!redefined.has(document)) join(document.targetNamespace, fileOf(document));
  const added = syntheticSchemas(synthetic, schemas);
  for (const [namespace] of added) join(namespace, `added-${[...added.keys()].indexOf(namespace) + 1}.xsd`);
  for (const namespace of usedNamespaces(schemas.documents)) {
    const builtIn = members.has(namespace) ? undefined : knownSchema(namespace);
    if (builtIn === undefined) continue;
    const file = `known-${members.size}.xsd`;
    join(namespace, file);
    files.set(file, builtIn);
  }
  const gathered = new Map([...members].map(([namespace], index) => [namespace, `namespace-${index + 1}.xsd`]));
  const importsFor = (...excluded: readonly string[]): string =>
    [...gathered]
      .filter(([namespace]) => !excluded.includes(namespace))
      .map(
        ([namespace, file]) =>
          `<xs:import xmlns:xs="${xs}"${attributeText("namespace", namespace)} schemaLocation="${file}"/>`,
      )
      .join("");
  for (const document of schemas.documents) {
    // An included document without targetNamespace may import neither its including namespace nor the absent namespace.
    const hasNamespace = document.element.attributes.some(({ name }) => name.local === "targetNamespace");
    const imports = importsFor(document.targetNamespace, ...(hasNamespace ? [] : [""]));
    const leaveOut = (): void => void identityConstraints++;
    files.set(fileOf(document), sourceText(document.element, editsFor(document, imports, fileOf, leaveOut)));
  }
  [...added].forEach(([namespace, declarations], index) => {
    files.set(`added-${index + 1}.xsd`, schema(namespace, importsFor(namespace) + declarations));
  });
  for (const [namespace, file] of gathered) {
    const includes = (members.get(namespace) ?? [])
      .map((member) => `<xs:include schemaLocation="${member}"/>`)
      .join("");
    files.set(file, schema(namespace, includes));
  }
  files.set("root.xsd", schema("urn:example:root", importsFor("urn:example:root")));
  return { root: "root.xsd", identityConstraints, files };
}

/** Documents are grouped by namespace, so their imports and includes are removed; redefinitions stay. */
function editsFor(
  document: SchemaDocument,
  imports: string,
  fileOf: (document: SchemaDocument) => string,
  onConstraint: () => void,
): Edits {
  const targets = new Map(document.links.map(({ element, target }) => [element, target]));
  const isLink = (child: XmlElement): boolean => isNamed(child, xs, "import") || isNamed(child, xs, "include");
  return {
    first: imports,
    isLeftOut: (child) => {
      const isConstraint = child.name.namespace === xs && /^(?:key|keyref|unique)$/.test(child.name.local);
      if (isConstraint) onConstraint();
      return isConstraint || isLink(child) || isNamed(child, xs, "annotation");
    },
    attributes: (element) => {
      const target = targets.get(element);
      const location = target && isNamed(element, xs, "redefine") ? { schemaLocation: fileOf(target) } : {};
      return { ...collapsedNames(element), ...location };
    },
  };
}

/** Attributes of XML Schema that hold text, not names or numbers. */
const TEXTS = new Set(["default", "fixed", "value", "xpath", "public", "system"]);

/** XML Schema Part 2, 3.3.6 and 3.2.18: white space around names has no meaning, but libxml2 keeps it. */
function collapsedNames({ attributes }: XmlElement): Record<string, string> {
  const names = attributes.filter(({ name }) => name.namespace === "" && !TEXTS.has(name.local));
  return Object.fromEntries(names.map(({ name, value }) => [name.local, normalize(value, "collapse")]));
}

function usedNamespaces(documents: readonly SchemaDocument[]): Set<string> {
  const used = new Set(["http://www.w3.org/XML/1998/namespace"]);
  let isSchemaNamed = false;
  const add = (element: XmlElement): void => {
    for (const namespace of element.declaredPrefixes.values()) used.add(namespace);
    isSchemaNamed ||= isReferenceToSchema(element);
    for (const child of element.content) if (typeof child !== "string") add(child);
  };
  for (const { element } of documents) {
    for (const namespace of prefixesInScope(element).values()) used.add(namespace);
    add(element);
  }
  // Every document declares the namespace of XML Schema, but few refer to an element in it.
  if (!isSchemaNamed) used.delete(xs);
  return used;
}

function isReferenceToSchema(element: XmlElement): boolean {
  const reference = isNamed(element, xs, "element") ? attribute(element, "ref") : undefined;
  const name = reference === undefined ? undefined : resolveQName(element, reference);
  return name !== undefined && "local" in name && name.local === "schema" && name.namespace === xs;
}

function schema(namespace: string, content: string): string {
  return `<xs:schema xmlns:xs="${xs}"${attributeText("targetNamespace", namespace)}>${content}</xs:schema>`;
}

export function namespaceText(namespace: string): string {
  return attributeText("xmlns", namespace);
}

function attributeText(name: string, namespace: string): string {
  return namespace === "" ? "" : ` ${name}="${escaped(namespace)}"`;
}
