/** Values as TypeScript types. */

import type { SimpleDefinition, TypeId, TypeModel, ValueType } from "soapwright-contract";
import { largeIntegers } from "soapwright-runtime/xsd";
import type { Symbols } from "./symbols";

/** What the text of types depends on. */
export interface TypeScope {
  readonly types: ReadonlyMap<TypeId, TypeModel>;
  /** `types.` outside `types.ts`. */
  readonly prefix: string;
  readonly symbols: Symbols;
  /** Whether comments end with a line about the WSDL: the XSD type of a property, the operation of a method. */
  readonly typeComments?: boolean;
  /** Types are written as arguments take them, not as results have them. */
  readonly isInput?: boolean;
  /** Gets the name of each type that a text names. */
  readonly named?: Map<string, TypeId>;
}

const lexical: { readonly [name: string]: string } = {
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
const numbers = new Set("decimalNumber float double int short byte unsignedInt unsignedShort unsignedByte".split(" "));
const lists = new Set("NMTOKENS IDREFS ENTITIES".split(" "));

/** The TypeScript type of a value. */
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

/** The TypeScript type of a list of values. */
export function listText(value: ValueType, scope: TypeScope): string {
  return arrayOf(valueText(value, scope));
}

/** `text[]`, with parentheses where it needs them. */
export function arrayOf(text: string): string {
  return /[|&]/.test(withoutArguments(text)) ? `(${text})[]` : `${text}[]`;
}

/** The text without what stands in brackets, so that operators on the outside can be seen. */
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
  const known = lexical[name];
  if (known !== undefined) return symbols.type(known);
  if (numbers.has(name)) return "number";
  if (largeIntegers.has(name)) return "bigint";
  if (lists.has(name)) return "string[]";
  if (name === "boolean") return "boolean";
  return name === "base64Binary" || name === "hexBinary" ? "Uint8Array" : "string";
}

/** The TypeScript type of a simple type's values. */
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
