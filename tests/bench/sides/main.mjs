// A side of the benchmark in its own process. It receives jobs as messages, and responds with figures.
import { envelope, expectedChecksum } from "../server/responses.mjs";
import { jobs } from "./jobs.mjs";

const [name, settings] = [process.argv[2], JSON.parse(process.argv[3])];
const { open } = await import(`./${name}.mjs`);
const side = await open(settings);
// The response is created on first use: a stream must not be measured in a process that has held the whole list.
let expected;
const makeExpected = () => (name === "undici" ? envelope(settings.count).length : expectedChecksum(settings.count));

process.on("disconnect", () => process.exit(0));
process.on("message", ({ job, options }) => {
  if (job !== "stream") expected ??= makeExpected();
  jobs[job](side, { ...settings, ...options, expected }).then(
    (figures) => process.send({ figures }),
    (error) => process.send({ error: error?.stack ?? String(error) }),
  );
});
process.send({ figures: "ready" });
