/** Begins streams, drops them, and counts what the garbage collector collects. Needs `--expose-gc`. */

import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";
import { pause } from "soapwright-testing/stage/consume";
import { SocketCount } from "soapwright-testing/stage/sockets";

export interface DroppedTask {
  readonly url: string;
  readonly streams: number;
}

export interface DroppedReport {
  /** Streams that returned a first item. */
  readonly begun: number;
  /** Whether a stream that was created but never begun is collected too. */
  readonly notBegunCollected: boolean;
  readonly socketsLeft: number;
}

/** Takes one item of a stream that is unreferenced afterwards. */
async function takeOne(client: ShelfClient): Promise<boolean> {
  const first = await client.getBooksStream({ ShelfId: 1 }).next();
  return first.done !== true;
}

/** A stream that is unreferenced afterwards. */
function makeOne(client: ShelfClient): WeakRef<object> {
  return new WeakRef(client.getBooksStream({ ShelfId: 1 }));
}

/** Collects garbage until `isDone` returns true, up to a limit: finalizers run in turns of their own. */
async function collectUntil(isDone: () => boolean): Promise<boolean> {
  for (let n = 0; n < 100 && !isDone(); n++) {
    // A dereferenced weak reference holds its target until the end of the turn.
    await pause(10);
    global.gc?.();
  }
  return isDone();
}

answerParent<DroppedTask, DroppedReport>(async ({ url, streams }) => {
  const count = new SocketCount();
  const client = new ShelfClient({ endpoint: url, connections: 2, retries: 0, deadlineMs: 10_000 });
  let begun = 0;
  let failed = false;
  for (let n = 0; n < streams && !failed; n++) {
    let settled = false;
    const one = takeOne(client).then(
      (isBegun) => isBegun && begun++,
      () => {
        failed = true;
      },
    );
    void one.then(() => {
      settled = true;
    });
    await collectUntil(() => settled);
    await one;
  }
  const notBegun = makeOne(client);
  const notBegunCollected = await collectUntil(() => notBegun.deref() === undefined);
  await collectUntil(() => count.now === 0);
  const socketsLeft = count.now;
  await client.close({ force: true });
  return { begun, notBegunCollected, socketsLeft };
});
