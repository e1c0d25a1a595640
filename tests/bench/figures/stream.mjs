// A streamed list of 1,000,000 entries: the resident memory that it adds to that of an idle client.
import { startSide } from "../processes.mjs";
import { short } from "../statistics.mjs";

export async function run({ origin, quick }) {
  const count = quick ? 100_000 : 1_000_000;
  const side = await startSide("ours-stream", { origin, count });
  try {
    const figures = await side.ask("stream");
    return {
      title: `stream: a list of ${count.toLocaleString("en-US")} entries`,
      ratios: { "resident MB added by the stream": { value: figures.growthMb, most: 64 } },
      figures,
      head: ["entries", "entries/s", "idle MB", "added MB"],
      rows: [
        [
          count.toLocaleString("en-US"),
          short(figures.entriesPerSecond),
          short(figures.idleMb),
          short(figures.growthMb),
        ],
      ],
    };
  } finally {
    await side.stop();
  }
}
