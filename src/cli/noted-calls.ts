/** Reports what the calls of a command wait for. */

import type { AttemptInterceptor, ServiceClient, ServiceError } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime";
import { limitText, partsOf, type WaitNote } from "soapwright-runtime/internal";

export function wayOf(client: ServiceClient): string {
  const { address, proxy } = partsOf(client).settings;
  return `${address.display}${proxy === undefined ? "" : ` through the proxy ${proxy.display}`}`;
}

/** Each attempt and each pause before the next begins a wait. `clientOf` is called only then. */
export function noteAttempts(
  note: WaitNote,
  clientOf: () => ServiceClient,
  causeOf: (error: ServiceError) => string,
): AttemptInterceptor {
  return (next) => async (attempt) => {
    const { retries, timeoutMs } = partsOf(clientOf()).settings;
    const which = (number: number) => `attempt ${number} of ${Math.max(number, retries + 1)}`;
    note.begin(
      () =>
        `Waiting for ${wayOf(clientOf())}: ${which(attempt.attempt)}, time limit ${limitText(timeoutMs)}. Ctrl-C stops the command.`,
    );
    try {
      return await next(attempt);
    } catch (error) {
      // After the last attempt, the command ends.
      if (isServiceError(error)) {
        note.begin(() => `Waiting before ${which(attempt.attempt + 1)} of ${wayOf(clientOf())}: ${causeOf(error)}`);
      }
      throw error;
    }
  };
}

/** The wait for each item is noted separately. */
export async function* notedItems<T>(
  note: WaitNote,
  items: AsyncIterable<T>,
  what: () => string,
): AsyncGenerator<T, void, undefined> {
  for await (const item of items) {
    note.end();
    yield item;
    note.begin(what);
  }
  note.end();
}
