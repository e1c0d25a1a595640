/** Long work in slices: a generator that yields after each slice. */

/** Runs all slices now. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Runs each slice in a turn of the event loop of its own, so that other requests are served meanwhile. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
