/** XML Schema Part 1, section 3.14: simple type definitions. */
import { guess } from "../remedy";
import { attribute, attributeNode, listItems, placeOf, type QName, type XmlElement } from "../xml/xml";
import { anySimpleType, plainSimpleType } from "./built-in-types";
import type {
  AttributeDeclaration,
  ElementDeclaration,
  Shell,
  SimpleType,
  SimpleVariety,
  TypeDefinition,
} from "./components";
import type { SchemaContext } from "./context";
import { isFacet, readFacets } from "./facets";
import { contentsOf, documentationOf, enumeratedListAttribute, reportUnexpected, xsdName } from "./schema-source";

/** `name` is undefined for an anonymous type. */
export function simpleTypeShell(source: XmlElement, name?: QName): Shell<SimpleType> {
  return {
    ...plainSimpleType({ of: "restriction", base: anySimpleType }, source.position),
    name,
    documentation: documentationOf(source),
  };
}

export function buildSimpleType(
  source: XmlElement,
  context: SchemaContext,
  owner: ElementDeclaration | AttributeDeclaration | undefined,
): SimpleType {
  const shell = { ...simpleTypeShell(source), owner };
  fillSimpleType(shell, source, context);
  return shell;
}

export function fillSimpleType(shell: Shell<SimpleType>, source: XmlElement, context: SchemaContext): void {
  context.countType(source.position);
  shell.final = enumeratedListAttribute(source, "final", context.scope.finalDefault, ["restriction", "list", "union"]);
  let variety: SimpleVariety | undefined;
  for (const child of contentsOf(source)) {
    const read = readers[xsdName(child)];
    if (read === undefined || variety !== undefined) reportUnexpected(child, context);
    else variety = read(shell, child, context);
  }
  if (variety === undefined)
    context.diagnostics.error(source, "simple-type-empty", `${source.raw} holds no restriction, list or union`);
  else shell.variety = variety;
}

type VarietyReader = (shell: Shell<SimpleType>, source: XmlElement, context: SchemaContext) => SimpleVariety;
const readers: { readonly [local: string]: VarietyReader | undefined } = { restriction, list, union };

function restriction(shell: Shell<SimpleType>, source: XmlElement, context: SchemaContext): SimpleVariety {
  const children = contentsOf(source);
  const inline = inlineTypes(
    children.filter((child) => !isFacet(child)),
    context,
  );
  shell.facets = readFacets(children, context);
  const named = referredType(source, "base", context);
  if (named === undefined && inline.length === 0 && attributeNode(source, "base") === undefined) {
    context.diagnostics.error(source, "restriction-base-missing", `${source.raw} has no base`);
  }
  return { of: "restriction", base: named ?? inline[0] ?? anySimpleType };
}

function list(_shell: Shell<SimpleType>, source: XmlElement, context: SchemaContext): SimpleVariety {
  const inline = inlineTypes(contentsOf(source), context);
  const item = referredType(source, "itemType", context) ?? inline[0];
  if (item === undefined && attributeNode(source, "itemType") === undefined) {
    context.diagnostics.error(source, "list-item-missing", `${source.raw} has no itemType`);
  }
  return { of: "list", item: item ?? anySimpleType };
}

function union(_shell: Shell<SimpleType>, source: XmlElement, context: SchemaContext): SimpleVariety {
  const names = listItems(attribute(source, "memberTypes") ?? "");
  const members: SimpleType[] = [];
  for (const written of names) {
    const name = context.nameIn(written, source, "memberTypes");
    const type = name && context.find("type", name, source, "memberTypes");
    const member = type && simpleOnly(type, source, "memberTypes", context);
    if (member !== undefined) members.push(member);
  }
  members.push(...inlineTypes(contentsOf(source), context));
  if (members.length === 0 && names.length === 0)
    context.diagnostics.error(source, "union-members-missing", `${source.raw} has no member types`);
  return { of: "union", members };
}

function inlineTypes(children: readonly XmlElement[], context: SchemaContext): SimpleType[] {
  const types: SimpleType[] = [];
  for (const child of children) {
    if (xsdName(child) === "simpleType") types.push(context.simpleType(child));
    else reportUnexpected(child, context);
  }
  return types;
}

function referredType(source: XmlElement, name: string, context: SchemaContext): SimpleType | undefined {
  if (attributeNode(source, name) === undefined) return undefined;
  const type = context.type(source, name);
  return type && simpleOnly(type, source, name, context);
}

/** Section 3.14.6: a simple type consists of simple types. */
function simpleOnly(
  type: TypeDefinition,
  source: XmlElement,
  attributeName: string,
  context: SchemaContext,
): SimpleType | undefined {
  if (type.kind === "simpleType") return type;
  const position = placeOf(source, attributeName).position;
  const hint =
    type.name?.local === "anyType" ? guess("anySimpleType") : { hint: "use xs:complexType with xs:simpleContent" };
  context.diagnostics.error(position, "simple-of-complex", "a simple type cannot be made of a complex type", {
    name: type.name,
    ...hint,
  });
  return undefined;
}
