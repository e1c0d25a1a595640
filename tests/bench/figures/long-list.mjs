// Whole calls with a list of 1,000 entries (about 300 KB), four in flight.
import { withSides } from "../processes.mjs";
import { interleaved, short } from "../statistics.mjs";
import { sideNames } from "./calls.mjs";

export async function run({ origin, rounds, ms, quick }) {
  const warmUp = quick ? 20 : 100;
  const inFlight = 4;
  const figures = await withSides(sideNames, { origin, count: 1000 }, async (sides) => {
    for (const side of sides) await side.ask("calls", { inFlight, ms: ms * 2, least: warmUp });
    return interleaved(sides, rounds, (side) => side.ask("calls", { inFlight, ms, least: 4 }));
  });
  const { ours, soap, undici } = figures;
  return {
    title: "calls: a list of 1,000 entries, 4 in flight",
    ratios: {
      "calls/s with 1,000 entries over node-soap": {
        value: ours.callsPerSecond / soap.callsPerSecond,
        least: 7,
        aim: 10,
      },
      "calls/s with 1,000 entries over undici and fast-xml-parser by hand": {
        value: ours.callsPerSecond / figures["by-hand"].callsPerSecond,
        least: 1,
      },
      "calls/s with 1,000 entries over raw undici": { value: ours.callsPerSecond / undici.callsPerSecond },
    },
    figures,
    head: ["side", "calls/s", "cpu µs/call", "ours ÷ it"],
    rows: Object.entries(figures).map(([name, each]) => [
      name,
      short(each.callsPerSecond),
      short(each.cpuUsPerCall),
      short(ours.callsPerSecond / each.callsPerSecond),
    ]),
  };
}
