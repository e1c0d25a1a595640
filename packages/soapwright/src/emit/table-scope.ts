/** References from one table to another. */
import type { SimpleDefinition, TypeId, ValueType } from "soapwright-contract";
import type { NamespaceConstants } from "./emitted-namespaces";
import { array, type Code, object, prefixed } from "./layout";
import { propertyName, quoted } from "./text";
import type { TypeScope } from "./value-type";

export interface TableScope extends TypeScope {
  readonly namespaces: NamespaceConstants;
  /** Types whose tables are already declared above. */
  readonly declared: ReadonlySet<TypeId>;
}

/** The table of a value: a constant, or a function if the table is declared later. */
export function reference(value: ValueType, scope: TableScope): Code {
  const { symbols } = scope;
  switch (value.of) {
    case "builtIn":
      return symbols.value(builtInConstant(value));
    case "type": {
      const name = scope.types.get(value.id)?.name ?? "";
      return scope.declared.has(value.id) ? name : `() => ${name}`;
    }
    case "inline":
      return definition(value.definition, scope);
    case "anyType":
      return symbols.value("anyType");
    case "nillable":
    case "open":
    case "orDate":
      return symbols.call(value.of, [reference(value.type, scope)]);
  }
}

/** Each built-in type is a constant of its own, for example `xsString`, so that a bundle has those that it uses. */
function builtInConstant({ name, as }: Extract<ValueType, { of: "builtIn" }>): string {
  const form = as === undefined ? "" : as === "number" ? "Number" : "String";
  return `xs${name[0]!.toUpperCase()}${name.slice(1)}${form}`;
}

/** The table of a simple type. `list`: the constant with the values of an enumeration. */
export function definition(simple: SimpleDefinition, scope: TableScope, list?: Code): Code {
  const { symbols, namespaces } = scope;
  const { qname, variety, values } = simple;
  const name = qname === undefined ? "undefined" : namespaces.name(qname);
  if (simple.refersToPart === true) return symbols.call("partReference", [name]);
  const facets = facetsCode(simple, symbols);
  switch (variety.of) {
    case "restriction": {
      const base = reference(variety.base, scope);
      if (values === undefined) return symbols.call("restriction", [name, base, ...facets]);
      const literals = list ?? array(values.map(({ value }) => quoted(value)));
      return symbols.call("enumeration", [name, base, literals, ...facets]);
    }
    case "list":
      return symbols.call("simpleList", [name, reference(variety.item, scope)]);
    case "union":
      return symbols.call("union", [name, array(variety.members.map((member) => reference(member, scope)))]);
  }
}

function facetsCode({ facets }: SimpleDefinition, symbols: TableScope["symbols"]): Code[] {
  const entries = Object.entries(facets).map(([name, value]): [string, Code] => [name, facetCode(value)]);
  if (entries.length === 0) return [];
  const code = object(Object.fromEntries(entries));
  return ["patterns" in facets ? symbols.call("patterned", [code]) : code];
}

function facetCode(value: SimpleDefinition["facets"][string]): Code {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return array(value.map((text: string) => quoted(text)));
  const items = Object.entries(value).map(([prefix, namespace]) =>
    prefixed(`${propertyName(prefix)}: `, quoted(namespace)),
  );
  return { head: "{", items, tail: "}" };
}
