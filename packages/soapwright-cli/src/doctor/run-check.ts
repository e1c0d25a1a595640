import { AbortError, type ReasonOf, TimeoutError } from "soapwright-runtime/errors";
import type { CallSignal } from "soapwright-runtime/extend";
import type { Check, CheckName, Finding, Severity, Skip } from "./diagnosis";
import { worstOf } from "./diagnosis";

export interface CheckResult {
  readonly message: string;
  readonly findings?: readonly Finding[];
}

/** Thrown by a check that cannot run. */
export class SkipError extends Error {
  constructor(
    readonly reason: ReasonOf<"SKIPPED">,
    message: string,
  ) {
    super(message);
  }
}

/** Thrown by a check that fails, with one finding. */
export class CheckError extends Error {
  readonly finding: Finding;

  constructor(code: Finding["code"], message: string, severity: Severity = "error", cause?: Finding["cause"]) {
    super(message);
    this.finding = { severity, code, message, ...(cause !== undefined && { cause }) };
  }
}

interface CheckListener {
  /** Masks secrets that the service repeats. */
  mask(text: string): string;
  onBegin(name: CheckName): void;
  onCheck(check: Check): void;
}

/** The runner of checks, one after the other, each within `timeoutMs`. Their errors become findings. */
export class Checks {
  readonly all: Check[] = [];
  readonly #startedAt = performance.now();

  constructor(
    private readonly timeoutMs: number,
    private readonly signal: CallSignal | undefined,
    private readonly listener: CheckListener,
  ) {}

  /**
   * Returns the `result` of `run`; undefined if it failed, was skipped or timed out. `run` should stop when its signal
   * aborts, and need not reject. `late` begins the message for a timeout.
   * @throws AbortError when the signal of the checks aborts, TimeoutError when its reason is a time-out.
   */
  async run<T>(
    name: CheckName,
    late: string,
    run: (signal: AbortSignal) => Promise<CheckResult & { readonly result?: T }>,
  ): Promise<T | undefined> {
    const { signal, timeoutMs } = this;
    this.#throwIfStopped();
    this.listener.onBegin(name);
    const startedAt = performance.now();
    const controller = new AbortController();
    const limit = `${timeoutMs.toLocaleString("en-US")} ms`;
    const tooLate = new CheckError(
      "timeout",
      `${late} within ${limit}. Check the network and the service, or allow more time.`,
    );
    const stop = () => controller.abort(tooLate);
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener("abort", stop);
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(tooLate));
    });
    try {
      const { message, findings = [], result } = await Promise.race([run(controller.signal), aborted]);
      this.#add(name, message, findings, { startedAt });
      return result;
    } catch (error) {
      this.#throwIfStopped();
      if (error instanceof SkipError) this.skip(name, error);
      else {
        const finding = findingOf(error);
        this.#add(name, finding.message, [finding], { startedAt, reason: finding.code });
      }
      return undefined;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  skip(name: CheckName, { reason, message, blockedBy }: Skip): undefined {
    this.#add(name, message, [], { reason, ...(blockedBy !== undefined && { blockedBy }) });
  }

  /** Returns the first check among `names` with an error. */
  firstFailed(...names: readonly CheckName[]): CheckName | undefined {
    return this.all.find(({ name, outcome }) => outcome === "error" && names.includes(name))?.name;
  }

  hasTimedOut(name: CheckName): boolean {
    return this.all.some((check) => check.name === name && check.findings.some(({ code }) => code === "timeout"));
  }

  #throwIfStopped(): void {
    if (this.signal?.aborted !== true) return;
    const cause: unknown = this.signal.reason;
    if (!isTimeout(cause))
      throw new AbortError("The examination was stopped by its signal.", { reason: "examination-stopped", cause });
    const timeoutMs = Math.round(performance.now() - this.#startedAt);
    const message = "The examination was ended by the time limit of its signal.";
    throw new TimeoutError(message, {
      phase: "signal",
      timeoutMs,
      advice: [{ action: "raise", option: "signal" }],
      cause,
    });
  }

  /** A check without `startedAt` is skipped. */
  #add(
    name: CheckName,
    message: string,
    findings: readonly Finding[],
    { startedAt, ...why }: Pick<Check, "reason" | "blockedBy"> & { readonly startedAt?: number },
  ): void {
    const { mask } = this.listener;
    const check: Check = {
      name,
      ...why,
      outcome: startedAt === undefined ? "skipped" : worstOf(findings.map(({ severity }) => severity)),
      message: mask(message),
      findings: findings.map((finding) => ({ ...finding, message: mask(finding.message) })),
      elapsedMs: startedAt === undefined ? 0 : Math.round(performance.now() - startedAt),
    };
    this.all.push(check);
    this.listener.onCheck(check);
  }
}

function findingOf(error: unknown): Finding {
  if (error instanceof CheckError) return error.finding;
  // A message of another package may contain secrets, so only the kind of error is shown.
  const kind = error instanceof Error ? error.name : typeof error;
  return { severity: "error", code: "failed", message: `The check failed with ${kind}.` };
}

/** The reason of `AbortSignal.timeout()` is a `DOMException`, of which each realm has a class of its own. */
function isTimeout(reason: unknown): boolean {
  return typeof reason === "object" && reason !== null && Reflect.get(reason, "name") === "TimeoutError";
}
