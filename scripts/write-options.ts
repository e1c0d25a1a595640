/** Writes the table of options in docs/options.md from the docstrings of their declarations. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPTIONS, type OptionName } from "../packages/soapwright-runtime/src/client/option-table";

const root = join(__dirname, "..");
const declarations = join(root, "packages/soapwright-runtime/src/client/client-options.ts");
const DECLARED = /\/\*\* (.+?)(?: Unit: ([\w -]+)\.)? Default: (.+)\. \*\/\n {2}readonly (\w+)\?: (.+);/g;

/** The documentation of one option. */
export interface OptionDoc {
  readonly description: string;
  readonly unit: string | undefined;
  readonly standard: string;
  /** The declared type, without `undefined`. */
  readonly type: string;
}

export const OPTION_DOCS: ReadonlyMap<string, OptionDoc> = new Map(
  [...readFileSync(declarations, "utf8").matchAll(DECLARED)].map(
    ([, description = "", unit, standard = "", name = "", declared = ""]) => {
      // A type parameter means nothing on a page.
      const named = declared.replaceAll(/readonly |<H>/g, "").replace(/^C\b/, "CallAuth");
      const type = named.replace(/ \| undefined$/, "").replace(/^\((\(.*)\)$/, "$1");
      return [name, { description, unit, standard, type }];
    },
  ),
);

const PLACES = {
  client: "",
  with: " May be set with `client.with()`.",
  both: " May be set with `client.with()` and for one call.",
  call: " For `client.with()` and one call only.",
} as const;

function row(name: OptionName): string {
  const { description, unit, standard, type } = OPTION_DOCS.get(name)!;
  const texts = [`\`${name}\``, standard, unit ?? `\`${type}\``, description + PLACES[OPTIONS[name].place]];
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

/** Returns the new text of docs/options.md from the old one. */
export function withOptionTable(page: string): string {
  const rows = (Object.keys(OPTIONS) as OptionName[]).map(row).join("");
  const table = `| option | default | value | what it does |\n|---|---|---|---|\n${rows}`;
  return page.replace(/(<!-- options -->\n)[\s\S]*?(<!-- \/options -->)/, (_all, start, end) => start + table + end);
}

if (require.main === module) {
  const page = join(root, "docs/options.md");
  writeFileSync(page, withOptionTable(readFileSync(page, "utf8")));
}
