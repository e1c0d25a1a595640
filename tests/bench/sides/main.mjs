// A side of the benchmark in a process of its own: told by messages what to do, answers with figures.
import { envelope, expectedChecksum } from "../server/responses.mjs";
import { jobs } from "./jobs.mjs";

const [name, settings] = [process.argv[2], JSON.parse(process.argv[3])];
const { open } = await import(`./${name}.mjs`);
const side = await open(settings);
// Made when it is first asked for: a stream must not be measured in a process that has held the whole list already.
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
