/** Options that several commands have. */

import { defaultLimits, type LoadLimits } from "../load/default-limits";
import type { LoadOptions } from "../load/load-options";

/** What an option of a command is declared by: an option of commander, which this package does not need. */
interface DeclaredOption {
  argParser(read: (text: string, before: unknown) => unknown): unknown;
  choices(values: readonly string[]): unknown;
}

/** The part of a command that options are added to; a command of commander has it. */
interface OptionTaker {
  createOption(flags: string, description?: string): DeclaredOption;
  addOption(option: DeclaredOption): unknown;
}

/** A value that an option does not take. Its code is the one by which commander knows such an error. */
class InvalidFlagError extends Error {
  readonly code = "commander.invalidArgument";
}

/** An option with the values that it takes, or the function that reads its value. */
export type Flag = readonly [
  flags: string,
  description: string,
  takes?: readonly string[] | ((text: string, before: unknown) => unknown),
];

/** Adds options to a command of commander, and returns it. */
export function withFlags<C extends object>(command: C, flags: readonly Flag[]): C {
  const taker = command as C & OptionTaker;
  for (const [names, description, takes] of flags) {
    const option = taker.createOption(names, description);
    if (typeof takes === "function") option.argParser(takes);
    else if (takes !== undefined) option.choices(takes);
    taker.addOption(option);
  }
  return command;
}

/** Returns the reader of a value that has a form. It throws an error that commander reports. */
export function matching(form: RegExp, otherwise: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidFlagError(otherwise);
  };
}

/** Throws an error that commander reports unless the text is a positive whole number. */
export function positive(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number <= 0) throw new InvalidFlagError("It is not a positive whole number.");
  return number;
}

function collect(value: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), value];
}

/** A bigint is exact, but `JSON.stringify` rejects it. */
export const int64Flag: Flag = [
  "--int64 <type>",
  "what xs:long, unsignedLong and integer are (default bigint)",
  ["bigint", "string", "number"],
];

export interface LoadFlags
  extends Omit<LoadOptions, "catalogs" | "skipOperations" | "mayBeSchema" | "limits">,
    Partial<LoadLimits> {
  readonly catalog?: readonly string[];
  readonly skipOperation?: readonly string[];
}

const limits: readonly (readonly [flag: string, name: keyof LoadLimits, what: string])[] = [
  ["--max-file-bytes <count>", "maxFileBytes", "bytes of one document"],
  ["--max-total-bytes <count>", "maxTotalBytes", "bytes of all documents"],
  ["--max-files <count>", "maxFiles", "documents"],
  ["--max-types <count>", "maxTypes", "type definitions"],
  ["--max-particles <count>", "maxParticles", "particles of one type"],
  ["--timeout-ms <count>", "timeoutMs", "milliseconds for one document of the network"],
  ["--total-timeout-ms <count>", "totalTimeoutMs", "milliseconds for all documents of the network"],
  ["--max-depth <count>", "maxDepth", "nesting of elements and of documents"],
];

const loadFlags: readonly Flag[] = [
  ["--catalog <file>", "file that says where imported documents are (repeatable)", collect],
  ["--allow-outside", "read documents outside the folder of the WSDL"],
  ["--allow-remote", "read documents over http and https"],
  ["--allow-no-service", "make a service of each port type that has a binding, if the WSDL has no service"],
  [
    "--allow-missing-messages",
    "leave out operations whose messages are not defined; an undefined element of a message, or of an undefined type, may have any content",
  ],
  ["--allow-no-prefix", "read messages, port types and bindings that are named without a prefix"],
  ["--allow-wrong-import", "read a schema in its own namespace where its import names another"],
  ["--allow-double-types", "take the first of several different definitions of one type"],
  ["--skip-operation <name>", "leave out this operation, and what only it needs (repeatable)", collect],
  [
    "--rpc-namespace <which>",
    "the namespace of rpc messages whose soap:body names none (default none, with a warning)",
    ["none", "target"],
  ],
  ["--ignore-required <name>", "ignore this extension, which the WSDL requires (repeatable)", collect],
  ...limits.map(([flag, name, what]): Flag => [flag, `most ${what} (default ${defaultLimits[name]})`, positive]),
];

/** Adds the options of reading a WSDL to a command of commander, and returns it. */
export function withLoadOptions<C extends object>(command: C): C {
  return withFlags(command, loadFlags);
}

/** Options of the commands that read a WSDL and write no files. */
export interface DocumentOptions extends LoadFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export function withDocumentOptions<C extends object>(command: C): C {
  return withLoadOptions(withFlags(command, [["--quiet", "print only errors"]]));
}

/** Declares `--json` for a command without a result in JSON. */
export function withProblemsAsJson<C extends object>(command: C): C {
  return withFlags(command, [["--json", "print problems as JSON, an object a line"]]);
}
