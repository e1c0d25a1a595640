/**
 * Reads hostile documents in a process of its own, with --expose-gc: what readers keep, and the processor time they take.
 * Gets the name of a case as its argument and prints a `Measured` as JSON.
 */

import { ReaderPlan, XmlReader } from "soapwright-runtime/tables";
import { HOSTILE } from "./hostile-documents";

export interface Measured {
  /** The most that was alive while a document was read, and what was alive after the last one, in MiB above the start. */
  readonly duringMiB: number;
  readonly afterMiB: number;
  readonly readMiB: number;
  readonly cpuSeconds: number;
  /** The message of the first document that was refused. */
  readonly refused?: string;
}

const MEBI = 2 ** 20;
const listener = { startElement() {}, endElement() {}, text() {} };

function heap(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

function measure(name: string): Measured {
  const { documents, chunks: chunksOf, limits = {} } = HOSTILE[name]!;
  const plan = new ReaderPlan({ limits });
  const before = heap();
  let most = before;
  let read = 0;
  let seconds = 0;
  let refused: string | undefined;
  let looked = 0;
  for (let index = 0; index < documents; index++) {
    const reader = new XmlReader(listener, plan);
    const chunks = chunksOf(index)[Symbol.iterator]();
    try {
      for (let next = chunks.next(); !next.done; next = chunks.next()) {
        // Built of pieces, a string is a tree of them until somebody reads it: made flat here, as decoded bytes are.
        const chunk = Buffer.from(next.value).toString();
        const started = process.cpuUsage();
        reader.write(chunk);
        const { user, system } = process.cpuUsage(started);
        seconds += (user + system) / 1e6;
        read += chunk.length;
        if (read - looked > MEBI) {
          looked = read;
          most = Math.max(most, heap());
        }
      }
      reader.end();
    } catch (error) {
      refused ??= String(error);
    }
  }
  const after = heap();
  // The plan is alive until here, as an idle client's is.
  plan.limits.maxDepth.toString();
  return {
    duringMiB: (Math.max(most, after) - before) / MEBI,
    afterMiB: (after - before) / MEBI,
    readMiB: read / MEBI,
    cpuSeconds: seconds,
    ...(refused === undefined ? {} : { refused }),
  };
}

console.log(JSON.stringify(measure(process.argv[2]!)));
