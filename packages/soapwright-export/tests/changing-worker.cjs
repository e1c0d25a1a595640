/** A worker whose calls change data, until SIGTERM: `node changing-worker.cjs URL REDIS POSTGRES`. */
const { request } = require("node:http");
const { startWorker } = require("soapwright-export");

const [url, queue, to] = process.argv.slice(2);

function change({ key }) {
  return new Promise((resolve, reject) => {
    const made = request(`${url}/${key}`, { method: "POST" }, (response) => {
      response.resume().on("end", () => resolve([{ n: Number(key) }]));
    });
    made.on("error", reject).end();
  });
}

async function work() {
  const worker = await startWorker({
    queue,
    to,
    concurrency: 8,
    requestMs: 5_000,
    patienceMs: 5_000,
    open: () => ({
      columns: [{ name: "n", type: "int", of: (item) => item.n }],
      inputColumns: [],
      call: change,
      repeatable: false,
    }),
  });
  process.once("SIGTERM", () => worker.stop());
  await worker.stopped;
}
void work().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
