/** A process that exports with calls that change data: `node changing-export.cjs FOLDER URL INPUTS`. */
const { request } = require("node:http");
const { join } = require("node:path");
const { exportCalls, FileJournal, ndjsonSink } = require("soapwright-export");

const [folder, url, inputs] = process.argv.slice(2);
const path = join(folder, "changes.ndjson");

function change(n) {
  return new Promise((resolve, reject) => {
    const made = request(`${url}/${n}`, { method: "POST" }, (response) => {
      response.resume().on("end", () => resolve([{ n }]));
    });
    made.on("error", reject).end();
  });
}

exportCalls({
  inputs: Array.from({ length: Number(inputs) }, (_, n) => n),
  call: change,
  repeatable: false,
  concurrency: 8,
  sink: ndjsonSink({ path }),
  journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
}).then(
  (summary) => process.stdout.write(JSON.stringify(summary)),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  },
);
