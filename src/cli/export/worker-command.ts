/** `worker`: carries out exports that are in a queue, beside as many others as wanted. */

import type { Command } from "commander";
import { columnsOf, inputColumn } from "../../export/index";
import { type QueuedTask, startWorker, type TaskCalls } from "../../queue/index";
import type { AttemptInterceptor } from "../../runtime";
import { argumentPlaces } from "../places";
import type { Terminal } from "../terminal";
import { chosen, clientOf } from "./callable";
import { LONGEST_S, MOST_CALLS, positiveNumber, wholeNumberTo } from "./export-command";
import { endOfCommand } from "./export-end";
import { type QueueFlags, queueOf } from "./queue-export";

interface WorkerFlags extends QueueFlags {
  readonly concurrency: number;
  readonly rate?: number;
  readonly timeout: number;
  readonly patience: number;
}

/** Adds the command. */
export function addWorker(program: Command, terminal: Terminal): void {
  program
    .command("worker")
    .description("carries out exports that are in a queue; credentials come from its own environment")
    .option("--queue <address>", "the queue: redis://host:6379")
    .option("--to <address>", "the PostgreSQL database of the rows: postgres://user@host/database")
    .option("--concurrency <number>", "most calls at a time", wholeNumberTo(MOST_CALLS), 16)
    .option(
      "--rate <number>",
      "most requests a second of all workers together; give all of them the same",
      positiveNumber,
    )
    .option("--timeout <seconds>", "longest time for one request", wholeNumberTo(LONGEST_S), 30)
    .option(
      "--patience <seconds>",
      "how long the service may be away before the worker stops",
      wholeNumberTo(LONGEST_S),
      3600,
    )
    .option("--json", "events as lines of JSON on standard output")
    .option("--quiet", "print nothing but errors")
    .action(async (flags: WorkerFlags) => {
      try {
        await runWorker(flags, terminal);
      } catch (error) {
        throw endOfCommand(error, flags, terminal);
      }
    });
}

async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const clients: { close(): Promise<void> }[] = [];
  const { concurrency, rate, patience, timeout, json, quiet } = flags;
  const open = (task: QueuedTask, interceptor: AttemptInterceptor | undefined): TaskCalls => {
    const callable = chosen(task.operation, task.version);
    const client = clientOf(callable, { concurrency, timeoutMs: timeout * 1000, interceptor }, terminal.environment);
    clients.push(client);
    const places = argumentPlaces(callable.operation).places;
    return {
      columns: columnsOf(callable.operation),
      inputColumns: task.inputColumns.map((name) => inputColumn(name, places.find(({ key }) => key === name)?.type)),
      call: (input) => client.call(input.args),
      repeatable: callable.operation.safe,
    };
  };
  const worker = await startWorker({
    ...queueOf(flags, terminal),
    open,
    concurrency,
    perSecond: rate,
    requestMs: timeout * 1000,
    patienceMs: patience * 1000,
    onProgress: (done) => {
      if (json === true) terminal.out(`${JSON.stringify({ event: "chunk", ...done })}\n`);
    },
    onPresence: ({ server, isAway }) => {
      if (json === true) terminal.out(`${JSON.stringify({ event: isAway ? "away" : "back", server })}\n`);
      else if (quiet !== true)
        terminal.err(
          isAway ? `There is no connection to ${server}. The worker waits for it.\n` : `${server} is back.\n`,
        );
    },
  });
  if (json === true) terminal.out(`${JSON.stringify({ event: "start" })}\n`);
  else if (quiet !== true)
    terminal.err("The worker waits for exports. Interrupt it to stop after the chunks that it has.\n");
  void terminal.stopped().then(() => worker.stop());
  try {
    await worker.stopped;
  } finally {
    for (const client of clients) await client.close();
  }
}
