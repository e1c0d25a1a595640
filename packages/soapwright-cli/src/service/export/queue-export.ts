import { setTimeout as delay } from "node:timers/promises";
import {
  columnsOf,
  enqueueExport,
  exportStatus,
  type LeftChunks,
  type QueueAddresses,
  type QueuedInput,
  type StatusReport,
  snakeCase,
} from "soapwright-export";
import { printable, printableLines } from "soapwright-runtime/xsd";
import { wordFor } from "../../commands/operations";
import { CommandEnd, UsageError } from "../../end/command-end";
import type { Terminal } from "../../terminal/terminal";
import type { ServiceCommand } from "../service-command";
import type { ExportFlags } from "./export-flags";
import { exportExitCodes } from "./export-notes";
import type { InputPlan, PlannedExport } from "./input-plan";
import { count, counted, LINE_MS } from "./progress-view";

export type QueueFlags = Pick<ExportFlags, "queue" | "to" | "table" | "append" | "restart" | "json" | "quiet">;

/** Prints an event as a line of JSON, or its note for a person. */
export function teller(
  { json, quiet }: Pick<QueueFlags, "json" | "quiet">,
  { out, err }: Terminal,
): (event: object, note: string) => void {
  return (event, note) => {
    if (json === true) out(`${JSON.stringify(event)}\n`);
    else if (quiet !== true) err(printableLines(`${note}\n`));
  };
}

export async function enqueue(
  service: ServiceCommand,
  planned: PlannedExport,
  flags: QueueFlags,
  terminal: Terminal,
): Promise<void> {
  const { callable, plan, inputColumns } = planned;
  const { operation, version } = callable;
  const table = flags.table ?? snakeCase(wordFor(callable));
  const { id, inputs } = await enqueueExport({
    ...(await queueOf(service, flags, terminal)),
    task: {
      operation: operation.method,
      version: version.name,
      table,
      append: flags.append === true,
      inputColumns: inputColumns.map(({ name }) => name),
    },
    columns: columnsOf(operation),
    inputColumns,
    inputs: untilStopped(plan, terminal),
    identity: identityOf(planned),
    restart: flags.restart === true,
  });
  const note = `Enqueued ${counted(inputs, "input")} as export ${id} for the table ${table}.`;
  teller(flags, terminal)(
    { event: "enqueued", export: id, table, inputs },
    `${note} Workers take them; export --status says how far they are.`,
  );
}

export function identityOf({ callable, plan, survey }: PlannedExport): { readonly [name: string]: string } {
  const { operation, version } = callable;
  const inputs = survey === undefined ? {} : { inputs: survey.fingerprint };
  return { operation: `${operation.name} of ${version.name}`, arguments: plan.fixed, ...inputs };
}

/** Ctrl-C ends the inputs even while the next one is awaited. */
async function* untilStopped(plan: InputPlan, terminal: Terminal): AsyncGenerator<QueuedInput, void, undefined> {
  let end: CommandEnd | undefined;
  void terminal.stopped().then(() => {
    end = new CommandEnd(
      exportExitCodes.stopped,
      "Not every input is enqueued. Run the same command again: it resumes where it stopped.",
    );
    plan.close();
  });
  try {
    for await (const input of plan) {
      if (end !== undefined) break;
      yield input;
    }
  } catch (error) {
    throw end ?? error;
  }
  if (end !== undefined) throw end;
}

const LOOK_MS = 2_000;

/** Rejects with a `CommandEnd` if an export is not done. */
export async function showStatus(
  service: ServiceCommand,
  flags: QueueFlags & Pick<ExportFlags, "wait">,
  terminal: Terminal,
): Promise<void> {
  const addresses = await queueOf(service, flags, terminal);
  let report = await exportStatus(addresses);
  let again = report.enqueuedAgain;
  let reportedAt = Number.NEGATIVE_INFINITY;
  while (flags.wait === true && !isDone(report)) {
    if (performance.now() - reportedAt >= LINE_MS) {
      reportedAt = performance.now();
      const { queued } = report;
      const note = `Waiting for workers: ${counted(queued, "chunk")} left. Ctrl-C stops the command.`;
      teller(flags, terminal)({ event: "wait", queued }, note);
    }
    const isStopped = await Promise.race([delay(LOOK_MS, false), terminal.stopped().then(() => true)]);
    if (isStopped)
      throw new CommandEnd(exportExitCodes.stopped, "The command no longer waits; the exports are as they were.");
    report = await exportStatus(addresses);
    again += report.enqueuedAgain;
  }
  printStatus({ ...report, enqueuedAgain: again }, flags, terminal);
  if (!isDone(report)) throw new CommandEnd(exportExitCodes.unfinished);
  if (report.exports.some(({ uncertain }) => uncertain > 0)) throw new CommandEnd(exportExitCodes.uncertain);
}

