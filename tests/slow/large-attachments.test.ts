/** The memory for attachments of a gigabyte, each in its own process and over a real connection. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";

const MEBI = 2 ** 20;
const preload = join(__dirname, "../../packages/soapwright-testing/src/register.cjs");
let server: ChildProcess;
let endpoint = "";

beforeAll(async () => {
  server = fork(join(__dirname, "attachments-server.ts"), {
    execArgv: ["-C", "soapwright-source", "-r", preload],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line] = (await once(server.stdout!, "data")) as [Buffer];
  endpoint = `http://127.0.0.1:${Number(String(line))}/`;
}, 60_000);

afterAll(() => server.disconnect());

test.each([["up"], ["down"]])(
  "a gigabyte %s takes less than 64 MiB",
  async (way) => {
    const script = join(__dirname, "attachments-process.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [
      "-C",
      "soapwright-source",
      "-r",
      preload,
      script,
      endpoint,
      way,
      "1024",
    ]);
    const { added, received } = JSON.parse(stdout) as { added: number; received: number };
    console.log(`${way}: ${(added / MEBI).toFixed(0)} MiB`);
    if (way === "down") expect(received).toBe(1_024 * MEBI);
    expect(added).toBeLessThan(64 * MEBI);
  },
  300_000,
);
