/** The end of the help of every command, in both programs. */

/** Examples, environment variables and exit codes of one command. */
export interface CommandNotes {
  /** Command lines, without the name of the program. */
  readonly examples: readonly string[];
  /** Environment variables besides those for the address and credentials, with their meanings. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly exitCodes: Readonly<Record<number, string>>;
}

/** Returns the part of a command's help that follows its options. */
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
