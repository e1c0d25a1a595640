import { columnsOf, inputColumn, type QueuedTask, startWorker, type TaskCalls } from "soapwright-export";
import type { AttemptInterceptor } from "soapwright-runtime";
import { argumentPlaces } from "../../call/places";
import { checkEndpoint, chosenOf } from "../../commands/operations";
import { causeWords } from "../../end/complaint";
import { voiceOf } from "../../end/speech";
import type { Terminal } from "../../terminal/terminal";
import { SILENCE_MS } from "../../terminal/wait-note";
import type { ClientFlags } from "../client-flags";
import { flagsFor } from "../client-flags";
import type { ServiceCommand } from "../service-command";
import { clientOf, loadClasses } from "./callable";
import type { ExportFlags } from "./export-flags";
import { count, counted, LINE_MS, silenceText } from "./progress-view";
import type { QueueFlags } from "./queue-export";
import { leftText, queueOf, teller } from "./queue-export";

export type WorkerFlags = QueueFlags &
  ClientFlags &
  Pick<ExportFlags, "concurrency" | "rate" | "patience" | "interface" | "faultText" | "keepGoing">;

const REQUEST_MS = 30_000;

const LOOK_MS = 250;

/** All callers of the host share one rate. A wrong address is reported with the first client. */
function serviceOf(
  command: ServiceCommand,
  { endpoint }: WorkerFlags,
  { environment }: Terminal,
): { readonly service?: string } {
  const address =
    endpoint ??
    command
      .variablesOf("baseUrl")
      .map((name) => environment[name])
      .find((value) => (value ?? "") !== "") ??
    "";
  return URL.canParse(address) ? { service: new URL(address).host } : {};
}

/** Carries out the chunks of a queue until the command is stopped. */
export async function runWorker(service: ServiceCommand, flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const clients: { close(): Promise<void> }[] = [];
  let way = "the service";
  const { concurrency, rate, patience, timeout, json } = flags;
  const chosen = chosenOf(service.services, flags.interface, "version");
  checkEndpoint(chosen, flags, { kind: "version", chooser: "--interface" });
  const classes = await loadClasses(service);
  const open = (task: QueuedTask, interceptor: AttemptInterceptor | undefined): TaskCalls => {
    // A task names the method, which may be the name of another operation.
    const named = service.operations.find(
      ({ name, operation }) => name === task.version && operation.method === task.operation,
    );
    const callable = named ?? service.operationNamed(task.operation, task.version);
    // The rate is shared by all workers, and the interceptor enforces it.
    const { rate: _, ...ownFlags } = flagsFor(callable.version, flags.interface, flags);
    const client = clientOf(service, callable, classes, ownFlags, terminal.environment, interceptor);
    clients.push(client);
    way = client.way;
    const places = argumentPlaces(callable.operation).places;
    return {
      columns: columnsOf(callable.operation),
      inputColumns: task.inputColumns.map((name) => inputColumn(name, places.find(({ key }) => key === name)?.type)),
      call: (input) => client.call(input.args),
      repeatable: callable.operation.safe,
    };
  };
  const causeText = causeWords(voiceOf(service, terminal));
  const say = teller(flags, terminal);
  const addresses = await queueOf(service, flags, terminal);
  const worker = await startWorker({
    ...addresses,
    ...serviceOf(service, flags, terminal),
    faultText: flags.faultText === true,
    keepGoing: flags.keepGoing === true,
    open,
    concurrency,
    perSecond: rate,
    requestMs: timeout ?? REQUEST_MS,
    patienceMs: patience,
    onProgress: (done) => {
      if (json === true) terminal.out(`${JSON.stringify({ event: "chunk", ...done })}\n`);
    },
    onLeft: (left) =>
      say(
        { event: "left", ...left },
        `${leftText(left)} Other workers may take it; this one goes on with the rest and tries again.`,
      ),
    onTrouble(error) {
      if (error === undefined) say({ event: "well" }, "Calls succeed again.");
      else say({ event: "wait", message: causeText(error) }, `The worker waits for the service: ${causeText(error)}`);
    },
    onStarved: ({ message }) => say({ event: "starved", message }, message),
    onPresence({ server, isAway }) {
      if (isAway) say({ event: "away", server }, `There is no connection to ${server}. The worker waits for it.`);
      else say({ event: "back", server }, `${server} is back.`);
    },
  });
  say({ event: "start" }, "The worker waits for exports. Interrupt it to stop after the chunks that it has.");
  void terminal.stopped().then(() => worker.stop());
  let reportedAt = performance.now();
  let wasSilent = false;
  const looks = setInterval(() => {
    const progress = worker.progress();
    if (progress.chunks === 0) return;
    const isSilent = progress.silentMs >= SILENCE_MS;
    const isNews = isSilent && !wasSilent;
    wasSilent = isSilent;
    if (!isNews && performance.now() - reportedAt < LINE_MS) return;
    reportedAt = performance.now();
    const { inputs, rows, failed, concurrency } = progress;
    const silence = isSilent ? `: ${silenceText(progress, way)}` : "";
    const done = `${counted(inputs, "input")} done, ${counted(rows, "row")}, ${count(failed)} failed`;
    say({ event: "progress", ...progress }, `Working: ${done}, ${concurrency} at a time${silence}`);
  }, LOOK_MS);
  try {
    await worker.stopped;
  } finally {
    clearInterval(looks);
    for (const client of clients) await client.close();
  }
}
