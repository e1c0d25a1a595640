// Decoding alone: the bytes of an answer of 1,000 entries, to the checked result, without HTTP.
import { withSides } from "../processes.mjs";
import { interleaved, short } from "../statistics.mjs";

const names = ["ours-decode", "soap"];

export async function run({ origin, rounds, ms }) {
  const figures = await withSides(names, { origin, count: 1000 }, async (sides) => {
    for (const side of sides) await side.ask("decode", { ms: ms * 2 });
    return interleaved(sides, rounds, (side) => side.ask("decode", { ms }));
  });
  const rate = (name) => figures[name].bytesPerSecond;
  return {
    title: "decode: the bytes of 1,000 entries to the result",
    ratios: { "decoded bytes/s over node-soap": { value: rate("ours-decode") / rate("soap"), least: 8 } },
    figures,
    head: ["side", "MB/s"],
    rows: names.map((name) => [name, short(rate(name) / 1e6)]),
  };
}
