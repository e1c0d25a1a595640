/** The units of WSDL and schema documents, by their text: broken components have no other form to follow. */
import {
  attribute,
  childElements,
  childrenNamed,
  expandedName,
  isNamed,
  listItems,
  nameOf,
  type QName,
  resolveQName,
  wsdlNamespace,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import type { SchemaDocument } from "../xsd/components";
import { xsdName } from "../xsd/schema-source";
import { isSoapBinding } from "./binding";
import { isOfPolicy, policyUris } from "./policies";
import type { WsdlDocument } from "./wsdl-documents";
import { isSoap } from "./wsdl-source";

/** A piece of a document that is used, or not, as a whole. It ends where the next one begins. */
export interface Unit {
  readonly element: XmlElement;
  /** What it defines: `type {namespace}name`. Several units may define the same. */
  readonly keys: readonly string[];
  /** Keys of what it needs. */
  readonly needs: readonly string[];
  /** Keys of what a message may hold it in place of: bases, and heads of substitution groups. */
  readonly replaces: readonly string[];
  /** Set if it is an operation of a SOAP binding. */
  readonly operation?: string | undefined;
  /** Whether it is a global component, without which a schema stays a schema. */
  readonly isComponent: boolean;
}

/** The key of what is needed by whatever is called, for example an import of a WSDL. */
export const ALWAYS = "always";

function unitOf(
  element: XmlElement,
  keys: readonly string[],
  needs: readonly string[] = [],
  other: Partial<Unit> = {},
): Unit {
  return { element, keys, needs, replaces: [], isComponent: false, ...other };
}

export function componentKey(kind: string, namespace: string, source: XmlElement): string {
  return `${kind} ${expandedName({ namespace, local: nameOf(source) ?? "" })}`;
}

export function namespaceKey(namespace: string): string {
  return `namespace ${namespace}`;
}

/** The key of the operations of a binding. */
export function boundKey(binding: string): string {
  return `bound ${binding}`;
}

export function portKey({ position: { file, line, column } }: XmlElement): string {
  return `port ${line}:${column} ${file}`;
}

/** What the units of a WSDL depend on beside their text. */
interface UnitTerms {
  /** The target namespaces of all documents. */
  readonly targets: readonly string[];
  readonly skipOperations: readonly string[];
}

/** Returns the keys of a referenced component: of a name in no namespace, those in the namespaces `otherwise` too. */
export function referenceKeys(
  kind: string,
  source: XmlElement,
  lexical: string,
  otherwise: readonly string[] = [],
): string[] {
  return referredNames(source, lexical, otherwise).map((name) => `${kind} ${expandedName(name)}`);
}

function referredNames(source: XmlElement, lexical: string, otherwise: readonly string[]): QName[] {
  const name = resolveQName(source, lexical);
  if (name === undefined || "unboundPrefix" in name || name.namespace === xsdNamespace) return [];
  if (name.namespace !== "" && name.namespace !== wsdlNamespace) return [name];
  return [name, ...otherwise.map((namespace) => ({ namespace, local: name.local }))];
}

/** Returns the keys of a component of a schema, and of its namespace, because a broken import has no components. */
function schemaKeys(kind: string, source: XmlElement, lexical: string, otherwise: readonly string[] = []): string[] {
  return referredNames(source, lexical, otherwise).flatMap((name) => [
    `${kind} ${expandedName(name)}`,
    namespaceKey(name.namespace),
  ]);
}

/** Iterative, because documents may be deep. */
function descendants(source: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const open = [source];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    found.push(element);
    open.push(...childElements(element).reverse());
  }
  return found;
}

