/** Writes the list of entry points, as a page for people and as JSON for scripts. */
import { factoryName, optionsName } from "soapwright-contract";
import type { EmittedVersion } from "./joint-files";
import { variables } from "./variables";
import type { VersionTable } from "./version-table";

/** Paths from the folder of the package, with `/`. */
interface ListedPlaces {
  readonly table: string;
  readonly out: string;
}

export function entryPointsText(versions: readonly EmittedVersion[], { table, out }: ListedPlaces): string {
  const entryPoints = versions.map(({ row }) => ({
    entryPoint: `./${row.folder.text}`,
    module: `${out}/${row.folder.text}/index`,
  }));
  const comment = `Generated from ${table}. DO NOT EDIT.`;
  return `${JSON.stringify({ comment, entryPoints }, null, 2)}\n`;
}

export function listPage(
  table: VersionTable,
  versions: readonly EmittedVersion[],
  { name, table: path }: ListedPlaces & { readonly name: string },
): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const sections = versions.map(({ row, model }) => {
    const className = row.className.text;
    const operations = model.clients.flatMap((client) => client.operations);
    const listed = operations.map(({ name: operation, method }) => `| \`${cell(operation)}\` | \`${method}\` |`);
    return `## ${row.folder.text}

| | |
|---|---|
| entry point | \`${name}/${row.folder.text}\` |
| WSDL | \`${folder}${row.wsdl.text}\` |
${row.date === undefined ? "" : `| since | ${row.date} |\n`}| class | \`${className}\` |
| factory | \`${factoryName(className)}\`, options \`${optionsName(className)}\` |
| environment variables | ${Object.values(variables(table, row))
      .map((variable) => `\`${variable}\``)
      .join(", ")} |
| generated types | ${model.types.length} |

| operation | method |
|---|---|
${listed.join("\n")}
`;
  });
  return `<!-- Generated from ${path}. DO NOT EDIT. -->
# Entry points

Each version has an entry point with its class, its factory, its tables (\`schemas\`) and every type of its WSDL.

${sections.join("\n")}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
