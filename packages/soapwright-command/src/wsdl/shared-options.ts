/** Options that several commands have. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { LoadOptions } from "soapwright-contract";
import { defaultLimits, type LoadLimits } from "soapwright-contract/limits";

/** An option with the values that it takes, or the function that reads its value. */
export type Flag = readonly [
  flags: string,
  description: string,
  takes?: readonly string[] | ((text: string, before: unknown) => unknown),
];

export function withFlags(command: Command, flags: readonly Flag[]): Command {
  for (const [names, description, takes] of flags) {
    const option = new Option(names, description);
    if (typeof takes === "function") option.argParser(takes);
    else if (takes !== undefined) option.choices(takes);
    command.addOption(option);
  }
  return command;
}

/** Returns the reader of a value that has a form. It throws an `InvalidArgumentError`. */
export function matching(form: RegExp, otherwise: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(otherwise);
  };
}

/** Throws an `InvalidArgumentError` unless the text is a positive whole number. */
export function positive(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number <= 0)
    throw new InvalidArgumentError("It is not a positive whole number.");
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
    "leave out operations whose messages are not defined; an undefined element of a message may have any content",
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

export function withLoadOptions(command: Command): Command {
  return withFlags(command, loadFlags);
}

/** Options of the commands that read a WSDL and write no files. */
export interface DocumentOptions extends LoadFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export function withDocumentOptions(command: Command): Command {
  return withLoadOptions(command.option("--quiet", "print only errors"));
}

/** Declares `--json` for a command without a result in JSON. */
export function withProblemsAsJson(command: Command): Command {
  return command.option("--json", "print problems as JSON, an object a line");
}

/** The options of a command, as the end of another command's help. */
export function optionsText(command: Command): string {
  const [, options = ""] = /(Options:[\s\S]*)$/.exec(command.helpInformation()) ?? [];
  return `\nMore ${options.replace("Options:", "options:")}`;
}
