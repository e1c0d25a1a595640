/** Items as lines of JSON (NDJSON), no faster than they are read. */
import { Readable } from "node:stream";

export const NDJSON = "application/x-ndjson";

/** A write for each item would cost more than the item, so this many characters are written together. */
const PIECE = 16_384;

/**
 * Returns the lines of items. The next item is taken when the reader has room, so that the client stops reading from
 * the service meanwhile. An error is the last line, as `errorLine` writes it. Destroying the stream ends the call.
 */
export function linesOf(
  items: AsyncIterator<unknown>,
  lineOf: (item: unknown) => string,
  errorLine: (error: unknown) => string,
): Readable {
  let onRoom: (() => void) | undefined;
  let isRunning = false;
  const lines = new Readable({
    highWaterMark: PIECE,
    read() {
      onRoom?.();
      if (isRunning) return;
      isRunning = true;
      void pump();
    },
    destroy(error, done) {
      onRoom?.();
      Promise.resolve(items.return?.()).then(
        () => done(error),
        () => done(error),
      );
    },
  });
  let text = "";
  /** Returns whether there is room for more. */
  const flush = (): boolean => {
    const piece = text;
    text = "";
    return piece === "" || lines.push(piece);
  };
  const pump = async (): Promise<void> => {
    let timer: NodeJS.Immediate | undefined;
    try {
      for (let step = await items.next(); step.done !== true; step = await items.next()) {
        if (lines.destroyed) return;
        text += lineOf(step.value);
        if (text.length >= PIECE) {
          if (!flush() && !lines.destroyed)
            await new Promise<void>((resolve) => {
              onRoom = resolve;
            });
          onRoom = undefined;
        } else {
          // No more items may come for now.
          timer ??= setImmediate(() => {
            timer = undefined;
            if (!lines.destroyed) flush();
          });
        }
      }
    } catch (error) {
      text += errorLine(error);
      // A line that could not be made leaves the call open.
      void Promise.resolve(items.return?.()).catch(() => {});
    } finally {
      clearImmediate(timer);
    }
    if (lines.destroyed) return;
    flush();
    lines.push(null);
  };
  return lines;
}

/** Returns an iterator that yields `first` before the rest. */
export async function* following(
  first: IteratorResult<unknown>,
  rest: AsyncIterator<unknown>,
): AsyncGenerator<unknown> {
  if (first.done === true) return;
  try {
    yield first.value;
    for (let step = await rest.next(); step.done !== true; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}
