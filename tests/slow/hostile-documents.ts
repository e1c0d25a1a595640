/** Documents that fill a reader's caches. Each is well-formed and within the limits of its case. */
import type { ReaderLimits } from "../../packages/soapwright-runtime/src/xml/limits";

export interface Hostile {
  /** The number of documents, which are read one after the other with one plan. */
  readonly documents: number;
  readonly limits?: Partial<ReaderLimits>;
  /** Returns the chunks of the document with this index. */
  readonly chunks: (index: number) => Iterable<string>;
}

const CHUNK = 65_536;
const MEBI = 2 ** 20;

/** Yields `<r>`, the results of `unit` for 0, 1, 2 … up to the length, and `</r>`, in chunks. */
function* document(length: number, unit: (index: number) => string, root = "<r>"): Generator<string> {
  let chunk = root;
  let written = 0;
  for (let index = 0; written < length; index++) {
    const piece = unit(index);
    written += piece.length;
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  yield `${chunk}</r>`;
}

const range = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
/** Returns 60 nested elements. */
function nest(index: number, attributes: (index: number, depth: number) => string, inside = ""): string {
  return `${range(60, (depth) => `<a${attributes(index, depth)}>`).join("")}${inside}${"</a>".repeat(60)}`;
}

const long = (index: number, length: number) => `${index}-`.padStart(length, "x");
const leaves = (record: number, count = 40) =>
  range(count, (leaf) => `<record${record}Leaf${leaf}>x</record${record}Leaf${leaf}>`).join("");
const once = (chunks: () => Iterable<string>): Hostile => ({ documents: 1, chunks });
const often = (documents: number, chunks: (index: number) => Iterable<string>): Hostile => ({ documents, chunks });
const XSI = ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

export const HOSTILE: Readonly<Record<string, Hostile>> = {
  "one prefix bound anew at each depth": once(() =>
    document(8 * MEBI, (index) => nest(index, (at, depth) => ` xmlns:p="u${at}-${depth}"`)),
  ),
  "another prefix at each depth": once(() =>
    document(8 * MEBI, (index) => nest(index, (at, depth) => ` xmlns:p${at}-${depth}="u"`)),
  ),
  "the default namespace anew at each depth": once(() =>
    document(4 * MEBI, (index) => nest(index % 70, (at, depth) => ` xmlns="u${at}-${depth}"`)),
  ),
  "eight ways at each depth": once(() =>
    document(8 * MEBI, (index) =>
      nest(index, (at, depth) => ` xmlns:p="u${(at >> (depth % 24)) & 7}"`, "<p:x/><p:y/>"),
    ),
  ),
  "sixty declarations at each depth": once(() =>
    document(8 * MEBI, (index) => nest(index, (at) => range(60, (one) => ` xmlns:p${one}="u${at}-${one}"`).join(""))),
  ),
  "long namespaces at each depth": once(() =>
    document(16 * MEBI, (index) => nest(index, (at, depth) => ` xmlns:p="${long(at * 60 + depth, 1000)}"`)),
  ),
  "siblings with namespaces of their own": once(() => document(8 * MEBI, (index) => `<a xmlns:p="u${index}"><b/></a>`)),
  "siblings with prefixes of their own": once(() =>
    document(8 * MEBI, (index) => `<p${index}:a xmlns:p${index}="u"/>`),
  ),
  "spellings of one name": once(() =>
    document(8 * MEBI, (index) => `<q xmlns:p${index}="u"><p${index}:a p${index}:b=""/></q>`),
  ),
  "tags with other values of xsi:type": once(() =>
    document(
      8 * MEBI,
      (index) => nest(index, (at, depth) => ` xmlns:p="u${at}-${depth}" i:type="${long(depth, 300)}"`),
      `<r${XSI}>`,
    ),
  ),
  "long names": {
    documents: 8,
    limits: { maxNames: 5_000 },
    chunks: (round) => document(4 * MEBI, (index) => `<${"n".repeat(1000)}${round}-${index}/>`),
  },
  "long names beside short ones": once(() =>
    document(8 * MEBI, (index) =>
      index % 2 === 0 ? `<a${index % 4000}></a${index % 4000}>` : `<${"l".repeat(1000)}></${"l".repeat(1000)}>`,
    ),
  ),
  "more names than a memory holds": {
    documents: 1,
    limits: { maxNames: 100_000 },
    chunks: () => document(8 * MEBI, (index) => `<n${index % 99_000}/>`),
  },
  "names of attributes": {
    documents: 1,
    limits: { maxNames: 100_000 },
    chunks: () => document(8 * MEBI, (index) => `<a n${index % 49_000}="" m${index % 49_000}=""/>`),
  },
  "records of other leaves each time": once(() =>
    document(8 * MEBI, (index) => `<r${index % 100}>${leaves(index % 100)}</r${index % 100}>`.repeat(4)),
  ),
  "1,000 answers with records of their own": often(1000, (round) =>
    document(10_000, (index) =>
      `<r${index % 60}>${leaves((round % 40) * 60 + (index % 60), 12)}</r${index % 60}>`.repeat(4),
    ),
  ),
  "1,000 answers with names of their own": often(1000, (round) =>
    document(20_000, (index) => `<a xmlns:p="u${round}-${index}"><p:x${round}-${index % 50} y${round}="1"/></a>`),
  ),
  "1,000 answers with nested namespaces of their own": often(1000, (round) =>
    document(20_000, (index) => nest(index, (at, depth) => ` xmlns="u${round}-${at % 5}-${depth}"`)),
  ),
  "1,000 answers with long names": often(1000, (round) =>
    document(20_000, (index) => `<${long(round * 100 + index, 1000).replaceAll("x", "é")}/>`),
  ),
};
