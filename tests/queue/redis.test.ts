/** Redis with unusual settings: with a password, with too little memory, without the database. */
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  command,
  environmentOf,
  rowsOfRange,
  runCommand,
  startStaff,
  temporaryFolder,
} from "soapwright-testing/export/staff";
import { freePort, query, startPostgres, startRedis, type TestServer } from "soapwright-testing/queue/servers";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

const folder = temporaryFolder();
let sandbox: Sandbox;
let postgres: TestServer;
let redis: TestServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([
    startPostgres(),
    startRedis("--requirepass", "secret-word", "--maxmemory-policy", "allkeys-lru"),
  ]);
  sandbox = await startStaff();
}, 120_000);
afterAll(async () => {
  await sandbox?.close();
  await redis?.remove();
  await postgres?.remove();
  folder.remove();
});

const as = (user: string) => redis.url.replace("redis://", `redis://${user}@`);
const run = (
  words: string,
  queue: string,
  onStart: Parameters<typeof runCommand>[1]["onStart"] = () => {},
  to = postgres.url,
) =>
  runCommand([...words.split(" "), "--queue", queue, "--to", to], {
    cwd: folder.path,
    env: environmentOf(sandbox.url),
    onStart,
  });

const commands = ["export cost-centers --ids 1-3", "export --status", "worker"];

test.each(commands)("%s: a password that is missing or wrong is reported as such, and not printed", async (words) => {
  for (const queue of [redis.url, as(":wrong-word"), as("somebody:wrong-word")]) {
    const ran = await run(words, queue);
    expect(ran).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /^error: Redis at 127\.0\.0\.1:\d+ does not accept the user or the password \((?:NOAUTH|WRONGPASS)\)\. .*\n$/,
      ),
    });
    expect(ran.err).not.toMatch(/wrong-word|secret-word/);
  }
});

test("a password from the environment or a file, which the list of processes does not show", async () => {
  const file = join(folder.path, "redis-password");
  writeFileSync(file, "secret-word\n");
  const status = (environment: NodeJS.ProcessEnv, queue = redis.url) =>
    runCommand(["export", "--status", "--queue", queue, "--to", postgres.url], {
      cwd: folder.path,
      env: { ...environmentOf(sandbox.url), ...environment },
    });
  for (const environment of [{ REDIS_PASSWORD: "secret-word" }, { REDIS_PASSWORD_FILE: file }])
    expect(await status(environment)).toMatchObject({
      code: 0,
      out: expect.stringContaining("0 chunks are in the queue"),
    });
  expect(await status({ REDIS_PASSWORD: "wrong-word" })).toMatchObject({
    code: 4,
    err: expect.stringMatching(/WRONGPASS\).*set REDIS_PASSWORD or REDIS_PASSWORD_FILE\.\n$/),
  });
  // The password in the address has precedence over the environment.
  expect(await status({ REDIS_PASSWORD: "wrong-word" }, as(":secret-word"))).toMatchObject({ code: 0 });
  for (const wrong of ["/dev/zero", join(folder.path, "nowhere")])
    expect(await status({ REDIS_PASSWORD_FILE: wrong })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: REDIS_PASSWORD_FILE cannot be read: /),
    });
});

test("a database that there is not, and an address that is none", async () => {
  expect(await run("export --status", `${as(":secret-word")}/99`)).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^error: Redis at 127\.0\.0\.1:\d+\/99 has no database of that number/),
  });
  expect(await run("export --status", as(":se%zz"))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: The address of the queue is not one of Redis/),
  });
});

test("Redis that throws keys away: a warning of ours, and the export is carried out", async () => {
  const queue = as(":secret-word");
  const warning = /^warning: Redis at 127\.0\.0\.1:\d+ throws keys away.*Set maxmemory-policy to noeviction\.$/;
  const enqueued = await run("export cost-centers --ids 1-150 --table warned", queue);
  expect(enqueued.err.trim().split("\n")).toEqual([
    expect.stringMatching(warning),
    expect.stringMatching(/^Enqueued 150 inputs as export /),
  ]);
  expect(await run("export --status --quiet", queue)).toMatchObject({
    err: "",
    out: expect.stringMatching(/^warned: 0 of 150 inputs, .*\n2 chunks are in the queue or at workers\.\n$/),
  });
  const json = await run("export --status --json", queue);
  expect(JSON.parse(json.out.split("\n")[0]!)).toMatchObject({ event: "warning" });
  const worker = await run("worker --json", queue, (child) => {
    const stop = async () => {
      const [row] = await query<{ n: string }>(postgres.url, "SELECT count(done) AS n FROM export_chunks");
      // A second signal would end the process at once.
      if (row?.n === "2") child.kill("SIGTERM");
      else setTimeout(stop, 200);
    };
    void stop();
  });
  expect([worker.code, worker.err]).toEqual([0, ""]);
  expect(await query(postgres.url, "SELECT count(*)::int AS n FROM warned")).toEqual([{ n: rowsOfRange(1, 150) }]);
});

