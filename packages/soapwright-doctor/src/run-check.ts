import { AbortError } from "soapwright-runtime";
import type { CallSignal } from "soapwright-runtime/extend";
import type { Check, CheckName, Finding, Severity } from "./diagnosis";
import { worstOf } from "./diagnosis";

export interface CheckResult {
  readonly message: string;
  readonly findings?: readonly Finding[];
}

/** Thrown by a check that cannot run. The message is the reason. */
export class SkipError extends Error {}

/** Thrown by a check that fails, with one finding. */
export class CheckError extends Error {
  readonly finding: Finding;

  constructor(severity: Severity, code: string, message: string) {
    super(message);
    this.finding = { severity, code, message };
  }
}

interface CheckListener {
  /** Masks secrets that the service repeats. */
  readonly mask?: (text: string) => string;
  readonly onBegin?: (name: CheckName) => void;
  readonly onCheck?: (check: Check) => void;
}

/** The runner of checks, one after the other, each within `timeoutMs`. Their errors become findings. */
export class Checks {
  readonly all: Check[] = [];
  readonly #timeoutMs: number;
  readonly #signal: CallSignal | undefined;
  readonly #listener: CheckListener;

  constructor(timeoutMs: number, signal?: CallSignal, listener: CheckListener = {}) {
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#listener = listener;
  }

  /**
   * Returns the `result` of `run`; undefined if it failed, was skipped or timed out. `run` should stop when its signal
   * aborts, and need not reject. `late` begins the message for a timeout.
   * @throws AbortError when the signal of the checks aborts.
   */
  async run<T>(
    name: CheckName,
    late: string,
    run: (signal: AbortSignal) => Promise<CheckResult & { readonly result?: T }>,
  ): Promise<T | undefined> {
    const signal = this.#signal;
    this.#throwIfStopped();
    this.#listener.onBegin?.(name);
    const startedAt = performance.now();
    const controller = new AbortController();
    const limit = this.#timeoutMs;
    const tooLate = new CheckError(
      "error",
      "timeout",
      `${late} within ${limit.toLocaleString("en-US")} ms. Check the network and the service, or allow more time.`,
    );
    const timer = setTimeout(() => controller.abort(tooLate), limit);
    const stop = () => controller.abort(tooLate);
    signal?.addEventListener("abort", stop);
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(tooLate));
    });
    try {
      const { message, findings = [], result } = await Promise.race([run(controller.signal), aborted]);
      const outcome = worstOf(findings.map(({ severity }) => severity));
      this.#add({ name, outcome, message, findings, elapsedMs: since(startedAt) });
      return result;
    } catch (error) {
      this.#throwIfStopped();
      if (error instanceof SkipError) this.skip(name, error.message);
      else {
        const finding = findingOf(error);
        const { message } = finding;
        this.#add({
          name,
          outcome: worstOf([finding.severity]),
          message,
          findings: [finding],
          elapsedMs: since(startedAt),
        });
      }
      return undefined;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  skip(name: CheckName, message: string): void {
    this.#add({ name, outcome: "skipped", message, findings: [], elapsedMs: 0 });
  }

  /** Returns the first check among `names` with an error. */
  firstFailed(...names: readonly CheckName[]): CheckName | undefined {
    return this.all.find(({ name, outcome }) => outcome === "error" && names.includes(name))?.name;
  }

  #throwIfStopped(): void {
    if (this.#signal?.aborted === true) throw new AbortError("The examination was stopped by its signal.");
  }

  #add(seen: Check): void {
    const { mask = (text: string) => text } = this.#listener;
    const findings = seen.findings.map((finding) => ({ ...finding, message: mask(finding.message) }));
    const check = { ...seen, message: mask(seen.message), findings };
    this.all.push(check);
    this.#listener.onCheck?.(check);
  }
}

function findingOf(error: unknown): Finding {
  if (error instanceof CheckError) return error.finding;
  // A message of another package may contain secrets, so only the kind of error is shown.
  const kind = error instanceof Error ? error.name : typeof error;
  return { severity: "error", code: "failed", message: `The check failed with ${kind}.` };
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
