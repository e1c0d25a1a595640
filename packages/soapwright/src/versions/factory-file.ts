/** Emits `factory.ts`: the options of one version, and the factory of its client. */

import type { Model } from "soapwright-contract";
import { factoryName, optionsName } from "soapwright-contract";
import type { ExportDeclarationStructure, ExportSpecifierStructure, OptionalKind, StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { ownComment } from "../emit/text";
import { childrenOf, credentialsNames } from "./credentials-type";
import { SERVICE_MODULE } from "./service-module";
import type { VersionFiles } from "./version-file";
import type { ChildRow, VersionRow } from "./version-table";

export function emitFactory({ row }: VersionFiles, model: Model): StatementStructures[] {
  const className = row.className.text;
  const credentials = credentialsNames(row);
  return [
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: SERVICE_MODULE,
      namedImports: ["createService", { name: "VersionOptions", isTypeOnly: true }],
    },
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: "./client",
      namedImports: [className, ...credentials.map((name) => ({ name, isTypeOnly: true }))],
    },
    { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./version", namedImports: ["version"] },
    {
      kind: StructureKind.Interface,
      leadingTrivia: "\n",
      isExported: true,
      name: optionsName(className),
      docs: [`Options of a ${row.folder.text} client.${authText(childrenOf(row))}`],
      extends: ["VersionOptions", ...credentials],
    },
    {
      kind: StructureKind.Function,
      leadingTrivia: "\n",
      isExported: true,
      name: factoryName(className),
      docs: [factoryText(row, model)],
      parameters: [{ name: "options", type: optionsName(className) }],
      returnType: className,
      statements: [`return createService(version, ${className}, options);`],
    },
  ];
}

export function factoryExports(row: VersionRow): ExportDeclarationStructure[] {
  const { text } = row.className;
  const exported = [exportOf("./factory", false, [factoryName(text), { name: optionsName(text), isTypeOnly: true }])];
  const credentials = credentialsNames(row);
  return credentials.length === 0 ? exported : [...exported, exportOf("./client", true, credentials)];
}

function exportOf(
  moduleSpecifier: string,
  isTypeOnly: boolean,
  namedExports: (string | OptionalKind<ExportSpecifierStructure>)[],
): ExportDeclarationStructure {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier, isTypeOnly, namedExports };
}

function authText(children: readonly ChildRow[]): string {
  if (children.length === 0) return "";
  return ` ${joined(
    children.map(({ option }) => `\`${option}\``),
    "and",
  )} may also be set with \`client.with()\`, and for one call in \`auth\`.`;
}

function factoryText(row: VersionRow, model: Model): string {
  const summary = row.summary ?? model.clients[0]?.documentation;
  const version = row.folder.text.replace(/^v/, "");
  const what = summary === undefined ? "" : `: ${ownComment(summary.replace(/\s+/g, " ")).replace(/\.$/, "")}`;
  const first = `A client of version ${version}${what}.${optionalText(row)}`;
  return `${first}\n\n@throws ConfigurationError naming the option that is wrong. Nothing is connected before the first call.`;
}

/** Returns an empty string if no child is optional. */
function optionalText({ header }: VersionRow): string {
  const children = header?.children ?? [];
  const required = children.filter((child) => child.required).map(({ name }) => `\`${name.text}\``);
  const optional = children.filter((child) => !child.required).map(({ option }) => `\`${option}\``);
  if (optional.length === 0 || required.length === 0) return "";
  return ` Sends only ${joined(required, "and")} unless ${joined(optional, "or")} is set.`;
}

function joined(names: readonly string[], last: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}
