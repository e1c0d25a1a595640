import { extname } from "node:path";
import type { QueuedInput } from "soapwright-export";
import {
  type CsvSinkOptions,
  columnsOf,
  csvSink,
  exportCalls,
  FileJournal,
  ndjsonSink,
  parquetSink,
  postgresSink,
  type Sink,
  snakeCase,
} from "soapwright-export";
import { splitWords } from "../../call/parse-arguments";
import { wordFor } from "../../commands/operations";
import { CommandEnd, UsageError } from "../../end/command-end";
import { causeWords } from "../../end/complaint";
import { voiceOf } from "../../end/speech";
import type { Terminal } from "../../terminal/terminal";
import type { ServiceCommand } from "../service-command";
import { clientOf, loadClasses } from "./callable";
import { checkFlags, type ExportFlags } from "./export-flags";
import { exportExitCodes } from "./export-notes";
import { InputPlan, type PlannedExport } from "./input-plan";
import { JsonView, LineView, type ProgressView, type ViewOutput } from "./progress-view";
import { enqueue, identityOf, waitingIn } from "./queue-export";

/** Runs an export. Rejects with a `CommandEnd` unless all is well. */
export async function runExport(
  service: ServiceCommand,
  word: string,
  { args, optionNames }: { readonly args: readonly string[]; readonly optionNames: readonly string[] },
  flags: ExportFlags,
  terminal: Terminal,
): Promise<void> {
  const callable = service.operationNamed(word, flags.interface);
  const { ids, idColumn, from = [] } = flags;
  if (ids === undefined) throw new UsageError("An export needs --ids <source>: a file, - or a range.");
  checkFlags(flags);
  const plan = new InputPlan(callable.operation, {
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
    const planned = { callable, plan, survey: await plan.survey(), inputColumns };
    if (flags.queue === undefined) await callAll(service, planned, flags, terminal);
    else await enqueue(service, planned, flags, terminal);
  } finally {
    plan.close();
  }
}

async function callAll(
  service: ServiceCommand,
  planned: PlannedExport,
  flags: ExportFlags,
  terminal: Terminal,
): Promise<void> {
  const { callable, plan, survey } = planned;
  const { errors, ...destination } = destinationOf(planned, flags, terminal);
  const client = clientOf(service, callable, await loadClasses(service), flags, terminal.environment);
  const output = { ...terminal, words: causeWords(voiceOf(service, terminal)), way: client.way };
  const view = await viewOf(flags, output, wordFor(callable));
  const stop = new AbortController();
  void terminal.stopped().then(() => {
    view?.stopping();
    stop.abort();
  });
  try {
    const summary = await exportCalls<QueuedInput>({
      inputs: plan,
      // A range is not a file, which does no harm here.
      inputFiles: flags.ids === undefined || flags.ids === "-" ? [] : [flags.ids],
      call: (input) => client.call(input.args),
      describe: (input) => input,
      ...destination,
      identity: identityOf(planned),
      ...(survey === undefined ? {} : { total: survey.total }),
      concurrency: flags.concurrency,
      patienceMs: flags.patience,
      repeatable: callable.operation.safe,
      keepGoing: flags.keepGoing === true,
      faultText: flags.faultText === true,
      retryErrors: flags.retryErrors === true,
      restart: flags.restart === true,
      signal: stop.signal,
      onProgress: (progress) => view?.progress(progress),
    });
    view?.ended(summary, errors);
    if (summary.state === "stopped") throw new CommandEnd(exportExitCodes.stopped);
    if (summary.uncertain > 0) throw new CommandEnd(exportExitCodes.uncertain);
    if (summary.failed > 0) throw new CommandEnd(exportExitCodes.failure);
  } finally {
    view?.close?.();
    await client.close();
  }
}

function destinationOf({ callable, inputColumns }: PlannedExport, flags: ExportFlags, terminal: Terminal) {
  const { out = "", to } = flags;
  const columns = columnsOf(callable.operation);
  if (to !== undefined) {
    const table = flags.table ?? snakeCase(wordFor(callable));
    const errors = flags.errors ?? `${table}.errors.ndjson`;
    const append = flags.append === true;
    const onWaiting = waitingIn(flags, terminal);
    return {
      sink: postgresSink({ address: to, table, columns, inputColumns, append, errors, onWaiting }),
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

function fileSinkOf({ format, decimal }: ExportFlags, columns: CsvSinkOptions): Sink {
  const chosen = format ?? extname(columns.path).slice(1).toLowerCase();
  if (chosen === "csv") return csvSink(columns);
  if (chosen === "parquet") return parquetSink({ ...columns, ...(decimal === undefined ? {} : { decimal }) });
  if (["ndjson", "jsonl", "json"].includes(chosen)) return ndjsonSink(columns);
  throw new UsageError(
    `The format of ${columns.path} is not known. End its name in .csv, .ndjson or .parquet, or say --format.`,
  );
}

async function viewOf(flags: ExportFlags, terminal: ViewOutput, name: string): Promise<ProgressView | undefined> {
  if (flags.json === true) return new JsonView(terminal, name);
  // The exit code is the result.
  if (flags.quiet === true) return undefined;
  if (!process.stderr.isTTY) return new LineView(terminal);
  const { BarView } = await import("./progress-bar");
  return new BarView(process.stderr, terminal);
}
