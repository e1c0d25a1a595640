// Growth with the length of the list: each length in a fresh process, time of a call and resident memory added.
import { startSide } from "../processes.mjs";
import { median, short } from "../statistics.mjs";

const counts = [10, 100, 1000, 10_000, 100_000];
const names = ["ours", "soap"];

export async function run({ origin, rounds, quick }) {
  const figures = {};
  for (const count of quick ? counts.slice(0, 4) : counts) {
    figures[count] = {};
    for (const name of names) {
      const seen = [];
      // Each round has a new process. The longest list takes node-soap seconds, so it has one round.
      for (let round = 0; round < (count >= 10_000 ? 1 : rounds); round++) {
        const side = await startSide(name, { origin, count });
        seen.push(await side.ask("growth", { calls: count >= 100_000 ? 3 : count >= 1000 ? 20 : 200 }));
        await side.stop();
      }
      const middle = (key) => median(seen.map((each) => each[key]));
      figures[count][name] = { bestMs: middle("bestMs"), peakMb: middle("peakMb") };
    }
  }
  const rows = Object.entries(figures).map(([count, each]) => [
    Number(count).toLocaleString("en-US"),
    ...names.flatMap((name) => [
      short(each[name].bestMs),
      short((each[name].bestMs * 1000) / Number(count)),
      short(each[name].peakMb),
    ]),
  ]);
  const perEntry = (count) => figures[count].ours.bestMs / count;
  const last = quick ? 10_000 : 100_000;
  return {
    title: "growth: one call at a time, by the number of entries",
    ratios: {
      [`time an entry at ${last.toLocaleString("en-US")} over 1,000`]: {
        value: perEntry(last) / perEntry(1000),
        most: 1.5,
      },
    },
    figures,
    head: ["entries", ...names.flatMap((name) => [`${name} ms`, "µs/entry", "peak MB"])],
    rows,
  };
}
