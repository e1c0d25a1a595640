import { limitText, SILENCE_MS } from "soapwright-runtime/internal";

/** The sentence names the server and the time limit. */
export type OnWaiting = (message: string) => void;

/** Calls `onWaiting` once if that takes longer than three seconds. */
export async function reportWait<T>(
  connection: Promise<T>,
  server: string,
  limitMs: number,
  onWaiting: OnWaiting | undefined,
): Promise<T> {
  const timer = setTimeout(
    () => onWaiting?.(`Waiting for a connection to ${server}, time limit ${limitText(limitMs)}.`),
    SILENCE_MS,
  );
  try {
    return await connection;
  } finally {
    clearTimeout(timer);
  }
}
