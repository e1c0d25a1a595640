/** One command in place of as many runs as there are permissions to ask for. */
import type { Diagnostic } from "../diagnostics";

const permissions = [
  ...["--allow-no-service", "--allow-no-prefix", "--allow-missing-messages", "--allow-outside", "--allow-remote"],
] as const;

/** A note with all the flags that the errors ask for, where several errors ask for any. */
export function solvedTogether(found: readonly Diagnostic[], file: string): Diagnostic | undefined {
  const asking = found.filter(({ severity, hint }) => severity === "error" && /--(?:allow|catalog)/.test(hint ?? ""));
  const flags = permissions.filter((flag) => asking.some(({ hint }) => hint?.includes(flag)));
  if (asking.length < 2 || flags.length === 0) return undefined;
  const others = found.filter(({ severity }) => severity === "error").length - asking.length;
  const rest = others === 0 ? "" : " The other errors may be consequences";
  const catalog = flags.includes("--allow-remote")
    ? " Or put --catalog FILE in place of --allow-remote: no document then comes from the network."
    : "";
  return {
    severity: "note",
    position: { file, line: 0, column: 0 },
    message: `${asking.length} of the errors are solved by permissions. Run the same command with ${flags.join(" ")}`,
    hint: `${catalog}${rest}`.trim() || "each of them is named above",
  };
}
