import { type Command, InvalidArgumentError, Option } from "commander";
import { durationTo } from "../../commands/durations";
import { operationWords, wordFor } from "../../commands/operations";
import { completeArguments } from "../../completion/candidates";
import { UsageError } from "../../end/command-end";
import type { Terminal } from "../../terminal/terminal";
import { clientOptions, interfaceOption } from "../client-flags";
import { addNotes, addOptions } from "../command-parts";
import type { ServiceCommand } from "../service-command";
import type { ExportFlags } from "./export-flags";
import { exportCodesHelp, queueEnvironment } from "./export-notes";

export function addExport(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const { examples = {}, operationWords: words = "any operation by its name", shortNames = {} } = service.product;
  const command: Command = program
    .command("export")
    .description("an operation for each of many inputs, to a file or a table; the same command resumes it")
    .argument("[operation]", words)
    .argument("[arguments...]", "--name value, for each argument that is the same for all inputs")
    .option(
      "--ids <source>",
      "where the ids come from: a file (CSV, NDJSON, or ids alone), - for standard input, or a range such as 1001-1006",
    )
    .option("--id-column <name>", "the column with the ids; default: the one that is called like the argument")
    .option("--from <argument=column>", "an argument and the column that it comes from; may be repeated", collect)
    .option("--out <file>", "the file to write: .csv, .ndjson or .parquet")
    .addOption(
      new Option("--format <format>", "the format, where the name of the file does not say it").choices([
        "csv",
        "ndjson",
        "parquet",
      ]),
    )
    .option("--decimal <precision,scale>", "digits of decimals in Parquet, where the schema does not say them", digits)
    .option("--to <address>", "the PostgreSQL database to write to: postgres://user@host/database")
    .option("--queue <address>", "leave the calls to workers: redis://host:6379; with --to")
    .option("--status", "say how far the exports of a queue are, and enqueue again what it has lost")
    .option("--wait", "with --status: wait until workers have done all exports")
    .option("--table <name>", "the table; default: the name of the operation")
    .option("--append", "keep the rows that the same inputs have from earlier exports")
    .option("--journal <file>", "where the export keeps what is done; default: beside the output")
    .option("--errors <file>", "where failed inputs go; default: beside the output")
    .option("--retry-errors", "call for the failed inputs again")
    .addOption(sharedOptions.keepGoing)
    .addOption(sharedOptions.faultText)
    .option("--restart", "forget what is done, and replace the output")
    .addOption(sharedOptions.concurrency)
    .option("--rate <number>", "most requests a second", requestRate)
    .addOption(patienceOption("the export"))
    .addOption(interfaceOption(service))
    .addOption(sharedOptions.json)
    .addOption(sharedOptions.quiet)
    .allowUnknownOption()
    .action(async (word: string | undefined, args: readonly string[], flags: ExportFlags) => {
      const [{ runExport }, { showStatus }, { endOfCommand }] = await Promise.all([
        import("./run-export"),
        import("./queue-export"),
        import("./export-end"),
      ]);
      try {
        if (flags.status === true) await showStatus(service, flags, terminal);
        else if (word === undefined) throw new UsageError("An export needs the name of an operation.");
        else await runExport(service, word, { args, optionNames: longNames(command) }, flags, terminal);
      } catch (error) {
        throw endOfCommand(service, error, flags, terminal);
      }
    });
  addOptions(command, clientOptions("longest time for one request (default: 30s)"));
  const names = Object.keys(shortNames).map((word) => ({ word }));
  completeArguments(command, ([word]) => ({
    candidates: word === undefined ? [...names, ...operationWords(service.operations)] : [],
  }));
  addNotes(command, {
    examples: examples.export ?? exampleLines(service),
    environment: queueEnvironment,
    exitCodes: exportCodesHelp,
  });
}

/** `who` is the command that stops. */
export function patienceOption(who: string): Option {
  const says = `how long the service may be away before ${who} stops: 90s, 10m, 2h; without a unit seconds`;
  return new Option("--patience <time>", says).argParser(durationTo(LONGEST_PATIENCE_MS, "s")).default(3_600_000, "1h");
}

function exampleLines({ operations: [first] }: ServiceCommand): string[] {
  if (first === undefined) return [];
  const word = wordFor(first);
  return [
    `export ${word} --ids ids.csv --out results.csv`,
    `export ${word} --ids ids.csv --to postgres://user@host/database --queue redis://host:6379`,
  ];
}

function longNames({ options }: Command): string[] {
  return options.flatMap(({ long }) => (long === undefined ? [] : [long.slice(2)]));
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Eleven days. */
const LONGEST_PATIENCE_MS = 1_000_000_000;
const MOST_CALLS = 10_000;

/** The options of `export` and `worker`. */
export const sharedOptions = {
  concurrency: new Option("--concurrency <number>", "most calls at a time").argParser(callsAtATime).default(16),
  keepGoing: new Option("--keep-going", "continue even if no call has succeeded yet"),
  faultText: new Option(
    "--fault-text",
    "keep the reason of a fault among the errors: the service's own text, which may be personal",
  ),
  json: new Option("--json", "events as lines of JSON on standard output"),
  quiet: new Option("--quiet", "print only errors"),
};

function callsAtATime(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= MOST_CALLS) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_CALLS.toLocaleString("en-US")}.`);
}

export function requestRate(text: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError(
    "It must be a number of requests a second from 0.001 to 999999.999. Leave --rate out to send as many as --concurrency allows.",
  );
}

function digits(text: string): { readonly precision: number; readonly scale: number } {
  const [, precision = 0, scale = 0] = (/^(\d{1,2}),(\d{1,2})$/.exec(text) ?? []).map(Number);
  if (precision < 1 || precision > 38 || scale > precision)
    throw new InvalidArgumentError(
      "It must be two numbers such as 38,10: at most 38 digits, and how many of them are behind the point.",
    );
  return { precision, scale };
}