function isDone({ exports }: StatusReport): boolean {
  return exports.every(({ isEnqueued, chunks, chunksDone }) => isEnqueued && chunksDone >= chunks);
}

function printStatus(
  { exports, queued, enqueuedAgain, left }: StatusReport,
  flags: QueueFlags,
  terminal: Terminal,
): void {
  if (flags.json === true) {
    terminal.out(`${JSON.stringify({ event: "status", exports, queued, enqueuedAgain, left })}\n`);
    return;
  }
  for (const status of exports) {
    const state = status.isEnqueued ? "" : ", not enqueued to its end: run the export again";
    const { uncertain } = status;
    terminal.out(
      `${status.table}: ${count(status.done)} of ${counted(status.inputs, "input")}, ${counted(status.rows, "row")}, ${counted(status.nothing, "input")} without rows, ${count(status.failed)} failed${state} (export ${status.export})\n`,
    );
    if (uncertain > 0)
      terminal.out(
        `${counted(uncertain, "call")} of them may have been made. Check these inputs in the service, and delete their rows: SELECT input, message FROM export_errors WHERE export = '${status.export}' AND code = 'MAYBE'\n`,
      );
  }
  const [were, are] = enqueuedAgain === 1 ? ["was", "is"] : ["were", "are"];
  const again = enqueuedAgain === 0 ? "" : ` ${count(enqueuedAgain)} of them ${were} lost, and ${are} enqueued again.`;
  for (const each of left) {
    const least = each.atLeast === true ? "at least " : "";
    terminal.out(`${least}${counted(each.chunks, "chunk")} of ${leftText(each)}\n`);
  }
  terminal.out(`${counted(queued, "chunk")} ${queued === 1 ? "is" : "are"} in the queue or at workers.${again}\n`);
}

/** For example `addressGetList of v4 (export 1f0c…) cannot be carried out now, and stays in the queue: There is no …`. */
export function leftText({ operation, version, export: id, reason }: LeftChunks): string {
  const what = operation === undefined ? "a job that cannot be read" : `${operation} of ${version ?? "no version"}`;
  const whose = id === undefined ? "" : ` (export ${id})`;
  return printable(
    `${what}${whose} cannot be carried out now, and stays in the queue${reason === "" ? "." : `: ${reason}`}`,
  );
}

/** Both addresses are required: the database holds the progress and the rows. */
export async function queueOf(
  { product }: ServiceCommand,
  flags: QueueFlags,
  terminal: Terminal,
): Promise<QueueAddresses> {
  const { queue, to } = flags;
  if (queue === undefined || to === undefined)
    throw new UsageError(
      "A queue needs --queue redis://<host> and --to postgres://<user>@<host>/<database>: the database knows what is done.",
    );
  const tell = teller(flags, terminal);
  const onWarning = (message: string) => tell({ event: "warning", message }, `warning: ${message}`);
  const onWaiting = waitingIn(flags, terminal);
  return {
    queue,
    to,
    product: product.queuePrefix ?? product.name,
    password: await redisPassword(terminal),
    onWarning,
    onWaiting,
  };
}

export function waitingIn(flags: Pick<QueueFlags, "json" | "quiet">, terminal: Terminal): (message: string) => void {
  return (message) => teller(flags, terminal)({ event: "wait", message }, message);
}

/** A password file has one line. */
const LONGEST_PASSWORD = 65_536;

async function redisPassword({ environment }: Terminal): Promise<string | undefined> {
  const { REDIS_PASSWORD: password, REDIS_PASSWORD_FILE: file } = environment;
  if (password !== undefined && password !== "") return password;
  if (file === undefined || file === "") return undefined;
  const { readRegularFile } = await import("soapwright-sandbox");
  try {
    return Buffer.from(readRegularFile(file, LONGEST_PASSWORD))
      .toString("utf8")
      .replace(/\r?\n$/, "");
  } catch (error) {
    throw new UsageError(`REDIS_PASSWORD_FILE cannot be read: ${(error as Error).message}.`);
  }
}
