/**
 * Emits the files beside the folders of the versions: the exports of the package's entry points, and a list of them.
 */

import {
  array,
  documented,
  type EmittedFile,
  exportedConstant,
  exportedInterface,
  exportedType,
  file,
  ownComment,
  quoted,
} from "soapwright/internal";
import type { Model } from "soapwright-contract";
import { constantCase, factoryName, interfaceNames, isEnumeration, optionsName } from "soapwright-contract";
import type { VersionRow, VersionTable } from "../versions/version-table";
import { childrenOf, credentialsNames } from "./credentials-type";

export interface EmittedVersion {
  readonly row: VersionRow;
  readonly model: Model;
}

/** `module` is the import path of the code that all versions share. */
export function emitJointFiles(
  table: VersionTable,
  versions: readonly EmittedVersion[],
  module: string,
): EmittedFile[] {
  return [
    file("main.ts", [...versions.flatMap(mainExports), 'export { optionsFromEnvironment } from "./environment";']),
    file("environment.ts", emitEnvironment(table, module)),
    file("versions.ts", emitVersions(table, module)),
    file("clients.ts", emitClients(table, module)),
  ];
}

/** If the row lists the options, all types named after the class are exported. */
function mainExports({ row, model }: EmittedVersion): string[] {
  const className = row.className.text;
  const options = optionsName(className);
  const names = row.types.map(({ text }) => text);
  const isValue = (name: string): boolean => model.types.some((type) => type.name === name && isEnumeration(type));
  const isShown = names.includes(options);
  const ofClient = isShown ? [...model.clients.flatMap(interfaceNames), ...credentialsNames(row)] : [];
  const types = names.filter((name) => name !== options).map((name) => (isValue(name) ? name : `type ${name}`));
  const exportFrom = (file: string, exported: readonly string[]) =>
    `export { ${exported.join(", ")} } from "./${row.folder.text}/${file}";`;
  return [
    exportFrom("client", [className, ...ofClient.map((name) => `type ${name}`)]),
    exportFrom("factory", [factoryName(className), ...(isShown ? [`type ${options}`] : [])]),
    ...(types.length === 0 ? [] : [exportFrom("types", types)]),
  ];
}

function emitEnvironment({ service, rows }: VersionTable, module: string): string[] {
  const base = optionsName(service);
  const name = "export function optionsFromEnvironment";
  const overloads = rows.map(
    ({ folder, className }) =>
      `${name}(version: ${quoted(folder.text)}, environment?: Environment): ${optionsName(className.text)};`,
  );
  const versions = rows.map(({ folder }) => quoted(folder.text)).join(" | ");
  return [
    `import { type ${base}, type Environment, readEnvironment } from "${module}";`,
    ...rows.map(
      ({ folder, className }) => `import type { ${optionsName(className.text)} } from "./${folder.text}/factory";`,
    ),
    'import { versions } from "./versions";',
    documented(
      `Options of one version from environment variables: \`${constantCase(service)}_BASE_URL\` and those of its credentials. Each version reads only what it sends${environmentExample(rows)}.\n\n@throws ConfigurationError naming the variable that is missing or wrong.`,
      `${overloads.join("\n")}
${name}(version: ${versions}, environment: Environment = process.env): ${base} {
  return readEnvironment<${base}>(versions, version, environment);
}`,
    ),
  ];
}

/** The example is such as `: for v3 that is the domain alone, whatever else …`. */
function environmentExample(rows: readonly VersionRow[]): string {
  for (const row of rows) {
    const [only, ...others] = childrenOf(row).filter(({ variable }) => variable !== undefined);
    if (only === undefined || others.length > 0 || childrenOf(row).length === 1) continue;
    return `: for ${row.folder.text} that is the ${only.option} alone, whatever else is set`;
  }
  return "";
}

function emitVersions({ rows }: VersionTable, module: string): string[] {
  const sandboxes = new Map<string, string>();
  for (const { option, sandbox } of rows.flatMap(childrenOf))
    if (!sandboxes.has(option)) sandboxes.set(option, sandbox);
  const credentials = [...sandboxes].map(
    ([option, sandbox]) => `  /** Default \`${ownComment(sandbox)}\`. */\n  readonly ${option}?: string | undefined;\n`,
  );
  return [
    `import type { ServiceVersion } from "${module}";`,
    ...rows.map(versionImport),
    ...rows.map(({ folder }, index) => `import type * as schemas${index + 1} from "./${folder.text}/schemas";`),
    exportedConstant(
      "versions",
      "readonly ServiceVersion[]",
      array(rows.map((_, index) => constantOf(index))),
      "Every version, in the order of the table.",
    ),
    exportedType(
      "VersionSchemas",
      rows.map((_, index) => `typeof schemas${index + 1}`).join(" | "),
      "The operations of each version, by method: a sandbox has the types of its handlers from them.",
    ),
    exportedInterface("SandboxCredentials", `{\n${credentials.join("")}}`, "The credentials that a sandbox takes."),
  ];
}

/** The data is what a command needs to call any operation of any version. */
function emitClients({ rows }: VersionTable, module: string): string[] {
  const entries = rows.map(
    ({ className }, index) =>
      `{ version: ${constantOf(index)}, Client: ${className.text}, documentation: documentation${index + 1} }`,
  );
  return [
    `import type { VersionClient } from "${module}";`,
    ...rows.flatMap((row, index) => [
      `import { ${row.className.text} } from "./${row.folder.text}/client";`,
      `import { documentation as documentation${index + 1} } from "./${row.folder.text}/documentation";`,
      versionImport(row, index),
    ]),
    exportedConstant(
      "clients",
      "readonly VersionClient[]",
      array(entries),
      "Every version with its class and its documentation, in the order of the table.",
    ),
  ];
}

function versionImport({ folder }: VersionRow, index: number): string {
  return `import { version as ${constantOf(index)} } from "./${folder.text}/version";`;
}

function constantOf(index: number): string {
  return `version${index + 1}`;
}
