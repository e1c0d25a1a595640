import { optionName } from "../../call/parse-arguments";
import { UsageError } from "../../end/command-end";
import type { ClientFlags } from "../client-flags";

export interface ExportFlags extends ClientFlags {
  readonly ids?: string;
  readonly idColumn?: string;
  readonly from?: readonly string[];
  readonly out?: string;
  readonly format?: "csv" | "ndjson" | "parquet";
  readonly decimal?: { readonly precision: number; readonly scale: number };
  readonly to?: string;
  readonly queue?: string;
  readonly status?: true;
  readonly wait?: true;
  readonly table?: string;
  readonly append?: true;
  readonly journal?: string;
  readonly errors?: string;
  readonly retryErrors?: true;
  readonly keepGoing?: true;
  readonly faultText?: true;
  readonly restart?: true;
  readonly concurrency: number;
  readonly rate?: number;
  /** Unit: milliseconds. */
  readonly patience: number;
  readonly interface?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** These options have no effect for a kind of output, and would be ignored silently. */
const USELESS: readonly (readonly [
  kind: "file" | "table" | "queue",
  names: readonly (keyof ExportFlags)[],
  why: string,
])[] = [
  ["file", ["table", "append"], "is for a table. Name the database with --to"],
  ["table", ["journal", "format", "decimal"], "is for files. The journal of a table is in its database"],
  ["queue", ["out", "journal", "format", "decimal"], "is for files, and workers write to a table. Leave it out"],
  ["queue", ["errors"], "is not for a queue: the failed inputs are in the table export_errors. Leave it out"],
  [
    "queue",
    ["rate", "endpoint", "namespaceBaseUrl", "timeout", "proxy", "allowInsecure"],
    "is not for a queue: give it to the workers, which make the calls",
  ],
  [
    "queue",
    ["retryErrors"],
    "is not for a queue: export the inputs of the table export_errors from a file of their own",
  ],
];

/** Throws a `CommandEnd` for options that contradict each other. */
export function checkFlags(flags: ExportFlags): void {
  const { out, to, queue, errors, journal } = flags;
  if (flags.wait === true) throw new UsageError("option '--wait' is for --status.");
  if ((out === undefined) === (to === undefined) && queue === undefined)
    throw new UsageError("An export needs --out <file> or --to <address>, and not both.");
  const kind = queue !== undefined ? "queue" : to !== undefined ? "table" : "file";
  for (const [of, names, why] of USELESS) {
    const name = of === kind ? names.find((each) => flags[each] !== undefined) : undefined;
    if (name === undefined) continue;
    throw new UsageError(`option '--${optionName(name)}' ${why}.`);
  }
  for (const [name, value] of Object.entries({ out, errors, journal }))
    if (value === "") throw new UsageError(`option '--${name}' takes a file, and is empty.`);
  if (out === "-")
    throw new UsageError(
      "option '--out' takes a file: an export resumes where it stopped, and standard output cannot be cut back.",
    );
}
