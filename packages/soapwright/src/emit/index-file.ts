/** `index.ts`: the exports of the generated client. */

import { ANY_TYPE_MAP, isEnumeration, type Model, type TypeModel, usesAnyTypes } from "soapwright-contract";
import { exportedConstant, exportedInterface } from "./declarations";
import type { EmitOptions } from "./emit-options";
import { interfaceNames } from "./interface-names";
import { moduleLink, namespaceImport, type Statements } from "./module-links";
import { Symbols } from "./symbols";

export function emitIndex(model: Model, options: EmitOptions): Statements {
  const { clients, types } = model;
  const { extension, exports = [] } = options;
  const anyTypes = usesAnyTypes(model) ? emitAnyTypes(types, options) : { imports: [], statements: [] };
  const headers = clients.filter((client) => client.headers.length > 0).map(({ headersName }) => headersName);
  const classes = clients.map(({ className }) => className);
  return [
    ...anyTypes.imports,
    namespaceImport("schemas", `./schemas${extension}`),
    ...moduleLink("export", classes, `./client${extension}`),
    ...moduleLink("export type", clients.flatMap(interfaceNames), `./client${extension}`),
    ...typeExports(`./types${extension}`, types, headers),
    // `isFaultOf` and sandboxes take an operation or a service from the tables.
    "export { schemas };",
    ...anyTypes.statements,
    ...exports,
  ];
}

/** The conversions of elements of any type, by the types of the contract that have a name. */
function emitAnyTypes(types: readonly TypeModel[], { runtime, extension }: EmitOptions) {
  const symbols = new Symbols();
  const type = `${symbols.type("AnyTypes")}<${ANY_TYPE_MAP}>`;
  const made = `/* @__PURE__ */ ${symbols.value("anyTypes")}<${ANY_TYPE_MAP}>(schemas)`;
  const names = types.filter(isNamed).map(({ name }) => name);
  const members = names.map((name) => `  ${name}: ${name};\n`).join("");
  return {
    imports: [...symbols.declaration(runtime), ...moduleLink("import type", names, `./types${extension}`)],
    statements: [
      exportedInterface(ANY_TYPE_MAP, `{\n${members}}`, "The types of the contract that an `xsi:type` may name."),
      exportedConstant("types", type, made, "Converts elements of any type to values, by their `xsi:type`, and back."),
    ],
  };
}

/** Whether an `xsi:type` may name the type. An abstract type has no values. */
function isNamed(type: TypeModel): boolean {
  return "qname" in type
    ? type.qname !== undefined && !(type.kind === "complex" && type.abstract)
    : type.kind === "simple" && type.definition.qname !== undefined;
}

/** Enumerations are exported as values too: the lists of their values. */
export function typeExports(module: string, types: readonly TypeModel[], headers: readonly string[]): Statements {
  const enumerations = types.filter(isEnumeration).map(({ name }) => name);
  const others = types.filter((type) => !isEnumeration(type)).flatMap(typeNames);
  return [...moduleLink("export", enumerations, module), ...moduleLink("export type", [...others, ...headers], module)];
}

/** Returns the TypeScript names of a type: for results, and for arguments if they differ. */
function typeNames({ name, inputName }: TypeModel): string[] {
  return inputName === undefined ? [name] : [name, inputName];
}
