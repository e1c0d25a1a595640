/** What a call reports while it waits. */
export interface CallWatch {
  readonly signal: AbortSignal;
  /** Undefined where the caller has not asked for it. */
  readonly progress?: ((seconds: number, message: string) => void) | undefined;
}

const PROGRESS_MS = 1_000;

/** Reports at once and each second, so that a caller with a time limit of its own goes on waiting. */
export function startPulse(report: NonNullable<CallWatch["progress"]>, start: number, count: () => number): () => void {
  const beat = (): void => {
    const items = count();
    const what = items === 0 ? "Waiting for the service." : `${items} items have arrived.`;
    report(Math.round((performance.now() - start) / 100) / 10, what);
  };
  beat();
  const timer = setInterval(beat, PROGRESS_MS);
  return () => clearInterval(timer);
}
