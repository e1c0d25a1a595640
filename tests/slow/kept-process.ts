/**
 * Reads hostile documents in its own process with --expose-gc, and measures the memory that readers keep and their
 * processor time. The argument is the name of a case; the output is a `Measured` as JSON.
 */

import { XmlReader } from "soapwright-runtime/codecs";
import { ReaderPlan } from "../../packages/soapwright-runtime/src/xml/xml-namespaces";
import { HOSTILE } from "./hostile-documents";

export interface Measured {
  /** The largest memory while a document was read, and the memory after the last one, in MiB above the start. */
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
        // A concatenated string is a tree of pieces until it is read. This makes it flat, as decoded bytes are.
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
  // The plan must be alive up to here, as that of an idle client is.
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
