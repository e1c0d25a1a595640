/** Returns an error of commander as sentences on one line: `unknown option '--prot'. Did you mean --port?` */
export function usageText(message: string): string {
  const lines = message
    .trim()
    .replace(/^error: /, "")
    .split("\n");
  return lines
    .map((line, at) => (at === 0 ? line : line.replace(/^\((.*)\)$/, "$1")))
    .map((line) => (/[.?!]$/.test(line) ? line : `${line}.`))
    .join(" ");
}

/**
 * Returns `mcp --help` for `help mcp`: a command that begins declares its options first. Without `--help` for a command that
 * is not among `commands`, for which Commander would show the help of all.
 */
export function helpAsOption(args: readonly string[], commands: readonly string[]): readonly string[] {
  const [first, second] = args;
  const asked = first === "help" && second !== undefined ? [second, "--help"] : args;
  const [name = "-"] = asked;
  const isKnown = name.startsWith("-") || commands.includes(name);
  return isKnown ? asked : asked.filter((word) => word !== "--help" && word !== "-h");
}
