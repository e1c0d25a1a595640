/** One export, from its arguments to its end. */

import { extname } from "node:path";
import {
  type Column,
  columnsOf,
  csvSink,
  exportCalls,
  FileJournal,
  type Journal,
  ndjsonSink,
  parquetSink,
  postgresSink,
  type Sink,
} from "soapwright-export";
import { snakeCase } from "soapwright-runtime/internal";
import { type CallableOperation, operationNamed, wordFor } from "../cli-operations";
import { CommandEnd } from "../command-end";
import { causeWords } from "../complaint";
import { splitWords } from "../parse-arguments";
import type { Terminal } from "../terminal";
import { UsageError } from "../usage-error";
import { BarView } from "./bar-view";
import { clientOf } from "./callable";
import { exportExitCodes } from "./export-end";
import { checkFlags, type ExportFlags } from "./export-flags";
import { InputPlan, type PlannedInput, type Survey } from "./input-plan";
import { JsonView, LineView, type ProgressView, type ViewOutput } from "./progress-view";
import { enqueue, identityOf, waitingIn } from "./queue-export";

interface Destination {
  readonly sink: Sink;
  readonly journal: Journal | undefined;
  readonly errors: string;
}

/** Runs an export. Rejects with a `CommandEnd` unless all is well. */
export async function runExport(
  word: string,
  { args, optionNames }: { readonly args: readonly string[]; readonly optionNames: readonly string[] },
  flags: ExportFlags,
  terminal: Terminal,
): Promise<void> {
  const callable = operationNamed(word, flags.interface);
  const { operation } = callable;
  const { ids, idColumn, from = [] } = flags;
  if (ids === undefined) throw new UsageError("An export needs --ids <source>: a file, - or a range.");
  checkFlags(flags);
  const plan = new InputPlan(operation, {
    ids,
    idColumn,
    from,
    fixed: splitWords(args, {}).options,
    ownColumns: optionNames,
  });
  try {
    const inputColumns = await Promise.race([plan.columns(), terminal.stopped()]);
    if (inputColumns === undefined)
      throw new CommandEnd(exportExitCodes.stopped, "The export was stopped before its first input.");
    const survey = await plan.survey();
    if (flags.queue !== undefined) await enqueue(callable, plan, survey, inputColumns, flags, terminal);
    else await callAll(callable, plan, survey, inputColumns, flags, terminal);
  } finally {
    plan.close();
  }
}

async function callAll(
  callable: CallableOperation,
  plan: InputPlan,
  survey: Survey | undefined,
  inputColumns: readonly Column[],
  flags: ExportFlags,
  terminal: Terminal,
): Promise<void> {
  const { operation } = callable;
  const { sink, journal, errors } = destinationOf(flags, callable, inputColumns, terminal);
  const client = clientOf(callable, flags, terminal.environment);
  const output = { ...terminal, words: causeWords(terminal), way: client.way };
  const view = viewOf(flags, output, wordFor(callable));
  const stop = new AbortController();
  void terminal.stopped().then(() => {
    view?.stopping();
    stop.abort();
  });
  try {
    view?.started?.();
    const summary = await exportCalls<PlannedInput>({
      inputs: plan,
      // A range is not a file, which does no harm here.
      inputFiles: flags.ids === undefined || flags.ids === "-" ? [] : [flags.ids],
      call: (input) => client.call(input.args),
      describe: (input) => input,
      sink,
      ...(journal === undefined ? {} : { journal }),
      identity: identityOf(callable, plan, survey),
      ...(survey === undefined ? {} : { total: survey.total }),
      concurrency: flags.concurrency,
      patienceMs: flags.patience,
      repeatable: operation.safe,
      keepGoing: flags.keepGoing === true,
      faultText: flags.faultText === true,
      retryErrors: flags.retryErrors === true,
      restart: flags.restart === true,
      signal: stop.signal,
      onProgress: (progress) => view?.progress(progress),
    });
    view?.ended(summary, errors);
    if (summary.state === "stopped") throw new CommandEnd(exportExitCodes.stopped);
    if (summary.failed > 0) throw new CommandEnd(exportExitCodes.failed);
  } finally {
    view?.close?.();
    await client.close();
  }
}

function destinationOf(
  flags: ExportFlags,
  callable: CallableOperation,
  inputColumns: readonly Column[],
  terminal: Terminal,
): Destination {
  const { out = "", to } = flags;
  const columns = columnsOf(callable.operation);
  if (to !== undefined) {
    const table = flags.table ?? snakeCase(wordFor(callable));
    const errors = flags.errors ?? `${table}.errors.ndjson`;
    const append = flags.append === true;
    const onWaiting = waitingIn(flags, terminal);
    return {
      sink: postgresSink({ address: to, table, columns, inputColumns, append, errors, onWaiting }),
      journal: undefined,
      errors,
    };
  }
  // The name keeps its extension, so that the same export in another format has its own errors.
  const errors = flags.errors ?? `${out}.errors.ndjson`;
  const path = flags.journal ?? `${out}.journal`;
  return {
    sink: fileSinkOf(flags, { path: out, columns, inputColumns }),
    journal: new FileJournal({ path, errors }),
    errors,
  };
}

type FileColumns = Parameters<typeof csvSink>[0];

function fileSinkOf({ format, decimal }: ExportFlags, columns: FileColumns): Sink {
  const chosen = format ?? extname(columns.path).slice(1).toLowerCase();
  if (chosen === "csv") return csvSink(columns);
  if (chosen === "parquet") return parquetSink({ ...columns, ...(decimal === undefined ? {} : { decimal }) });
  if (["ndjson", "jsonl", "json"].includes(chosen)) return ndjsonSink(columns);
  throw new UsageError(
    `The format of ${columns.path} is not known. End its name in .csv, .ndjson or .parquet, or say --format.`,
  );
}

function viewOf(flags: ExportFlags, terminal: ViewOutput, name: string): ProgressView | undefined {
  if (flags.json === true) return new JsonView(terminal, name);
  // The exit code is the result.
  if (flags.quiet === true) return undefined;
  return process.stderr.isTTY ? new BarView(process.stderr, terminal) : new LineView(terminal);
}
