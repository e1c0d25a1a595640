// Decoding alone: the bytes of an answer of 1,000 entries, to the list, without HTTP; beside the parser of V8, which reads
// the same list from JSON.
import { withSides } from "../processes.mjs";
import { interleaved, short } from "../statistics.mjs";

const names = ["ours-decode", "soap", "json-parse"];

export async function run({ origin, rounds, ms }) {
  const figures = await withSides(names, { origin, count: 1000 }, async (sides) => {
    for (const side of sides) await side.ask("decode", { ms: ms * 2 });
    return interleaved(sides, rounds, (side) => side.ask("decode", { ms }));
  });
  const rate = (name) => figures[name].bytesPerSecond;
  const time = (name) => figures[name].cpuUsPerDecode;
  return {
    title: "decode: the bytes of 1,000 entries to the list",
    ratios: {
      "decoded bytes/s over node-soap": { value: rate("ours-decode") / rate("soap"), least: 8 },
      "time to decode over JSON.parse of the same list": { value: time("ours-decode") / time("json-parse"), most: 2 },
    },
    figures,
    head: ["side", "MB/s", "µs of processor time"],
    rows: names.map((name) => [name, short(rate(name) / 1e6), short(time(name))]),
  };
}
