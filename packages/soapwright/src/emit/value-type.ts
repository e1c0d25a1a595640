import type { RuntimeTypeName, SimpleDefinition, TypeId, TypeModel, ValueType } from "soapwright-contract";
import { builtInOf, largeIntegers } from "soapwright-runtime/xsd";
import type { Symbols } from "./symbols";

export interface TypeScope {
  readonly types: ReadonlyMap<TypeId, TypeModel>;
  /** `types.` outside `types.ts`, otherwise empty. */
  readonly prefix: string;
  readonly symbols: Symbols;
  readonly typeComments?: boolean;
  /** Whether types are for arguments, not for results. */
  readonly isInput?: boolean;
  /** Collects the types that a text names. */
  readonly named?: Map<string, TypeId>;
}

const lexical: { readonly [name: string]: RuntimeTypeName } = {
  decimal: "Decimal",
  dateTime: "XsDateTime",
  date: "XsDate",
  time: "XsTime",
  duration: "XsDuration",
  gYear: "XsGYear",
  gYearMonth: "XsGYearMonth",
  gMonth: "XsGMonth",
  gMonthDay: "XsGMonthDay",
  gDay: "XsGDay",
  QName: "QName",
  NOTATION: "QName",
};

export function valueText(value: ValueType, scope: TypeScope): string {
  switch (value.of) {
    case "builtIn":
      return value.as ?? builtInText(value.name, scope);
    case "type":
      return typeName(value.id, scope);
    case "inline":
      return definitionText(value.definition, scope);
    case "anyType":
      return scope.symbols.type("XmlElement");
    case "anySimple":
      return scope.symbols.type("AnySimple");
    case "nillable":
      return `${valueText(value.type, scope)} | null`;
    case "open":
      return scope.isInput
        ? valueText(value.type, scope)
        : `${scope.symbols.type("Open")}<${valueText(value.type, scope)}>`;
    case "orDate":
      return `${valueText(value.type, scope)} | Date`;
  }
}

function typeName(id: TypeId, scope: TypeScope): string {
  const type = scope.types.get(id);
  const name = (scope.isInput ? type?.inputName : undefined) ?? type?.name ?? "never";
  scope.named?.set(name, id);
  return scope.prefix + name;
}

export function listText(value: ValueType, scope: TypeScope): string {
  return arrayOf(valueText(value, scope));
}

export function arrayOf(text: string): string {
  return /[|&]/.test(withoutArguments(text)) ? `(${text})[]` : `${text}[]`;
}

/** Returns the text without bracketed parts, so that only outer operators remain. */
function withoutArguments(text: string): string {
  let depth = 0;
  let outside = "";
  for (const character of text) {
    if ("<({[".includes(character)) depth++;
    else if (">)}]".includes(character)) depth--;
    else if (depth === 0) outside += character;
  }
  return outside;
}

function builtInText(name: string, { symbols }: TypeScope): string {
  const lexicalType = lexical[name];
  if (lexicalType !== undefined) return symbols.type(lexicalType);
  if (name === "decimalNumber") return "number";
  const { primitive, listOf } = builtInOf(name);
  if (listOf !== undefined) return "string[]";
  switch (primitive) {
    case "boolean":
      return "boolean";
    case "decimal":
      return largeIntegers.has(name) ? "bigint" : "number";
    case "float":
    case "double":
      return "number";
    case "base64Binary":
    case "hexBinary":
      return "Uint8Array";
    default:
      return "string";
  }
}

export function definitionText({ variety, values }: SimpleDefinition, scope: TypeScope): string {
  if (values !== undefined) throw new Error("an enumeration has a name of its own");
  switch (variety.of) {
    case "restriction":
      return valueText(variety.base, scope);
    case "list":
      return listText(variety.item, scope);
    case "union":
      return [...new Set(variety.members.map((member) => valueText(member, scope)))].join(" | ");
  }
}
