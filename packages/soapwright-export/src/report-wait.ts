/** Length of a wait that is reported, in milliseconds. */
const SILENCE_MS = 3_000;

/** The sentence names the server and the time limit. */
export type OnWaiting = (message: string) => void;

/** Calls `onWaiting` once if that takes longer than `SILENCE_MS`. */
export async function reportWait<T>(
  connection: Promise<T>,
  server: string,
  limitMs: number,
  onWaiting: OnWaiting | undefined,
): Promise<T> {
  const timer = setTimeout(
    () => onWaiting?.(`Waiting for a connection to ${server}, time limit ${Number((limitMs / 1_000).toFixed(1))} s.`),
    SILENCE_MS,
  );
  try {
    return await connection;
  } finally {
    clearTimeout(timer);
  }
}
