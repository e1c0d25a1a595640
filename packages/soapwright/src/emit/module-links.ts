/** Imports and exports, as structures of ts-morph. */
import type { ModuleName } from "soapwright-contract";
import { type StatementStructures, StructureKind } from "ts-morph";
import { width } from "./layout";
import { quoted } from "./text";

/** Statements of a file. What `layout.ts` lays out is text, which ts-morph prints as it is. */
export type Statements = (StatementStructures | string)[];

/** `keyword { names } from "specifier";`, nothing without names. A name may have `type` before it. */
export function moduleLink(
  keyword: "import" | "import type" | "export" | "export type",
  names: readonly string[],
  specifier: string,
): StatementStructures[] {
  if (names.length === 0) return [];
  const line = `${keyword} { ${names.join(", ")} } from ${quoted(specifier)};`;
  // One text in the place of the names, because ts-morph does not break a line that is too long.
  const named = [line.length <= width ? names.join(", ") : `\n${names.map((name) => `${name},\n`).join("")}`];
  const link = { isTypeOnly: keyword.endsWith(" type"), moduleSpecifier: specifier };
  return keyword.startsWith("import")
    ? [{ kind: StructureKind.ImportDeclaration, ...link, namedImports: named }]
    : [{ kind: StructureKind.ExportDeclaration, ...link, namedExports: named }];
}

/** `import * as name from "specifier";` */
export function namespaceImport(name: ModuleName, moduleSpecifier: string, isTypeOnly = false): StatementStructures {
  return { kind: StructureKind.ImportDeclaration, isTypeOnly, namespaceImport: name, moduleSpecifier };
}
