import type { Diagnostic } from "../diagnostics";

const permissions = [
  "--allow-no-service",
  "--allow-no-prefix",
  "--allow-missing-messages",
  "--allow-wrong-import",
  "--allow-double-types",
  "--allow-outside",
  "--allow-remote",
];

/**
 * Returns a note with all flags that the errors suggest, so that the next run can allow all of them, if at least two
 * errors suggest flags.
 */
export function solvedTogether(found: readonly Diagnostic[], file: string): Diagnostic | undefined {
  const errors = found.filter(({ severity }) => severity === "error");
  // A misspelled name needs a correction, not a permission.
  const permittable = errors.filter(
    ({ hint = "", message }) =>
      /--(?:allow|catalog)/.test(hint) && !`${message} ${hint}`.toLowerCase().includes("did you mean"),
  );
  if (permittable.length < 2) return undefined;
  const flags: string[] = permissions.filter((flag) => permittable.some(({ hint }) => hint?.includes(flag)));
  const needsPermission = flags.length > 0;
  // Some documents can only be found through a catalog.
  const needsCatalog = permittable.some(({ hint }) => !permissions.some((flag) => hint?.includes(flag)));
  const means = [...(needsPermission ? ["permissions"] : []), ...(needsCatalog ? ["a catalog"] : [])].join(" and ");
  const rest = errors.length === permittable.length ? "" : " The other errors may be consequences";
  const catalog = flags.includes("--allow-remote") ? alternative(needsCatalog) : "";
  if (needsCatalog) flags.push("--catalog FILE");
  return {
    severity: "note",
    position: { file, line: 0, column: 0 },
    message: `${permittable.length} of the errors are solved by ${means}. Run the same command with ${flags.join(" ")}`,
    hint: `${catalog}${rest}`.trim() || "each of them is named above",
  };
}

function alternative(needsCatalog: boolean): string {
  return needsCatalog
    ? " Or let the catalog name the documents of --allow-remote too: none then comes from the network."
    : " Or put --catalog FILE in place of --allow-remote: no document then comes from the network.";
}
