/** `factory.ts`: the options of one version, and the function that makes its client. */
import type {
  ExportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  StatementStructures,
} from "ts-morph";
import type { Model } from "../../model/model";
import { factoryName, optionsName } from "../../model/names/service-names";
import type { ChildRow, VersionRow } from "../../versions/version-table";
import { StructureKind } from "../ts-morph";
import type { VersionFiles } from "./version-file";

/** The statements of `factory.ts`. */
export function emitFactory({ table, row, module }: VersionFiles, model: Model): StatementStructures[] {
  const className = row.className.text;
  const base = optionsName(table.service);
  const children = optionOrder(row);
  return [
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: module,
      namedImports: [
        ...(children.length === 0 ? [] : [{ name: "Credential", isTypeOnly: true }]),
        "createService",
        { name: base, isTypeOnly: true },
      ],
    },
    { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./client", namedImports: [className] },
    { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./version", namedImports: ["version"] },
    optionsInterface(row, base, children),
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

/** What `index.ts` of the version shows of `factory.ts`. */
export function factoryExports({ className }: VersionRow, moduleSpecifier: string): ExportDeclarationStructure[] {
  return [
    {
      kind: StructureKind.ExportDeclaration,
      moduleSpecifier,
      namedExports: [factoryName(className.text), { name: optionsName(className.text), isTypeOnly: true }],
    },
  ];
}

function optionsInterface(row: VersionRow, base: string, children: readonly ChildRow[]): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    leadingTrivia: "\n",
    isExported: true,
    name: optionsName(row.className.text),
    docs: [`Options of a ${row.folder.text} client.${authText(children)}`],
    extends: [base],
    properties: children.map(
      ({ option, required, documentation }): OptionalKind<PropertySignatureStructure> => ({
        name: option,
        type: "Credential",
        isReadonly: true,
        hasQuestionToken: !required,
        docs: documentation === undefined ? [] : [docText(documentation)],
      }),
    ),
  };
}

/** Required ones first: what nobody may leave out. */
function optionOrder({ header }: VersionRow): ChildRow[] {
  const children = header?.children ?? [];
  return [...children.filter(({ required }) => required), ...children.filter(({ required }) => !required)];
}

function authText(children: readonly ChildRow[]): string {
  if (children.length === 0) return "";
  const required = children.filter((child) => child.required).map(({ option }) => option);
  const optional = children.filter((child) => !child.required).map(({ option }) => `\`${option}\``);
  if (required.length === 0) return ` \`auth\` on one call takes ${joined(optional, "and")}.`;
  const rest = optional.length === 0 ? "" : `, and ${joined(optional, "and")} where they are used`;
  return ` \`auth\` on one call takes \`{ ${required.join(", ")} }\`${rest}.`;
}

function factoryText(row: VersionRow, model: Model): string {
  const summary = row.summary ?? model.clients[0]?.documentation;
  const version = row.folder.text.replace(/^v/, "");
  const what = summary === undefined ? "" : `: ${docText(summary.replace(/\s+/g, " ")).replace(/\.$/, "")}`;
  const first = `A client of version ${version}${what}.${optionalText(row)}`;
  return `${first}\n\n@throws ConfigurationError naming the option that is wrong. Nothing is connected before the first call.`;
}

/** Which children go out, where some are optional. */
function optionalText({ header }: VersionRow): string {
  const children = header?.children ?? [];
  const required = children.filter((child) => child.required).map(({ name }) => `\`${name.text}\``);
  const optional = children.filter((child) => !child.required).map(({ option }) => `\`${option}\``);
  if (optional.length === 0 || required.length === 0) return "";
  return ` Sends only ${joined(required, "and")} unless ${joined(optional, "or")} is set.`;
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Words of the table as part of a comment: nothing ends it. */
function docText(text: string): string {
  return text.replace(/\*\//g, "*\\/");
}
