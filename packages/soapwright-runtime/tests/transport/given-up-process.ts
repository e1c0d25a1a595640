/** Abandons calls whose connection never opens, and counts the remaining sockets. */
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";
import { pause } from "soapwright-testing/stage/consume";
import { SocketCount } from "soapwright-testing/stage/sockets";

export interface GivenUpTask {
  readonly options: { readonly [name: string]: unknown };
  readonly calls: number;
  /** The caller aborts after so long, or up to twice as long; undefined leaves it to the client's own limits. */
  readonly abortAfterMs: number | undefined;
  /** Concurrent calls. Default: twice as many as connections. */
  readonly lanes?: number;
  /** Whether the client waits for the listener's end of a connection however long that takes: a busy one decides nothing. */
  readonly isPatient?: boolean;
}

export interface GivenUpReport {
  /** The ends of the calls, by code and phase. */
  readonly ended: { readonly [code: string]: number };
  readonly mostSockets: number;
  /** Sockets that ever began to connect: proof that the listener was reached. */
  readonly begun: number;
  /** Sockets 100 ms after `close` has ended. */
  readonly socketsAfterClose: number;
}

/** The process must end by itself: nothing may keep it alive for this long. Open connects do, for ten seconds. */
const LINGERS_MS = 4_000;
/** What the client waits for the listener's end of a connection that it gave up: `LINGER_MS` of the transport. */
const LINGER_MS = 250;
const MINUTE = 60_000;

/** Lets no timer of the length of the client's wait for the listener's end go off. */
function waitForListener(): void {
  const start = setTimeout;
  const patient = (run: () => void, ms?: number): NodeJS.Timeout => start(run, ms === LINGER_MS ? MINUTE : ms);
  globalThis.setTimeout = Object.assign(patient, start);
}

answerParent<GivenUpTask, GivenUpReport>(async ({ options, calls, abortAfterMs, lanes, isPatient }) => {
  if (isPatient) waitForListener();
  const count = new SocketCount();
  const connections = 16;
  const client = new ShelfClient({ connections, retries: 0, ...options });
  const ended: { [code: string]: number } = {};
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const abort = new AbortController();
      if (abortAfterMs !== undefined) setTimeout(() => abort.abort(), abortAfterMs * (1 + Math.random()));
      const error: unknown = await client.getBooks({ ShelfId: 1 }, { signal: abort.signal }).catch((e: unknown) => e);
      const code = `${Reflect.get(Object(error), "code")} ${Reflect.get(Object(error), "phase") ?? ""}`.trim();
      ended[code] = (ended[code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: lanes ?? connections * 2 }, lane));
  await client.close();
  await pause(100);
  setTimeout(() => process.exit(9), LINGERS_MS).unref();
  return { ended, mostSockets: count.most, begun: count.begun, socketsAfterClose: count.now };
});
