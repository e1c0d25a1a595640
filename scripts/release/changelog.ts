/** The page that tells callers what a release brings. */
import { type Change, changeLine, type Severity } from "./changes";

const titles: readonly (readonly [Severity, string])[] = [
  ["breaking", "What breaks"],
  ["compatible", "What is new"],
  ["documentation", "Documentation"],
];
const unreleased = "Unreleased";

/** `text` with an entry for `version` on top. What stands under "Unreleased" moves into it; an entry that is there already stays. */
export function withEntry(text: string, version: string, changes: readonly Change[]): string {
  if (entryOf(text, version) !== undefined) return text;
  const written = entryOf(text, unreleased);
  const rest = written === undefined ? text : text.replace(sectionPattern(unreleased), "");
  const sections = titles.flatMap(([severity, title]) => {
    const lines = changes.filter((change) => change.severity === severity).map(changeLine);
    return lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`];
  });
  const body =
    [...(written ? [written] : []), ...sections].join("\n\n") || "- No change of the contract or of the interface.";
  const [head, ...others] = rest.split(/^(?=## )/m);
  const title = (head ?? "").trim() || "# Changelog";
  return [title, `## ${version}\n\n${body}`, ...others.map((other) => other.trim())].join("\n\n").concat("\n");
}

/** The text of an entry without its title; undefined when there is none. */
export function entryOf(text: string, version: string): string | undefined {
  return sectionPattern(version).exec(text)?.[1]?.trim();
}

function sectionPattern(title: string): RegExp {
  return new RegExp(`^## ${title.replace(/[.]/g, "\\.")}\\s*?\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, "m");
}
