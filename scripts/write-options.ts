/** Writes the tables of options in docs/options.md from the docstrings of their declarations. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GROUPS } from "../packages/soapwright-runtime/src/client/option-places";
import { OPTIONS, type OptionName } from "../packages/soapwright-runtime/src/client/option-table";

const root = join(__dirname, "..");
const declarations = join(root, "packages/soapwright-runtime/src/client/client-options.ts");
const DECLARED = /\/\*\* (.+?)(?: Unit: ([\w -]+)\.)? Default: (.+)\. \*\/\n {2}readonly (\w+)\?: (.+);/g;

/** The documentation of one option. */
interface OptionDoc {
  readonly description: string;
  readonly unit: string | undefined;
  readonly standard: string;
  /** The declared type, without `undefined`. */
  readonly type: string;
}

/** The group whose members an interface declares, by the name of the interface. */
function groupOf(declaration: string): string {
  const [, subject] = /^(?:Call|With)?(Limit|Retry|Connection|Quirk|Expose)Options$/.exec(declaration) ?? [];
  const groups: { readonly [subject: string]: string } = {
    Limit: "limits.",
    Retry: "retries.",
    Connection: "connections.",
    Quirk: "quirks.",
    Expose: "expose.",
  };
  return subject === undefined ? "" : groups[subject]!;
}

/** By the path of the option: `timeoutMs`, `limits`, `limits.depth`. */
export const OPTION_DOCS: ReadonlyMap<string, OptionDoc> = new Map(
  readFileSync(declarations, "utf8")
    .split(/^export (?=interface|type)/m)
    .flatMap((text) =>
      [...text.matchAll(DECLARED)].map(
        ([, description = "", unit, standard = "", name = "", declared = ""]): [string, OptionDoc] => {
          // A type parameter means nothing on a page.
          const named = declared.replaceAll(/readonly |<H>/g, "").replace(/^C\b/, "CallAuth");
          // A client takes the members that a call takes, and more.
          const ofClient = named.replace(/\bCall(?=(?:Limit|Retry|Quirk)Options)/, "");
          const type = ofClient.replace(/ \| undefined$/, "").replace(/^\((\(.*)\)$/, "$1");
          const group = groupOf(/^interface (\w+)/.exec(text)?.[1] ?? "");
          return [group + name, { description, unit, standard, type }];
        },
      ),
    ),
);

function row(path: string, shown: string, places: readonly string[]): string {
  const { description, unit, standard, type } = OPTION_DOCS.get(path)!;
  const texts = [`\`${shown}\``, standard, unit ?? `\`${type}\``, places.join(", "), description];
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

const HEAD = "| default | value | set in | what it does |\n|---|---|---|---|---|\n";
const groups = Object.entries<{ readonly [member: string]: OptionName }>(GROUPS);
const grouped: ReadonlySet<string> = new Set(groups.flatMap(([, members]) => Object.values(members)));

/** The options of a client and of its calls, as users name them, in the order of the page. */
export const OPTION_NAMES: readonly string[] = [
  ...(Object.keys(OPTIONS) as OptionName[]).filter((name) => !grouped.has(name)),
  ...groups.map(([group]) => group),
];

function mainTable(): string {
  const rows = OPTION_NAMES.map((name) => {
    const isGroup = Object.hasOwn(GROUPS, name);
    // The members say where they may be set.
    return row(name, name, isGroup ? ["see below"] : OPTIONS[name as OptionName].places);
  });
  return `| option ${HEAD}${rows.join("")}`;
}

function memberTable([group, members]: (typeof groups)[number]): string {
  const rows = Object.entries(members).map(([member, setting]) =>
    row(`${group}.${member}`, member, OPTIONS[setting].places),
  );
  return `\n### ${group}\n\n| member of \`${group}\` ${HEAD}${rows.join("")}`;
}

/** Returns the new text of docs/options.md from the old one. */
export function withOptionTable(page: string): string {
  const tables = mainTable() + groups.map(memberTable).join("");
  return page.replace(/(<!-- options -->\n)[\s\S]*?(<!-- \/options -->)/, (_all, start, end) => start + tables + end);
}

if (require.main === module) {
  const page = join(root, "docs/options.md");
  writeFileSync(page, withOptionTable(readFileSync(page, "utf8")));
}