export function schemaUnits({ element: schema, targetNamespace }: SchemaDocument): Unit[] {
  const own = namespaceKey(targetNamespace);
  const units = [unitOf(schema, [own])];
  for (const child of childElements(schema)) {
    const kind = kindOf(child);
    if (kind !== undefined) {
      const needs = [own, ...componentNeeds(child, targetNamespace)];
      const replaces = replacedBy(child, targetNamespace);
      const key = componentKey(kind, targetNamespace, child);
      units.push(unitOf(child, [key], needs, { replaces, isComponent: true }));
    } else if (xsdName(child) === "import")
      units.push(unitOf(child, [namespaceKey(attribute(child, "namespace")?.trim() ?? "")]));
    // A redefinition stays with its original, so that neither is left out.
    else units.push(unitOf(child, [own], xsdName(child) === "redefine" ? redefinedNeeds(child, targetNamespace) : []));
  }
  return units;
}

function redefinedNeeds(redefine: XmlElement, targetNamespace: string): string[] {
  const originals = childElements(redefine).flatMap((each) => {
    const kind = kindOf(each);
    return kind === undefined ? [] : [componentKey(kind, targetNamespace, each)];
  });
  return [...originals, ...componentNeeds(redefine, targetNamespace)];
}

function kindOf(element: XmlElement): string | undefined {
  const local = xsdName(element);
  if (local === "complexType" || local === "simpleType") return "type";
  return ["element", "attribute", "group", "attributeGroup"].includes(local) ? local : undefined;
}

