/** Reads every shape in every way, in its own process: an uncaught exception here ends a user's service. */
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";
import { CONSUMERS, type Consumer, take } from "soapwright-testing/stage/consume";
import { nameOf, type Shape } from "soapwright-testing/stage/shapes";

export interface ShapesTask {
  readonly url: string;
  /** Options of the client except the address. */
  readonly client: { readonly tls?: { readonly ca: string }; readonly proxy?: string };
  readonly shapes: readonly Shape[];
}

export interface ShapesReport {
  /** Exceptions that would have ended the process. */
  readonly uncaught: readonly string[];
  /** Calls with a wrong outcome. */
  readonly wrong: readonly string[];
  readonly taken: number;
}

/** Time of a call on the busiest machine: one that never ends is reported, too. */
const PATIENCE_MS = 60_000;

answerParent<ShapesTask, ShapesReport>(async ({ url, client: options, shapes }) => {
  const uncaught: string[] = [];
  process.on("uncaughtException", (error) => uncaught.push(String(error.stack)));
  process.on("unhandledRejection", (error) => uncaught.push(String(error)));
  const client = new ShelfClient({
    endpoint: url,
    ...options,
    connections: 12,
    retries: { max: 0, budget: 0 },
    timeoutMs: PATIENCE_MS,
  });
  const wrong: string[] = [];
  let taken = 0;
  const cases = shapes.flatMap((shape, number) => CONSUMERS.map((consumer) => ({ shape, number, consumer })));
  const lane = async (): Promise<void> => {
    for (let next = cases.shift(); next !== undefined && uncaught.length < 3; next = cases.shift()) {
      const problem = await problemOf(client, next.number, next.shape, next.consumer);
      if (problem !== undefined) wrong.push(`${next.consumer} of ${nameOf(next.shape)}: ${problem}`);
      taken++;
    }
  };
  const lanes = Promise.all(Array.from({ length: 12 }, lane));
  // A call that an exception interrupted never ends.
  const given = setInterval(() => uncaught.length > 0 && giveUp?.(), 2_000);
  let giveUp: (() => void) | undefined;
  await Promise.race([lanes, new Promise<void>((resolve) => (giveUp = resolve))]);
  clearInterval(given);
  if (uncaught.length > 0) setTimeout(() => process.exit(1), 100);
  else await client.close();
  return { uncaught, wrong, taken };
});

async function problemOf(
  client: ShelfClient,
  number: number,
  shape: Shape,
  consumer: Consumer,
): Promise<string | undefined> {
  const { items, areRight, code, message } = await take(client, number, consumer);
  if (!areRight) return `item ${items} is another`;
  if (shape.cut === undefined)
    return code === undefined && items === shape.items ? undefined : `${items} items, ${message}`;
  if (code === undefined) return `${items} items and no error`;
  return code === "CONNECTION" || code === "RESPONSE" ? undefined : message;
}
