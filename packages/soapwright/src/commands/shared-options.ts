import { type Command, InvalidArgumentError, Option } from "commander";
import { defaultLimits, type LoadLimits, type LoadOptions } from "soapwright-contract";
import { moduleForm, moduleWording } from "../config/config-options";
import { loadOptionsIn } from "../config/stage-options";

export interface LoadFlags extends Omit<LoadOptions, "catalogs" | "mayBeSchema" | "limits">, Partial<LoadLimits> {
  readonly catalog?: readonly string[];
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

export function withLoadOptions(command: Command): Command {
  command
    .addOption(
      new Option("--catalog <file>", "file that says where imported documents are (repeatable)").argParser(collect),
    )
    .option("--allow-outside", "read documents outside the folder of the WSDL")
    .option("--allow-remote", "read documents over http and https")
    .option("--allow-no-service", "make a service of each port type that has a binding, if the WSDL has no service")
    .option(
      "--allow-missing-messages",
      "leave out operations whose messages are not defined; an undefined element of a message may have any content",
    )
    .option("--allow-no-prefix", "read messages, port types and bindings that are named without a prefix")
    .option("--allow-wrong-import", "read a schema in its own namespace where its import names another")
    .option("--allow-double-types", "take the first of several different definitions of one type")
    .addOption(
      new Option("--ignore-required <name>", "ignore this extension, which the WSDL requires (repeatable)").argParser(
        collect,
      ),
    );
  for (const [flag, name, what] of limits) {
    command.addOption(new Option(flag, `most ${what} (default ${defaultLimits[name]})`).argParser(positive));
  }
  return command;
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

export function loadOptions(flags: LoadFlags): LoadOptions {
  const limitFlags = limits.flatMap(([, name]) => (flags[name] === undefined ? [] : [[name, flags[name]]]));
  return {
    ...loadOptionsIn(flags),
    ...(flags.catalog === undefined ? {} : { catalogs: flags.catalog }),
    ...(limitFlags.length === 0 ? {} : { limits: Object.fromEntries(limitFlags) }),
  };
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Splits names at commas. Throws an `InvalidArgumentError` for an empty name. */
export function names(value: string): string[] {
  const list = value.split(",").map((name) => name.trim());
  if (list.includes("")) throw new InvalidArgumentError("It has an empty name.");
  return list;
}

/** Throws an `InvalidArgumentError` unless the text is a positive whole number. */
export function positive(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number <= 0)
    throw new InvalidArgumentError("It is not a positive whole number.");
  return number;
}

/** Checks the value of `--runtime` or `--features`. Throws an `InvalidArgumentError`. */
export function runtimeModule(specifier: string): string {
  if (moduleForm.test(specifier)) return specifier;
  throw new InvalidArgumentError(`It takes ${moduleWording}.`);
}
