/** A page in the form that its reader follows: sections by heading, and the purpose of each code block. */
import { readFileSync } from "node:fs";

/** A reader's action with a code block. */
export type Step =
  /** Starts a command in its own terminal, and leaves it running. */
  | { readonly kind: "keep"; readonly text: string }
  /** Runs commands one after the other, and compares what they print where the page shows it. */
  | { readonly kind: "run"; readonly text: string; readonly printed: string | undefined }
  /** Puts the text into a file. */
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  /** Reads, or does by hand what the preceding sentence says. */
  | { readonly kind: "read"; readonly text: string };

/** Returns the steps of the named sections of a page, in order. */
export function stepsOf(page: string, headings: readonly string[]): Step[] {
  const sections = readFileSync(page, "utf8").split(/^(?=## )/m);
  return headings.flatMap((heading) => {
    const section = sections.find((text) => text.startsWith(`## ${heading}\n`));
    if (section === undefined) throw new Error(`${page} has no section "${heading}".`);
    const steps = sectionSteps(section);
    if (steps.length === 0) throw new Error(`The section "${heading}" of ${page} has no code block.`);
    return steps;
  });
}

function sectionSteps(section: string): Step[] {
  const steps: Step[] = [];
  let end = 0;
  for (const match of section.matchAll(/^```(\w+)\n([\s\S]*?)^```\n/gm)) {
    const [whole, language, text = ""] = match;
    const before = section.slice(end, match.index).trim();
    end = match.index + whole.length;
    const last = steps.at(-1);
    const file = /\bPut this into `([\w.-]+)`/.exec(before)?.[1];
    if (file !== undefined) steps.push({ kind: "file", path: file, text });
    else if (language === "sh") steps.push(commands(text));
    else if (language === "text" && before === "" && last?.kind === "run")
      steps.splice(-1, 1, { ...last, printed: text });
    else steps.push({ kind: "read", text });
  }
  return steps;
}

function commands(text: string): Step {
  return /^npx (?:employee-service sandbox|soapwright (?:mock|gateway)) .*\n$/.test(text)
    ? { kind: "keep", text }
    : { kind: "run", text, printed: undefined };
}
