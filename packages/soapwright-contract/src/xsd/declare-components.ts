/** Section 3.15: the top-level components of a schema document, by name; section 4.2.2: `xs:redefine`. */
import type { Diagnostics } from "../diagnostics";
import { attributeNode, childElements, expandedName, isNCName, nameOf, type XmlElement } from "../xml/xml";
import { attributeGroupShell, attributeShell } from "./attribute-uses";
import { complexTypeShell } from "./complex-type";
import type { SchemaDocument } from "./components";
import { elementShell } from "./element-declaration";
import { groupShell } from "./model-group";
import { type ComponentKind, type Registered, type Registry, type SchemaScope, scopeOf } from "./registry";
import { RepeatedComponents } from "./repeated-components";
import { reportUnexpected, xsdName } from "./schema-source";
import { simpleTypeShell } from "./simple-type";

export type Declared = { [K in ComponentKind]: { readonly kind: K } & Registered<K> }[ComponentKind];

/** Registers shells for every global component. Returns all in source order, then redefinitions. */
export function declareComponents(
  documents: readonly SchemaDocument[],
  registry: Registry,
  allowDoubleTypes: boolean,
  diagnostics: Diagnostics,
): Declared[] {
  const declared: Declared[] = [];
  const repeated = new RepeatedComponents();
  const redefinitions: { readonly source: XmlElement; readonly scope: SchemaScope }[] = [];
  for (const document of documents) {
    const scope = scopeOf(document);
    for (const child of childElements(document.element)) {
      if (xsdName(child) === "redefine") {
        // A document comes after those that load it, and its own redefinitions come before theirs.
        redefinitions.unshift(...childElements(child).map((source) => ({ source, scope })));
        continue;
      }
      const declaration = declare(child, scope, diagnostics);
      if (declaration !== undefined && register(declaration, registry, repeated)) declared.push(declaration);
    }
  }
  repeated.report(allowDoubleTypes, diagnostics);
  for (const { source, scope } of redefinitions) {
    const declaration = redefine(source, scope, registry, diagnostics);
    if (declaration !== undefined) declared.push(declaration);
  }
  return declared;
}

const passedOver = new Set(["annotation", "import", "include", "notation"]);

function declare(source: XmlElement, scope: SchemaScope, diagnostics: Diagnostics): Declared | undefined {
  const local = xsdName(source);
  if (passedOver.has(local)) return undefined;
  const shell = shellOf(local, source, scope);
  if (shell === undefined) {
    reportUnexpected(source, { diagnostics });
    return undefined;
  }
  const name = nameOf(source);
  if (name === undefined || !isNCName(name)) {
    diagnostics.error(
      source,
      name === undefined ? "declaration-unnamed" : "declaration-name-invalid",
      name === undefined ? `${source.raw} has no name` : `"${name}" is not a name`,
    );
    return undefined;
  }
  for (const misplaced of ["minOccurs", "maxOccurs", "ref", "form"]) {
    const found = attributeNode(source, misplaced);
    if (found !== undefined) {
      diagnostics.warning(
        found,
        "attribute-meaningless",
        `${misplaced} means nothing on a global ${local}`,
        "write it where the element is used",
      );
    }
  }
  return shell;
}

function shellOf(local: string, source: XmlElement, scope: SchemaScope): Declared | undefined {
  const name = { namespace: scope.targetNamespace, local: nameOf(source) ?? "" };
  switch (local) {
    case "element":
      return { kind: "element", component: elementShell(source, name, true), source, scope };
    case "attribute":
      return { kind: "attribute", component: attributeShell(source, name, true), source, scope };
    case "complexType":
      return { kind: "type", component: complexTypeShell(source, name), source, scope };
    case "simpleType":
      return { kind: "type", component: simpleTypeShell(source, name), source, scope };
    case "group":
      return { kind: "group", component: groupShell(source, name), source, scope };
    case "attributeGroup":
      return { kind: "attributeGroup", component: attributeGroupShell(source, name), source, scope };
    default:
      return undefined;
  }
}

/** Returns false if the name is taken. */
function register(declaration: Declared, registry: Registry, repeated: RepeatedComponents): boolean {
  const { name } = declaration.component;
  if (name === undefined) return false;
  const key = expandedName(name);
  const table: Map<string, { readonly source: XmlElement }> = registry.tables[declaration.kind];
  const before = table.get(key);
  if (before === undefined) {
    table.set(key, declaration);
    return true;
  }
  repeated.add(name, before.source, declaration.source);
  return false;
}

/** Section 4.2.2: the new component takes the name; inside it, the name refers to the old component. */
function redefine(
  source: XmlElement,
  scope: SchemaScope,
  registry: Registry,
  diagnostics: Diagnostics,
): Declared | undefined {
  const declaration = declare(source, scope, diagnostics);
  if (declaration === undefined || declaration.kind === "element" || declaration.kind === "attribute") {
    if (declaration !== undefined)
      diagnostics.error(source, "redefine-content", `${source.raw} is not allowed in xs:redefine`);
    return undefined;
  }
  const { name } = declaration.component;
  const key = name === undefined ? "" : expandedName(name);
  const table: Map<string, { readonly component: object }> = registry.tables[declaration.kind];
  const before = table.get(key);
  if (name === undefined || before === undefined) {
    diagnostics.error(source, "redefine-missing", "nothing of that name to redefine", name && { name });
    return undefined;
  }
  const renewed: Declared = {
    ...declaration,
    scope: { ...scope, redefined: { kind: declaration.kind, key, component: before.component } },
  };
  table.set(key, renewed);
  return renewed;
}
