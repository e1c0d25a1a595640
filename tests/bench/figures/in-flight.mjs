// Calls per second by the number of calls in flight.
import { withSides } from "../processes.mjs";
import { interleaved, short } from "../statistics.mjs";

const levels = [1, 4, 16, 64, 256];
const names = ["ours", "undici", "soap"];

export async function run({ origin, rounds, ms, quick }) {
  const warmUp = quick ? 1000 : 5000;
  const figures = {};
  await withSides(names, { origin, count: 2 }, async (sides) => {
    for (const side of sides) await side.ask("calls", { inFlight: 16, ms: ms * 2, least: warmUp });
    for (const inFlight of levels) {
      for (const side of sides) await side.ask("calls", { inFlight, ms: ms / 4 });
      figures[inFlight] = await interleaved(sides, rounds, (side) => side.ask("calls", { inFlight, ms: ms / 2 }));
    }
  });
  return {
    title: "calls/s by the number in flight: a list of two entries",
    ratios: Object.fromEntries(
      levels.flatMap((level) => [
        [
          `${level} in flight over node-soap`,
          { value: figures[level].ours.callsPerSecond / figures[level].soap.callsPerSecond },
        ],
        [
          `${level} in flight over raw undici`,
          { value: figures[level].ours.callsPerSecond / figures[level].undici.callsPerSecond },
        ],
      ]),
    ),
    figures,
    head: ["in flight", ...names],
    rows: levels.map((level) => [String(level), ...names.map((name) => short(figures[level][name].callsPerSecond))]),
  };
}
