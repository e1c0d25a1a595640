/** Emits `factory.ts`: the options of one version, and the factory of its client. */

import { documented, exportedInterface, ownComment } from "soapwright/internal";
import type { Model } from "soapwright-contract";
import { factoryName, optionsName } from "soapwright-contract";
import type { ChildRow, VersionRow } from "../versions/version-table";
import { childrenOf, credentialsNames } from "./credentials-type";
import type { VersionFiles } from "./version-file";

export function emitFactory({ table, row, module }: VersionFiles, model: Model): string[] {
  const className = row.className.text;
  const [base, options] = [optionsName(table.service), optionsName(className)];
  const credentials = credentialsNames(row);
  const heading = `${options} extends ${[base, ...credentials].join(", ")}`;
  return [
    `import { createService, type ${base} } from "${module}";`,
    `import { ${[className, ...credentials.map((name) => `type ${name}`)].join(", ")} } from "./client";`,
    `import { version } from "./version";`,
    exportedInterface(heading, "{\n}", `Options of a ${row.folder.text} client.${authText(childrenOf(row))}`),
    documented(
      factoryText(row, model),
      `export function ${factoryName(className)}(options: ${options}): ${className} {
  return createService(version, ${className}, options);
}`,
    ),
  ];
}

export function factoryExports(row: VersionRow): string[] {
  const { text } = row.className;
  return [
    `export { ${factoryName(text)}, type ${optionsName(text)} } from "./factory";`,
    ...credentialsNames(row).map((name) => `export type { ${name} } from "./client";`),
  ];
}

function authText(children: readonly ChildRow[]): string {
  if (children.length === 0) return "";
  const options = children.map(({ option }) => `\`${option}\``);
  return ` ${joined(options, "and")} may also be set with \`client.with()\`, and for one call in \`auth\`.`;
}

function factoryText(row: VersionRow, model: Model): string {
  const summary = row.summary ?? model.clients[0]?.documentation;
  const version = row.folder.text.replace(/^v/, "");
  const what = summary === undefined ? "" : `: ${ownComment(summary.replace(/\s+/g, " ")).replace(/\.$/, "")}`;
  const first = `A client of version ${version}${what}.${optionalText(childrenOf(row))}`;
  return `${first}\n\n@throws ConfigurationError naming the option that is wrong. Nothing is connected before the first call.`;
}

function optionalText(children: readonly ChildRow[]): string {
  const required = children.filter((child) => child.required).map(({ name }) => `\`${name.text}\``);
  const optional = children.filter((child) => !child.required).map(({ option }) => `\`${option}\``);
  if (optional.length === 0 || required.length === 0) return "";
  return ` Sends only ${joined(required, "and")} unless ${joined(optional, "or")} is set.`;
}

function joined(names: readonly string[], last: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}
