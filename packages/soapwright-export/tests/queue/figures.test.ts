/**
 * The cost of the queue for each call: processor time of a worker, and commands of Redis. `QUEUE_TEST=1 npx jest
 * tests/queue/figures`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { startPostgres, startRedis } from "soapwright-testing/queue/servers";

const inputs = 5_000;

test("a call in a chunk of 100 costs the queue less than a millisecond of processor time", async () => {
  const folder = temporaryFolder();
  const [postgres, redis, sandbox] = await Promise.all([startPostgres(), startRedis(), startStaff()]);
  try {
    // The hook reports the processor time of the process.
    const hook = join(folder.path, "cpu.cjs");
    writeFileSync(
      hook,
      `process.on("exit", () => {
        const { user, system } = process.cpuUsage();
        process.stderr.write("cpu " + (user + system) / 1000 + "\\n");
      });`,
    );
    const env = environmentOf(sandbox.url);
    const run = async (words: string, onOutput?: (stop: () => void) => void) => {
      const ran = await runCommand(words.split(" "), {
        ...{ cwd: folder.path, env, nodeArguments: ["--require", hook] },
        onStart: (child) => onOutput?.(() => child.kill("SIGTERM")),
      });
      return { ...ran, cpuMs: Number(/cpu ([\d.]+)/.exec(ran.err)?.[1]) };
    };
    const to = `--to ${postgres.url} --quiet`;
    const idle = await run(`export cost-centers --ids 1-1 ${to} --table idle`);
    const plain = await run(`export cost-centers --ids 1-${inputs} ${to} --table plain`);
    await run(`export cost-centers --ids 1-${inputs} ${to} --table queued --queue ${redis.url}`);
    const { Redis } = require("ioredis") as typeof import("ioredis");
    const client = new Redis(redis.url);
    await client.config("RESETSTAT");
    const worker = await run(`worker --queue ${redis.url} ${to} --rate 100000`, (stop) => {
      const timer = setInterval(async () => {
        const { query } =
          require("soapwright-testing/queue/servers") as typeof import("soapwright-testing/queue/servers");
        const [row] = await query<{ n: string }>(
          postgres.url,
          "SELECT count(*) AS n FROM export_chunks WHERE done IS NULL",
        );
        if (row?.n !== "0") return;
        clearInterval(timer);
        stop();
      }, 200);
    });
    const commands = [...(await client.info("commandstats")).matchAll(/calls=(\d+)/g)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
    await client.quit();
    const overheadMs = (worker.cpuMs - plain.cpuMs) / inputs;
    console.log(
      `a call: ${((plain.cpuMs - idle.cpuMs) / inputs).toFixed(3)} ms of processor time on one machine, ${overheadMs.toFixed(3)} ms more at a worker, ${(commands / inputs).toFixed(2)} commands of Redis`,
    );
    expect(worker.code).toBe(0);
    expect(overheadMs).toBeLessThan(1);
  } finally {
    await sandbox.close();
    await redis.remove();
    await postgres.remove();
    folder.remove();
  }
}, 300_000);
