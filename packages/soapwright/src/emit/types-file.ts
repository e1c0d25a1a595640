/** `types.ts`: an interface or a type for each type that the operations use. */

import type {
  ClientModel,
  ComplexModel,
  Model,
  PolymorphicModel,
  SimpleModel,
  TypeId,
  TypeModel,
} from "soapwright-contract";
import { acceptingDates, typesById, visitType } from "soapwright-contract";
import { exportedConstant, exportedInterface, exportedType } from "./declarations";
import type { EmitOptions } from "./emit-options";
import { array } from "./layout";
import type { Statements } from "./module-links";
import { literalText, type ObjectType, objectText, objectType } from "./object-type";
import { Symbols } from "./symbols";
import { commentText, described, quoted } from "./text";
import { definitionText, listText, type TypeScope, valueText } from "./value-type";

/** The content of one file: all types, or the types of a namespace. */
interface TypesPart {
  readonly types: readonly TypeModel[];
  /** Clients whose interface of header blocks is in the file. */
  readonly clients: readonly ClientModel[];
  readonly imports?: (named: ReadonlyMap<string, TypeId>) => Statements;
}

interface TypesContext {
  readonly types: ReadonlyMap<TypeId, TypeModel>;
  /** Complex types that are interfaces: neither they nor their bases contain choices. */
  readonly plain: ReadonlySet<TypeId>;
}

export function typesContext(model: Model): TypesContext {
  const types = typesById(model);
  return { types, plain: plainObjects(model.types, types) };
}

export function emitTypes(
  { types, clients, imports }: TypesPart,
  { types: byId, plain }: TypesContext,
  { runtime, typeComments = false }: EmitOptions,
): Statements {
  const symbols = new Symbols();
  const named = new Map<string, TypeId>();
  const scope: TypeScope = { types: byId, prefix: "", symbols, typeComments, named };
  const statements = types.flatMap((type) => emitForms(type, scope, plain));
  const headers = clients.flatMap((client) => emitHeaders(client, scope));
  const all = [...symbols.declaration(runtime), ...(imports?.(named) ?? []), ...statements, ...headers];
  // A file without statements is not a module.
  return all.length > 0 ? all : ["export { };"];
}

/** Returns the type for results, and the type for arguments if it differs. */
function emitForms(type: TypeModel, scope: TypeScope, plain: ReadonlySet<TypeId>): string[] {
  const { inputName, direction } = type;
  const asArgument = { ...scope, isInput: true };
  if (inputName === undefined) return emitType(type, direction.output ? scope : asArgument, plain);
  const argument =
    type.kind === "complex"
      ? { ...type, name: inputName, parts: acceptingDates(type.parts, scope.types) }
      : { ...type, name: inputName };
  return [...emitType(type, scope, plain), ...emitType(argument, asArgument, plain)];
}

function emitType(type: TypeModel, scope: TypeScope, plain: ReadonlySet<TypeId>): string[] {
  return visitType(type, {
    complex: (each) => [emitComplex(each, scope, plain)],
    simple: (each) => emitSimple(each, scope),
    polymorphic: (each) => [alias(each, alternativesText(each, scope), alternativesLabel(each), scope)],
    soapArray: (each) => [alias(each, listText(each.item, scope), `soapenc:Array of ${each.itemType.local}`, scope)],
  });
}

function plainObjects(types: readonly TypeModel[], byId: ReadonlyMap<TypeId, TypeModel>): Set<TypeId> {
  const scope: TypeScope = { types: byId, prefix: "", symbols: new Symbols() };
  const results = new Map<TypeId, boolean>();
  const isPlain = (id: TypeId): boolean => {
    const type = scope.types.get(id);
    if (type?.kind !== "complex") return false;
    const cached = results.get(id);
    if (cached !== undefined) return cached;
    results.set(id, false);
    const isOwn = objectType(type.parts, scope).combinations.length === 0;
    const result = isOwn && (type.base === undefined || isPlain(type.base));
    results.set(id, result);
    return result;
  };
  return new Set(types.filter(({ id }) => isPlain(id)).map(({ id }) => id));
}

