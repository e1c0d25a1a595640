/**
 * Emits the files beside the folders of the versions: the exports of the package's entry points, and a list of them.
 */

import { factoryName, isEnumeration, type Model, optionsName } from "soapwright-contract";
import type {
  ExportSpecifierStructure,
  FunctionDeclarationOverloadStructure,
  OptionalKind,
  StatementStructures,
} from "ts-morph";
import { StructureKind } from "ts-morph";
import { exportedConstant } from "../emit/declarations";
import { type EmittedFile, file } from "../emit/emit";
import { interfaceNames } from "../emit/interface-names";
import { array } from "../emit/layout";
import { quoted } from "../emit/text";
import { constantCase } from "../name-cases";
import { credentialsNames } from "./credentials-type";
import { SERVICE_MODULE, serviceTypes } from "./service-module";
import type { ChildRow, VersionRow, VersionTable } from "./version-table";

export interface EmittedVersion {
  readonly row: VersionRow;
  readonly model: Model;
}

export function emitJointFiles(table: VersionTable, versions: readonly EmittedVersion[]): EmittedFile[] {
  return [
    file("main.ts", [
      ...versions.flatMap(mainExports),
      exportOf("./environment", ["optionsFromEnvironment"]),
      exportOf(SERVICE_MODULE, [
        { name: "Environment", isTypeOnly: true },
        { name: "VersionOptions", alias: optionsName(table.service), isTypeOnly: true },
      ]),
    ]),
    file("environment.ts", emitEnvironment(table)),
    file("versions.ts", emitVersions(table)),
    file("clients.ts", emitClients(table)),
  ];
}

/** With an option, the exports have all types named after the class. */
function mainExports({ row, model }: EmittedVersion): (StatementStructures | string)[] {
  const className = row.className.text;
  const options = optionsName(className);
  const names = row.types.map(({ text }) => text);
  const isValue = (name: string): boolean => model.types.some((type) => type.name === name && isEnumeration(type));
  const isShown = names.includes(options);
  const ofClient = isShown ? [...model.clients.flatMap(interfaceNames), ...credentialsNames(row)] : [];
  const types = names.filter((name) => name !== options);
  const from = `./${row.folder.text}`;
  return [
    exportOf(`${from}/client`, [className, ...ofClient.map((name) => ({ name, isTypeOnly: true }))]),
    exportOf(`${from}/factory`, [factoryName(className), ...(isShown ? [{ name: options, isTypeOnly: true }] : [])]),
    ...(types.length === 0
      ? []
      : [
          exportOf(
            `${from}/types`,
            types.map((name) => (isValue(name) ? name : { name, isTypeOnly: true })),
          ),
        ]),
  ];
}

function exportOf(
  moduleSpecifier: string,
  namedExports: (string | OptionalKind<ExportSpecifierStructure>)[],
): StatementStructures {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier, namedExports };
}

function emitEnvironment({ service, rows }: VersionTable): (StatementStructures | string)[] {
  const overloads = rows.map(
    ({ folder, className }): OptionalKind<FunctionDeclarationOverloadStructure> => ({
      parameters: [
        { name: "version", type: quoted(folder.text) },
        { name: "environment", type: "Environment", hasQuestionToken: true },
      ],
      returnType: optionsName(className.text),
    }),
  );
  const example = environmentExample(rows);
  const [first, ...others] = overloads;
  const text = `Options of one version from environment variables: \`${constantCase(service)}_BASE_URL\` and those of its credentials. Each version reads only what it sends${example}.\n\n@throws ConfigurationError naming the variable that is missing or wrong.`;
  return [
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: SERVICE_MODULE,
      namedImports: [
        { name: "VersionOptions", isTypeOnly: true },
        { name: "Environment", isTypeOnly: true },
        "readEnvironment",
      ],
    },
    ...rows.map(
      ({ folder, className }): StatementStructures => ({
        kind: StructureKind.ImportDeclaration,
        isTypeOnly: true,
        moduleSpecifier: `./${folder.text}/factory`,
        namedImports: [optionsName(className.text)],
      }),
    ),
    { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./versions", namedImports: ["versions"] },
    {
      kind: StructureKind.Function,
      leadingTrivia: "\n",
      isExported: true,
      name: "optionsFromEnvironment",
      overloads: [{ ...first!, docs: [text] }, ...others],
      parameters: [
        { name: "version", type: rows.map(({ folder }) => quoted(folder.text)).join(" | ") },
        { name: "environment", type: "Environment", initializer: "process.env" },
      ],
      returnType: "VersionOptions",
      statements: ["return readEnvironment<VersionOptions>(versions, version, environment);"],
    },
  ];
}

