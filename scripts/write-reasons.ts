/** Writes the list of reasons in docs/errors.md from the docstrings of the lists. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..");
const DECLARED = /\/\*\* (.+?) Remedy: (.+?) \*\/\n {2}"?([\w-]+)"?: (.+);/g;

/** One code of the list. */
export interface ReasonDoc {
  /** The file that declares it. */
  readonly list: (typeof REASON_LISTS)[number];
  readonly reason: string;
  readonly kinds: readonly string[];
  readonly meaning: string;
  readonly remedy: string;
}

/** The lists: of errors and findings, of diagnostics and what commands print, and of changes between contracts. */
export const REASON_LISTS = [
  "packages/soapwright-runtime/src/errors/reasons.ts",
  "packages/soapwright-contract/src/reasons.ts",
  "packages/soapwright-contract/src/change-reasons.ts",
] as const;

export const REASON_DOCS: readonly ReasonDoc[] = REASON_LISTS.flatMap((list) =>
  [...readFileSync(join(root, list), "utf8").matchAll(DECLARED)].map(
    ([, meaning = "", remedy = "", reason = "", kinds = ""]) => ({
      list,
      reason,
      kinds: [...kinds.matchAll(/"(\w+)"/g)].map(([, kind]) => kind!),
      meaning,
      remedy,
    }),
  ),
);

const TITLES: Readonly<Record<string, string>> = {
  FINDING: "A finding of the doctor, in its `code`",
  SKIPPED: "A check that the doctor skips",
  EXPORT: "An `ExportError`",
  COMMAND: "What a command prints",
  DOCUMENT: "A diagnostic of a document that cannot be read",
  WSDL: "A diagnostic of a WSDL",
  SCHEMA: "A diagnostic of a schema",
  CHANGE: "A change that `diff` prints",
  GENERATOR: "A diagnostic of the generator's configuration",
};

function section(kind: string): string {
  const rows = REASON_DOCS.filter(({ kinds }) => kinds.includes(kind)).map(
    ({ reason, meaning, remedy }) => `| \`${reason}\` | ${meaning} | ${remedy} |\n`,
  );
  const title = TITLES[kind] ?? `\`${kind}\``;
  return `\n### ${title}\n\n| \`reason\` | what it means | what to do |\n|---|---|---|\n${rows.join("")}`;
}

/** Returns the new text of docs/errors.md from the old one. */
export function withReasons(page: string): string {
  const isOfError = (kind: string): boolean => TITLES[kind] === undefined;
  const kinds = [...new Set(REASON_DOCS.flatMap((doc) => doc.kinds))];
  const ordered = [...kinds.filter(isOfError), ...kinds.filter((kind) => !isOfError(kind))];
  const sections = ordered.map(section).join("");
  return page.replace(
    /(<!-- reasons -->\n)[\s\S]*?(<!-- \/reasons -->)/,
    (_all, start, end) => `${start}${sections}\n${end}`,
  );
}

if (require.main === module) {
  const page = join(root, "docs/errors.md");
  writeFileSync(page, withReasons(readFileSync(page, "utf8")));
}
