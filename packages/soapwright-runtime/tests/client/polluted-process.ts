/** Makes a call in a process where another package's bug has set our options on `Object.prototype`. */

import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";

export interface PollutedTask {
  readonly url: string;
  /** Set on `Object.prototype` for the whole life of the client. */
  readonly pollution: { readonly [name: string]: unknown };
}

/** The outcome of a call: the identifiers of the books, or the error. */
export type PollutedReport = { readonly ids: readonly number[] } | { readonly error: string };

answerParent<PollutedTask, PollutedReport>(async ({ url, pollution }) => {
  // Enumerable, as a bug sets them.
  for (const [name, value] of Object.entries(pollution)) Reflect.set(Object.prototype, name, value);
  try {
    const client = new ShelfClient({ endpoint: url });
    const plain = await client.getBooks({ ShelfId: 1 });
    const withOptions = await client.getBooks({ ShelfId: 1 }, {});
    await client.close();
    return { ids: [...plain, ...withOptions].map(({ Id }) => Id) };
  } catch (error) {
    return { error: String(error) };
  } finally {
    for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
  }
});