/** The example is such as `: for v3 that is the domain alone, whatever else …`. */
function environmentExample(rows: readonly VersionRow[]): string {
  for (const { folder, header } of rows) {
    const read = header?.children.filter(({ variable }) => variable !== undefined) ?? [];
    const [only] = read;
    if (only === undefined || read.length > 1 || header?.children.length === 1) continue;
    return `: for ${folder.text} that is the ${only.option} alone, whatever else is set`;
  }
  return "";
}

function emitVersions({ rows }: VersionTable): (StatementStructures | string)[] {
  return [
    serviceTypes("DocumentedVersion", "ServiceVersion"),
    ...rows.flatMap(dataImports),
    ...rows.map(
      ({ folder }, index): StatementStructures => ({
        kind: StructureKind.ImportDeclaration,
        isTypeOnly: true,
        moduleSpecifier: `./${folder.text}/schemas`,
        namespaceImport: `schemas${index + 1}`,
      }),
    ),
    exportedConstant(
      "versions",
      "readonly ServiceVersion[]",
      array(rows.map((_, index) => constantOf(index))),
      "Every version, in the order of the table.",
    ),
    exportedConstant(
      "documentedVersions",
      "readonly DocumentedVersion[]",
      array(rows.map((_, index) => `{ version: ${constantOf(index)}, documentation: documentation${index + 1} }`)),
      "Every version with its documentation, which the help of a command has.",
    ),
    {
      kind: StructureKind.TypeAlias,
      leadingTrivia: "\n",
      isExported: true,
      name: "VersionSchemas",
      docs: ["The operations of each version, by method: a sandbox has the types of its handlers from them."],
      type: rows.map((_, index) => `typeof schemas${index + 1}`).join(" | "),
    },
    {
      kind: StructureKind.Interface,
      leadingTrivia: "\n",
      isExported: true,
      name: "SandboxCredentials",
      docs: ["The credentials that a sandbox takes."],
      properties: distinctChildren(rows).map(({ option, sandbox }) => ({
        name: option,
        type: "string | undefined",
        isReadonly: true,
        hasQuestionToken: true,
        docs: [`Default \`${sandbox}\`.`],
      })),
    },
  ];
}

function distinctChildren(rows: readonly VersionRow[]): ChildRow[] {
  const children = new Map<string, ChildRow>();
  for (const { header } of rows)
    for (const child of header?.children ?? []) if (!children.has(child.option)) children.set(child.option, child);
  return [...children.values()];
}

/** The data is what a command needs to call any operation of any version. */
function emitClients({ rows }: VersionTable): (StatementStructures | string)[] {
  const imports = rows.flatMap((row, index): StatementStructures[] => [
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: `./${row.folder.text}/client`,
      namedImports: [row.className.text],
    },
    ...dataImports(row, index),
  ]);
  const entries = rows.map(
    ({ className }, index) =>
      `{ version: ${constantOf(index)}, Client: ${className.text}, documentation: documentation${index + 1} }`,
  );
  return [
    serviceTypes("VersionClient"),
    ...imports,
    exportedConstant(
      "clients",
      "readonly VersionClient[]",
      array(entries),
      "Every version with its class and its documentation, in the order of the table.",
    ),
  ];
}

/** Imports of what a version and its documentation are. */
function dataImports({ folder }: VersionRow, index: number): StatementStructures[] {
  return [
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: `./${folder.text}/documentation`,
      namedImports: [{ name: "documentation", alias: `documentation${index + 1}` }],
    },
    {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: `./${folder.text}/version`,
      namedImports: [{ name: "version", alias: constantOf(index) }],
    },
  ];
}

function constantOf(index: number): string {
  return `version${index + 1}`;
}
