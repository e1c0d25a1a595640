/** Calls around an event loop that is blocked for longer than the server keeps an idle connection. */
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";
import { pause, take } from "soapwright-testing/stage/consume";

export interface BlockedTask {
  readonly url: string;
  readonly blockMs: number;
  readonly rounds: number;
}

/** The outcome of each round: `"ok"`, or the error of the call. */
export interface BlockedReport {
  /** A call right after the block, on a connection that the server has closed meanwhile. */
  readonly safe: readonly string[];
  /** The same for an operation that must not be sent twice. */
  readonly unsafe: readonly string[];
  /** A call whose response, and the end of its connection, arrived during the block. */
  readonly underWay: readonly string[];
}

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

answerParent<BlockedTask, BlockedReport>(async ({ url, blockMs, rounds }) => {
  const open = (): ShelfClient => new ShelfClient({ endpoint: url, retries: { max: 0, budget: 0 }, connections: 2 });
  const report: { [name in keyof BlockedReport]: string[] } = { safe: [], unsafe: [], underWay: [] };
  const end = ({ code, message }: { code: string | undefined; message: string }): string =>
    code === undefined ? "ok" : message;
  for (let round = 0; round < rounds; round++) {
    const client = open();
    await take(client, 1, "call");
    standStill(blockMs);
    report.safe.push(end(await take(client, 1, "call")));
    standStill(blockMs);
    const added = client.addBook({ Book: { Id: 1, Price: "1" } });
    report.unsafe.push(await added.then(() => "ok", String));
    const taken = take(client, 1, "call");
    // Long enough to send the request.
    await pause(10);
    standStill(blockMs);
    report.underWay.push(end(await taken));
    await client.close();
  }
  return report;
});