function emitComplex(type: ComplexModel, scope: TypeScope, plain: ReadonlySet<TypeId>): string {
  const content = objectType(type.parts, scope);
  const base = type.base === undefined ? undefined : valueText({ of: "type", id: type.base }, scope);
  const label = complexLabel(type);
  if (!plain.has(type.id)) return alias(type, objectText(content, base), label, scope);
  const heading = base === undefined ? type.name : `${type.name} extends ${base}`;
  return interfaceText(heading, described(type.documentation, label, scope), content);
}

function interfaceText(heading: string, comment: string, { properties }: ObjectType): string {
  return exportedInterface(heading, properties.length === 0 ? "{\n}" : literalText(properties), comment);
}

function complexLabel({ qname, naming, abstract }: ComplexModel): string {
  const kind = abstract ? "abstract xs:complexType" : "xs:complexType";
  if (qname !== undefined) return `${kind} ${qname.local}`;
  if (naming.after === "element") return `element ${naming.local}`;
  return naming.after === "message" ? `message ${naming.local}` : `anonymous ${kind}`;
}

function emitSimple(type: SimpleModel, scope: TypeScope): string[] {
  const { definition, name } = type;
  const label = definition.qname === undefined ? "xs:simpleType" : `xs:simpleType ${definition.qname.local}`;
  if (definition.values === undefined)
    return [alias(type, definitionText(definition, scope), `${label}${facets(type)}`, scope)];
  const literals = definition.values.map(({ value }) => quoted(value));
  const notes = definition.values
    .filter(({ documentation }) => documentation !== undefined)
    .map(({ value, documentation }) => `- ${value}: ${documentation}`)
    .join("\n");
  const documentation = [type.documentation ?? "", notes].filter((part) => part !== "").join("\n\n");
  return [
    exportedConstant(
      name,
      undefined,
      { ...array(literals), tail: "] as const" },
      `The values of ${name} that are known.`,
    ),
    alias({ name, documentation }, `(typeof ${name})[number]`, label, scope),
  ];
}

function lines(literals: readonly string[]): string {
  const flat = literals.join(" | ");
  return flat.length <= 90 ? flat : `\n${literals.map((literal) => `  | ${literal}`).join("\n")}`;
}

const unshownFacets = new Set(["prefixes", "whiteSpace", "closed"]);

function facets({ definition }: SimpleModel): string {
  const shown = Object.entries(definition.facets).filter(([name]) => !unshownFacets.has(name));
  if (shown.length === 0) return "";
  const text = shown.map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(" | ") : String(value)}`);
  return ` (${text.join(", ")})`;
}

function alternativesText(type: PolymorphicModel, scope: TypeScope): string {
  const { symbols } = scope;
  const texts = type.alternatives.map(({ label, declared, wrapped, type: value }) => {
    const operator = `${declared ? "Declared" : "Variant"}${wrapped ? "Value" : ""}` as const;
    return `${symbols.type(operator)}<${quoted(label)}, ${valueText(value, scope)}>`;
  });
  return texts.length === 0 ? "never" : lines(texts);
}

function alternativesLabel({ component }: PolymorphicModel): string {
  const name = component.name?.local ?? "";
  return component.kind === "element"
    ? `element ${name}, or one of its substitution group`
    : `xs:complexType ${name}, or one derived from it`;
}

function emitHeaders({ name, headers, headersName }: ClientModel, scope: TypeScope): string[] {
  if (headers.length === 0) return [];
  const comment = commentText(`The header blocks that operations of ${name} may send.`);
  return [interfaceText(headersName, comment, objectType(headers, { ...scope, isInput: true }))];
}

function alias(
  { name, documentation }: Pick<TypeModel, "name" | "documentation">,
  text: string,
  label: string,
  scope: TypeScope,
): string {
  return exportedType(name, text, described(documentation, label, scope));
}