test("Ctrl-C ends enqueuing, whether inputs come or not, and the same command goes on", async () => {
  const queue = as(":secret-word");
  const words = ["export", "cost-centers", "--queue", queue, "--to", postgres.url, "--quiet"];
  const begin = (...more: string[]) => {
    const child = spawn(process.execPath, [command, ...words, ...more], { env: environmentOf(sandbox.url) });
    let err = "";
    child.stderr.on("data", (text: Buffer) => {
      err += text.toString();
    });
    return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, err }))) };
  };
  const stopped = {
    code: 7,
    err: expect.stringMatching(/^error: Not every input is enqueued\. .*resumes where it stopped\.\n$/),
  };
  const enqueued = async (table: string) => {
    const [row] = await query<{ n: string }>(
      postgres.url,
      "SELECT coalesce(sum(count), 0) AS n FROM export_chunks JOIN export_journal USING (export) WHERE name = $1",
      [`queue ${table}`],
    );
    return Number(row?.n);
  };
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const open = begin("--ids", "-", "--table", "open");
  open.child.stdin.write("1\n2\n3\n");
  await until(
    async () => (await query(postgres.url, "SELECT 1 FROM export_journal WHERE name = 'queue open'")).length === 1,
  );
  open.child.kill("SIGINT");
  expect(await open.ended).toEqual(stopped);
  const ids = ["--ids", "1-200000", "--table", "long"];
  const long = begin(...ids);
  await until(async () => (await enqueued("long")) > 0);
  long.child.kill("SIGINT");
  expect(await long.ended).toEqual(stopped);
  expect(await enqueued("long")).toBeLessThan(200_000);
  expect(await begin(...ids).ended).toEqual({ code: 0, err: "" });
  expect(await enqueued("long")).toBe(200_000);
});

test("a worker that may not use the database ends with one line, and does not hang", async () => {
  await query(postgres.url, "CREATE ROLE stranger LOGIN");
  await query(postgres.url, "CREATE DATABASE empty");
  await query(postgres.url.replace(/postgres$/, "empty"), "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
  const to = postgres.url.replace("tester", "stranger").replace(/postgres$/, "empty");
  const ran = await run("worker --quiet", as(":secret-word"), undefined, to);
  expect(ran).toMatchObject({
    code: 9,
    err: expect.stringMatching(/^error: PostgreSQL at .* does not permit the user/),
  });
});

test("TLS: a certificate that is trusted, and one that is not", async () => {
  // Redis runs as another user.
  chmodSync(folder.path, 0o755);
  const file = (name: string) => join(folder.path, name);
  for (const name of ["ca.crt", "server.crt", "server.key"]) {
    copyFileSync(join("packages/soapwright-testing/src/certificates", name), file(name));
    chmodSync(file(name), 0o644);
  }
  const port = await freePort();
  const files = ["--tls-cert-file", file("server.crt"), "--tls-key-file", file("server.key")];
  const other = await startRedis(
    ...["--tls-port", String(port), "--tls-ca-cert-file", file("ca.crt"), "--tls-auth-clients", "no", ...files],
  );
  // The exit code of `--status` covers every export of a database, and other tests leave some unfinished.
  await query(postgres.url, "CREATE DATABASE tls");
  const to = postgres.url.replace(/postgres$/, "tls");
  try {
    const status = (env: NodeJS.ProcessEnv) =>
      runCommand(["export", "--status", "--queue", `rediss://localhost:${port}`, "--to", to], {
        cwd: folder.path,
        env: { ...environmentOf(sandbox.url), ...env },
      });
    expect(await status({ NODE_EXTRA_CA_CERTS: file("ca.crt") })).toMatchObject({ code: 0, err: "" });
    expect(await status({})).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /^error: There is no connection to Redis at localhost:\d+ \(\w*(?:CERT|SIGNATURE)\w*\)\. Check its certificate/,
      ),
    });
  } finally {
    await other.remove();
  }
});
