import { mapConcurrent } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { ignoreRejection } from "soapwright-runtime/extend";
import { callInput } from "./calling";
import type { JournalEntry, JournalState } from "./contracts";
import { type ExportOptions, type ExportSettings, readOptions } from "./export-options";
import { ExportThrottle } from "./export-throttle";
import { interrupted } from "./failed-input";
import { checkDistinct, checkWritable, occupied } from "./files";
import { type Asked, AskedInputs } from "./inputs/asked-inputs";
import { NumberedInputs } from "./inputs/numbered-inputs";
import { type Ended, Ledger } from "./ledger";
import { type ExportSummary, Meter } from "./progress";

const TICK_MS = 250;

/**
 * Calls `call` for every input and passes the items of each result to `sink`. Each input ends as rows, without rows, or
 * as a line of the error file. After an interruption the same export resumes: what the journal has committed is neither
 * lost nor repeated. With `repeatable`, up to 1,000 inputs that ended in the last half second are called again after a
 * crash; without it no input is called twice, and those whose call had begun fail with the code `MAYBE`.
 *
 * Resolves when every input has ended, or when `signal` has stopped the export. Rejects with an `ExportError` when the
 * export cannot start or continue, and with a `ConfigurationError` for a wrong option.
 */
export async function exportCalls<I>(options: ExportOptions<I>): Promise<ExportSummary> {
  const settings = readOptions(options);
  const { sink, journal, restart, inputFiles } = settings;
  const files = Object.entries({ ...sink.files, ...journal.files });
  await checkDistinct([...inputFiles.map((path) => ["the inputs", path] as const), ...files]);
  for (const [, path] of files) await checkWritable(path);
  if (!restart && !(await journal.isThere()) && (await sink.isThere())) throw occupied(sink.place);
  try {
    const before = await journal.open({
      identity: { ...settings.identity, output: sink.place, columns: sink.shape },
      restart,
      retryErrors: settings.retryErrors,
      files: Object.values(sink.files ?? {}),
    });
    await sink.open(before.id, before.position);
    return await callAll(settings, before);
  } finally {
    await sink.close();
    await journal.close();
  }
}

async function callAll<I>(settings: ExportSettings<I>, before: JournalState): Promise<ExportSummary> {
  const { sink, journal, signal, total, onProgress, concurrency } = settings;
  const startedAt = performance.now();
  const doneBefore = before.done + before.failed;
  const inputs = new NumberedInputs(settings.inputs, before);
  const isPrompt = !settings.repeatable;
  const ledger = new Ledger({ sink, journal, isPrompt }, before, inputs);
  const calling = { ...settings, record: isPrompt ? ledger : undefined };
  const { counts } = ledger;
  const throttle = new ExportThrottle(settings);
  const asked = new AskedInputs(inputs, throttle, settings.repeatable);
  const meter = new Meter();
  // The signal aborts calls whose results can no longer be stored.
  const calls = new AbortController();
  const obstacle = () => (isServiceError(throttle.obstacle) ? throttle.obstacle : undefined);
  const report = () => {
    const { done, ...others } = counts;
    const perSecond = meter.perSecond(done - doneBefore);
    const remainingMs = total === undefined || perSecond === 0 ? undefined : ((total - done) * 1000) / perSecond;
    const { limit, waitsMs, silentMs } = throttle;
    const pace = { concurrency: limit, perSecond, remainingMs, waitsMs, silentMs };
    ignoreRejection(onProgress?.({ done, total, ...others, ...pace, waitsFor: obstacle() }));
  };
  const stop = () => {
    inputs.stop();
    asked.stop();
    throttle.stop();
  };
  signal?.addEventListener("abort", stop);
  if (signal?.aborted === true) stop();
  const ticks = setInterval(() => {
    ledger.tick();
    report();
  }, TICK_MS);
  try {
    let isWhole = true;
    const unproved: Ended[] = [];
    const take = async (failures: readonly JournalEntry["failed"][number][]) => {
      for (const failure of failures) await ledger.take({ kind: "failed", failure });
    };
    const call = async (input: Asked<I>) =>
      before.isBegun?.(input.index) === true && input.refusals === 0
        ? ({ kind: "failed", failure: interrupted(settings.describe(input.input), input.index) } as const)
        : callInput(input, calling, throttle, calls.signal);
    for await (const outcome of mapConcurrent(asked, call, { concurrency })) {
      if (!outcome.ok) throw outcome.error;
      const { result, input } = outcome;
      if (result.kind === "rows") {
        await take(asked.succeeded(input, result.begun));
        // A success proves that the earlier failures were those of their inputs.
        for (const failure of unproved.splice(0)) await ledger.take(failure);
      } else if (result.kind === "refused") asked.refused(input, result.failure, result.at);
      else asked.ended(input);
      if (result.kind === "pending") isWhole = false;
      else if (result.kind === "unproved") unproved.push(result.failure);
      else if (result.kind !== "refused" && input.isProbe !== true) {
        const room = ledger.take(result);
        if (room !== undefined) await room;
      }
      if (throttle.reason !== undefined) inputs.stop();
      if (throttle.reason !== undefined || inputs.failure !== undefined) asked.stop();
    }
    const isStopped = signal?.aborted === true || throttle.reason !== undefined || inputs.failure !== undefined;
    if (isStopped) isWhole = false;
    else {
      for (const failure of unproved) await ledger.take(failure);
      await take(asked.takeFailures());
    }
    await ledger.settle();
    if (inputs.failure !== undefined) throw inputs.failure.error;
    if (throttle.reason !== undefined) throw throttle.reason;
    if (isWhole) {
      await sink.finish();
      await journal.complete();
    }
    report();
    const { done, ...others } = counts;
    const elapsedMs = performance.now() - startedAt;
    const waitsFor = isWhole ? undefined : obstacle();
    const state = isWhole ? "complete" : "stopped";
    const { uncertain } = ledger;
    const summary = { state, done, doneBefore, ...others, uncertain, elapsedMs } as const;
    return waitsFor === undefined ? summary : { ...summary, waitsFor };
  } finally {
    clearInterval(ticks);
    signal?.removeEventListener("abort", stop);
    stop();
    calls.abort();
  }
}
