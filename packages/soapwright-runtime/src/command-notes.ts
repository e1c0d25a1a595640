/** What the help of each command ends with, in both programs. */

/** What the help of a command ends with. */
export interface CommandNotes {
  /** Command lines, without the name of the program. */
  readonly examples: readonly string[];
  /** What it reads from the environment beside address and credentials. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What each of its exit codes means. */
  readonly exitCodes: Readonly<Record<number, string>>;
}

/** The help of a command behind its options: examples, and the command's own exit codes. */
export function notesText(program: string, { examples, environment = {}, exitCodes }: CommandNotes): string {
  const sections = [
    ["Examples", examples.map((example) => `  ${program} ${example}`.trimEnd())],
    ["Environment", listOf(environment)],
    ["Exit codes", listOf(exitCodes)],
  ] as const;
  return sections
    .filter(([, list]) => list.length > 0)
    .map(([title, list]) => `\n${title}:\n${list.join("\n")}\n`)
    .join("");
}

function listOf(entries: Readonly<Record<string, string>>): string[] {
  const width = Math.max(0, ...Object.keys(entries).map(({ length }) => length));
  return Object.entries(entries).map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