function componentNeeds(component: XmlElement, targetNamespace: string): string[] {
  return descendants(component).flatMap((element) =>
    element.attributes.flatMap(({ name, value }) => {
      const kind = referredKind(name, element);
      if (kind === undefined) return [];
      const isList = name.local === "memberTypes" || name.local === "substitutionGroup";
      const texts = isList ? listItems(value) : [name.local === "arrayType" ? value.replace(/[[(].*/s, "") : value];
      return texts.flatMap((text) => schemaKeys(kind, element, text, [targetNamespace]));
    }),
  );
}

function referredKind({ namespace, local }: QName, element: XmlElement): string | undefined {
  if (namespace === wsdlNamespace && local === "arrayType") return "type";
  if (namespace !== "") return undefined;
  if (local === "ref") return kindOf(element);
  if (local === "substitutionGroup") return "element";
  return ["type", "base", "itemType", "memberTypes"].includes(local) ? "type" : undefined;
}

function replacedBy(component: XmlElement, targetNamespace: string): string[] {
  const keys = (kind: string, source: XmlElement, text: string) => referenceKeys(kind, source, text, [targetNamespace]);
  const heads = listItems(attribute(component, "substitutionGroup") ?? "");
  if (xsdName(component) === "element") return heads.flatMap((head) => keys("element", component, head));
  if (xsdName(component) !== "complexType") return [];
  const derivations = childElements(component)
    .filter((child) => /^(?:complex|simple)Content$/.test(xsdName(child)))
    .flatMap(childElements);
  return derivations.flatMap((derivation) => keys("type", derivation, attribute(derivation, "base") ?? ""));
}

function policiesIn(source: XmlElement): string[] {
  const uris = descendants(source).flatMap((element) =>
    isOfPolicy(element, "PolicyReference") ? [attribute(element, "URI")?.trim() ?? ""] : policyUris(element),
  );
  return uris.flatMap((uri) => [`policy ${uri}`, `policy ${uri.slice(Math.max(0, uri.indexOf("#")))}`]);
}

/** Returns the units of a WSDL, without its schemas. */
export function wsdlUnits({ element: definitions, targetNamespace }: WsdlDocument, terms: UnitTerms): Unit[] {
  const units = [unitOf(definitions, [ALWAYS])];
  for (const child of childElements(definitions)) {
    const local = child.name.namespace === wsdlNamespace ? child.name.local : "";
    const read = Object.hasOwn(readers, local) ? readers[local as keyof typeof readers] : readOther;
    units.push(...read(child, targetNamespace, terms));
  }
  return units;
}

const readers = {
  message: readMessage,
  portType: readPortType,
  binding: readBinding,
  service: readService,
  types: readTypes,
};

function readOther(source: XmlElement): Unit[] {
  if (!isOfPolicy(source, "Policy")) return [unitOf(source, [ALWAYS])];
  const ids = source.attributes.filter(({ name }) => /^id$/i.test(name.local));
  const name = attribute(source, "Name");
  const keys = [...ids.map(({ value }) => `#${value.trim()}`), ...(name === undefined ? [] : [name.trim()])];
  return [
    unitOf(
      source,
      keys.map((key) => `policy ${key}`),
      policiesIn(source),
    ),
  ];
}

function readTypes(types: XmlElement): Unit[] {
  const imports = childElements(types).filter((child) => isNamed(child, xsdNamespace, "import"));
  return [
    unitOf(types, [ALWAYS]),
    ...imports.map((each) => unitOf(each, [namespaceKey(attribute(each, "namespace")?.trim() ?? "")])),
  ];
}

function readMessage(source: XmlElement, targetNamespace: string): Unit[] {
  const needs = childrenNamed(source, wsdlNamespace, "part").flatMap((part) => [
    ...schemaKeys("element", part, attribute(part, "element") ?? ""),
    ...schemaKeys("type", part, attribute(part, "type") ?? ""),
  ]);
  return [unitOf(source, [componentKey("message", targetNamespace, source)], [...needs, ...policiesIn(source)])];
}

/** Returns the units of a port type, binding or service: what `inner` returns for a child, or the whole for any other. */
function compound(
  source: XmlElement,
  key: string,
  needs: readonly string[],
  inner: (child: XmlElement) => Unit | undefined,
): Unit[] {
  const units: Unit[] = [];
  const policies: string[] = [];
  for (const child of childElements(source)) {
    const unit = inner(child);
    if (unit === undefined) policies.push(...policiesIn(child));
    units.push(unit ?? unitOf(child, [key]));
  }
  return [unitOf(source, [key], [...needs, ...policies, ...policyReferences(source)]), ...units];
}

function policyReferences(source: XmlElement): string[] {
  return policiesIn({ ...source, content: [] });
}

function readPortType(source: XmlElement, targetNamespace: string, { targets }: UnitTerms): Unit[] {
  return compound(source, componentKey("portType", targetNamespace, source), [], (child) => {
    if (!isNamed(child, wsdlNamespace, "operation")) return undefined;
    const key = `${componentKey("operation", targetNamespace, source)} ${nameOf(child) ?? ""}`;
    const messages = childElements(child).flatMap((message) =>
      referenceKeys("message", message, attribute(message, "message") ?? "", targets),
    );
    return unitOf(child, [key], [...messages, ...policiesIn(child)]);
  });
}

function readBinding(source: XmlElement, targetNamespace: string, { targets, skipOperations }: UnitTerms): Unit[] {
  const key = componentKey("binding", targetNamespace, source);
  const portTypes = referredNames(source, attribute(source, "type") ?? "", targets).map(expandedName);
  const isSoapOne = isSoapBinding(source);
  return compound(
    source,
    key,
    portTypes.map((name) => `portType ${name}`),
    (child) => {
      if (!isNamed(child, wsdlNamespace, "operation")) return undefined;
      const name = nameOf(child) ?? "";
      const headers = descendants(child).filter((each) => isSoap(each, "header") || isSoap(each, "headerfault"));
      const needs = [
        key,
        ...portTypes.map((portType) => `operation ${portType} ${name}`),
        ...headers.flatMap((header) => referenceKeys("message", header, attribute(header, "message") ?? "", targets)),
        ...policiesIn(child),
      ];
      if (skipOperations.includes(name)) return unitOf(child, [`skipped ${key}`], needs);
      return unitOf(child, [boundKey(key)], needs, { operation: isSoapOne ? name : undefined });
    },
  );
}

function readService(source: XmlElement, targetNamespace: string, { targets }: UnitTerms): Unit[] {
  const key = componentKey("service", targetNamespace, source);
  return compound(source, key, [], (child) => {
    if (!isNamed(child, wsdlNamespace, "port")) return undefined;
    const bindings = referenceKeys("binding", child, attribute(child, "binding") ?? "", targets);
    return unitOf(child, [portKey(child)], [key, ...bindings, ...bindings.map(boundKey), ...policiesIn(child)]);
  });
}
