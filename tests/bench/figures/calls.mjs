// Calls per second and processor time per call, for a list of two entries and 16 calls in flight.
import { withSides } from "../processes.mjs";
import { interleaved, short } from "../statistics.mjs";

export const sideNames = ["ours", "undici", "by-hand", "soap", "soap-keep-alive", "strong-soap", "wsdl-tsclient"];

export async function run({ origin, rounds, ms, quick }) {
  const inFlight = 16;
  // The number of calls after which V8 has compiled each side fully.
  const warmUp = quick ? 1000 : 5000;
  const figures = await withSides(sideNames, { origin, count: 2 }, async (sides) => {
    for (const side of sides) await side.ask("calls", { inFlight, ms: ms * 2, least: warmUp });
    return interleaved(sides, rounds, (side) => side.ask("calls", { inFlight, ms }));
  });
  const { ours, undici, soap } = figures;
  const byHand = figures["by-hand"];
  return {
    title: "calls: a list of two entries, 16 in flight",
    ratios: {
      "calls/s over node-soap": { value: ours.callsPerSecond / soap.callsPerSecond, least: 8 },
      "calls/s over raw undici": { value: ours.callsPerSecond / undici.callsPerSecond, least: 0.65, aim: 0.75 },
      "calls/s over undici and fast-xml-parser by hand": {
        value: ours.callsPerSecond / byHand.callsPerSecond,
        least: 0.9,
      },
      "processor time a call over node-soap": { value: ours.cpuUsPerCall / soap.cpuUsPerCall, most: 0.12 },
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
