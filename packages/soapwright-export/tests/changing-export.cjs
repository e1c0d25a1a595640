/** A process that exports with calls that change data: `node changing-export.cjs FOLDER URL INPUTS [POSTGRES]`. */
const { request } = require("node:http");
const { join } = require("node:path");
const { exportCalls, FileJournal, ndjsonSink, postgresSink } = require("soapwright-export");

const [folder, url, inputs, address] = process.argv.slice(2);
const path = join(folder, "changes.ndjson");

function change(n) {
  return new Promise((resolve, reject) => {
    const made = request(`${url}/${n}`, { method: "POST" }, (response) => {
      response.resume().on("end", () => resolve([{ n }]));
    });
    made.on("error", reject).end();
  });
}

function storage() {
  if (address === undefined)
    return {
      sink: ndjsonSink({ path }),
      journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
    };
  const columns = [{ name: "n", type: "int", of: (item) => item.n }];
  const sink = postgresSink({ address, table: "changes", columns });
  return { sink, journal: sink.journal };
}

exportCalls({
  inputs: Array.from({ length: Number(inputs) }, (_, n) => n),
  call: change,
  repeatable: false,
  concurrency: 8,
  ...storage(),
}).then(
  (summary) => process.stdout.write(JSON.stringify(summary)),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  },
);
