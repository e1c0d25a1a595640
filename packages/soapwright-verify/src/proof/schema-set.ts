import type { PayloadRoot } from "soapwright-contract";
import {
  attribute,
  isNamed,
  knownSchema,
  prefixesInScope,
  resolveQName,
  type SchemaDocument,
  type Schemas,
  type XmlElement,
  xsdNamespace as xs,
} from "soapwright-contract";
import { normalize } from "soapwright-runtime/xsd";
import { escaped } from "../instances/write-tree";
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
  const { documents } = schemas;
  const files = new Map<string, string>();
  let identityConstraints = 0;
  const links = documents.flatMap((document) => document.links);
  const redefined = new Set(links.filter(({ kind }) => kind === "redefine").map(({ target }) => target));
  const members = new Map<string, string[]>();
  const join = (namespace: string, file: string): void =>
    void members.set(namespace, [...(members.get(namespace) ?? []), file]);
  const fileOf = (document: SchemaDocument): string => `document-${documents.indexOf(document) + 1}.xsd`;
  for (const document of documents) if (!redefined.has(document)) join(document.targetNamespace, fileOf(document));
  const added = [...syntheticSchemas(synthetic, schemas)];
  for (const [at, [namespace]] of added.entries()) join(namespace, `added-${at + 1}.xsd`);
  for (const namespace of usedNamespaces(documents)) {
    const builtIn = members.has(namespace) ? undefined : knownSchema(namespace);
    if (builtIn === undefined) continue;
    const file = `known-${members.size}.xsd`;
    join(namespace, file);
    files.set(file, builtIn);
  }
  const gathered = new Map([...members.keys()].map((namespace, at) => [namespace, `namespace-${at + 1}.xsd`]));
  const importsFor = (...excluded: readonly string[]): string =>
    [...gathered]
      .filter(([namespace]) => !excluded.includes(namespace))
      .map(
        ([namespace, file]) =>
          `<xs:import xmlns:xs="${xs}"${attributeText("namespace", namespace)} schemaLocation="${file}"/>`,
      )
      .join("");
  const countConstraint = (): void => void identityConstraints++;
  for (const document of documents) {
    // An included document without targetNamespace may import neither its including namespace nor the absent namespace.
    const hasNamespace = document.element.attributes.some(({ name }) => name.local === "targetNamespace");
    const imports = importsFor(document.targetNamespace, ...(hasNamespace ? [] : [""]));
    files.set(fileOf(document), documentText(document, imports, fileOf, countConstraint));
  }
  for (const [at, [namespace, declarations]] of added.entries())
    files.set(`added-${at + 1}.xsd`, schema(namespace, importsFor(namespace) + declarations));
  for (const [namespace, file] of gathered) {
    const includes = members.get(namespace)!.map((member) => `<xs:include schemaLocation="${member}"/>`);
    files.set(file, schema(namespace, includes.join("")));
  }
  files.set("root.xsd", schema("urn:example:root", importsFor("urn:example:root")));
  return { root: "root.xsd", identityConstraints, files };
}

/** Attributes of XML Schema that hold text, not names or numbers. */
const TEXTS = new Set(["default", "fixed", "value", "xpath", "public", "system"]);

/**
 * Returns a source document that declares the namespaces in scope. Documents are grouped by namespace, so `imports`
 * take the place of their imports and includes; redefinitions stay. XML Schema does not use attributes in a namespace.
 */
function documentText(
  document: SchemaDocument,
  imports: string,
  fileOf: (document: SchemaDocument) => string,
  onConstraint: () => void,
): string {
  const targets = new Map(document.links.map(({ element, target }) => [element, target]));
  const isKept = (child: XmlElement): boolean => {
    if (child.name.namespace !== xs) return true;
    const isConstraint = /^(?:key|keyref|unique)$/.test(child.name.local);
    if (isConstraint) onConstraint();
    return !isConstraint && !/^(?:import|include|annotation)$/.test(child.name.local);
  };
  const write = (element: XmlElement, declared: ReadonlyMap<string, string>, first: string): string => {
    const declarations = [...declared].map(([prefix, namespace]) =>
      prefix === "" ? ` xmlns="${escaped(namespace)}"` : ` xmlns:${prefix}="${escaped(namespace)}"`,
    );
    const attributes = new Map<string, string>();
    for (const { name, value } of element.attributes) {
      // XML Schema Part 2, 3.3.6 and 3.2.18: white space around names has no meaning, but libxml2 keeps it.
      if (name.namespace === "")
        attributes.set(name.local, TEXTS.has(name.local) ? value : normalize(value, "collapse"));
    }
    const target = isNamed(element, xs, "redefine") ? targets.get(element) : undefined;
    if (target) attributes.set("schemaLocation", fileOf(target));
    const texts = [...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`);
    const content = element.content
      .filter((child) => typeof child === "string" || isKept(child))
      .map((child) => (typeof child === "string" ? escaped(child) : write(child, child.declaredPrefixes, "")));
    return `<${element.raw}${declarations.join("")}${texts.join("")}>${first}${content.join("")}</${element.raw}>`;
  };
  const scope = prefixesInScope(document.element);
  scope.delete("xml");
  return write(document.element, scope, imports);
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
