/** Exports to a real PostgreSQL. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  costCentersOf,
  environmentOf,
  killAtRandom,
  rowsOfRange,
  runCommand,
  startStaff,
  temporaryFolder,
} from "soapwright-testing/export/staff";
import { query, startPostgres, type TestServer } from "soapwright-testing/queue/servers";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

const kills = Number(process.env.EXPORT_KILLS ?? 8);
const inputs = 250 * kills;
const folder = temporaryFolder();
let sandbox: Sandbox;
let postgres: TestServer;
let onCall: () => void = () => {};

beforeAll(async () => {
  postgres = await startPostgres();
  sandbox = await startStaff({ onCall: () => onCall(), delayMs: 2 });
}, 120_000);
afterAll(async () => {
  await sandbox?.close();
  await postgres?.remove();
  folder.remove();
});

const run = (words: string, onStart?: Parameters<typeof runCommand>[1]["onStart"]) =>
  runCommand(["export", "cost-centers", "--quiet", "--to", postgres.url, ...words.split(" ")], {
    cwd: folder.path,
    env: environmentOf(sandbox.url),
    ...(onStart === undefined ? {} : { onStart }),
  });
const rowsOf = (table: string) =>
  query<{ input: string; item: number }>(postgres.url, `SELECT * FROM ${table} ORDER BY input, item`);
const countOf = async (table: string) =>
  Number((await query<{ n: string }>(postgres.url, `SELECT count(*) AS n FROM ${table}`))[0]?.n);

test("a table is made from the schema, and holds each item once", async () => {
  const ran = await run("--ids 1-200");
  expect([ran.code, ran.err]).toEqual([1, ""]);
  const types = await query(
    postgres.url,
    `SELECT attname || ' ' || format_type(atttypid, atttypmod) AS c FROM pg_attribute WHERE attrelid = 'cost_center_get_current'::regclass AND attnum > 0 ORDER BY attnum`,
  );
  expect(types.map((row) => (row as { c: string }).c)).toEqual([
    "export text",
    "input text",
    "item integer",
    "employee_id integer",
    "id integer",
    "cost_center_code text",
    "cost_center_description text",
    "cost_center_id integer",
    "kostensoort_code text",
    "kostensoort_description text",
    "percentage numeric",
    '"default" boolean'.replaceAll('"', ""),
  ]);
  const rows = await rowsOf("cost_center_get_current");
  expect(rows).toHaveLength(rowsOfRange(1, 200));
  const [first] = costCentersOf(1);
  expect(rows.filter(({ input }) => input === "1")[0]).toMatchObject({
    employee_id: 1,
    id: first?.Id,
    cost_center_description: 'Sales, "1"',
    percentage: "33.3300",
    default: true,
  });
  const errors = await query<{ input: string }>(postgres.url, "SELECT * FROM export_errors ORDER BY number");
  expect(errors.map(({ input }) => input)).toEqual(["97", "194"]);
  expect(
    readFileSync(join(folder.path, "cost_center_get_current.errors.ndjson"), "utf8").trim().split("\n"),
  ).toHaveLength(2);
});

test("enumerations are text, and the arguments from columns stand beside the items", async () => {
  const ran = await runCommand(
    ["export", "addresses", "--ids", "1003-1003", "--period", "11", "--year", "2026", "--quiet", "--to", postgres.url],
    { cwd: folder.path, env: environmentOf(sandbox.url) },
  );
  expect([ran.code, ran.err]).toEqual([0, ""]);
  const rows = await query(postgres.url, "SELECT employee_id, type, pg_typeof(type)::text AS of FROM address_get_list");
  expect(rows[0]).toEqual({ employee_id: 1003, type: expect.stringMatching(/Address$/), of: "text" });
});

test("the next export replaces the rows of the same inputs, --append keeps them", async () => {
  await run("--ids 1-50 --table replaced");
  await run("--ids 1-60 --table replaced");
  expect(await countOf("replaced")).toBe(rowsOfRange(1, 60));
  await run("--ids 1-60 --table replaced --append");
  expect(await countOf("replaced")).toBe(2 * rowsOfRange(1, 60));
});

test(`${kills} kills at random moments: each row is there once`, async () => {
  let killed = 0;
  for (let turn = 0; turn < kills; turn++) {
    const { code } = await run(`--ids 1-${inputs} --table killed`, (child) => {
      onCall = killAtRandom(child);
    });
    if (code !== null) break;
    killed++;
  }
  onCall = () => {};
  expect((await run(`--ids 1-${inputs} --table killed`)).code).toBe(1);
  expect(killed).toBeGreaterThan(kills / 3);
  await run(`--ids 1-${inputs} --table whole`);
  const plain = async (table: string) => (await rowsOf(table)).map((row) => JSON.stringify({ ...row, export: "" }));
  expect(await plain("killed")).toEqual(await plain("whole"));
  const exports = await query(postgres.url, "SELECT DISTINCT export FROM killed");
  expect(exports).toHaveLength(1);
  expect(
    await query(postgres.url, "SELECT 1 FROM export_errors WHERE export = (SELECT max(export) FROM killed)"),
  ).toHaveLength(Math.floor(inputs / 97));
}, 600_000);

test("PostgreSQL that goes away in the middle: one line, exit code 4, and it goes on", async () => {
  let calls = 0;
  onCall = () => {
    if (++calls === 800) void postgres.stop("SIGKILL");
  };
  const ran = await run("--ids 1-3000 --table away");
  onCall = () => {};
  expect(ran).toMatchObject({
    code: 4,
    err: expect.stringMatching(
      /^error: There is no connection to PostgreSQL at 127\.0\.0\.1:\d+\/postgres.*resumes where it stopped\.\n$/,
    ),
  });
  expect(await run("--ids 1-3000 --table away")).toMatchObject({ code: 4 });
  await postgres.start();
  expect((await run("--ids 1-3000 --table away")).code).toBe(1);
  expect(await countOf("away")).toBe(rowsOfRange(1, 3000));
}, 300_000);

test("a table of another shape, and a second run, are refused", async () => {
  await query(postgres.url, "CREATE TABLE other (id text)");
  expect(await run("--ids 1-5 --table other")).toMatchObject({
    code: 8,
    err: expect.stringMatching(/^error: The table other has no column export\. Choose another table/),
  });
  const { out } = await run("--ids 1-5 --table other --json");
  expect(JSON.parse(out.trim().split("\n").at(-1)!)).toMatchObject({ event: "error", reason: "table-differs" });
  await query(postgres.url, "CREATE TABLE other_type AS SELECT * FROM cost_center_get_current");
  await query(postgres.url, "ALTER TABLE other_type ALTER percentage TYPE text");
  expect(await run("--ids 1-5 --table other_type")).toMatchObject({
    code: 8,
    err: expect.stringMatching(/has a column percentage of type text, and the export writes numeric/),
  });
  const ran = await Promise.all([run("--ids 1-1500 --table twice"), run("--ids 1-1500 --table twice")]);
  expect(ran.map(({ code }) => code).sort()).toEqual([1, 8]);
  expect(ran.map(({ err }) => err).join("")).toMatch(/^error: Another process is exporting to the table twice/);
}, 120_000);

test("a user without permission, and an address that is none", async () => {
  await query(postgres.url, "CREATE ROLE reader LOGIN");
  const as = (to: string) =>
    runCommand(["export", "cost-centers", "--ids", "1-5", "--to", to, "--table", "forbidden"], {
      cwd: folder.path,
      env: environmentOf(sandbox.url),
    });
  expect(await as(postgres.url.replace("tester", "reader"))).toMatchObject({
    code: 9,
    err: expect.stringMatching(/^error: PostgreSQL at .* does not permit the user/),
  });
  expect(await as(postgres.url.replace("tester", "nobody:secret-word"))).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^error: PostgreSQL at .* does not accept/),
  });
  const none = await as("mysql://me:secret-word@host/x");
  expect(none).toMatchObject({ code: 2 });
  expect(none.err).not.toContain("secret-word");
});

const to = (address: string, table: string) =>
  runCommand(["export", "cost-centers", "--ids", "1-5", "--quiet", "--to", address, "--table", table], {
    cwd: folder.path,
    env: environmentOf(sandbox.url),
  });

test("a user who may not make tables writes to those that are there, and needs no more", async () => {
  await query(postgres.url, "CREATE ROLE writer LOGIN");
  await query(postgres.url, "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
  expect((await to(postgres.url, "prepared")).code).toBe(0);
  const tables = "prepared, export_journal, export_commits, export_errors";
  await query(postgres.url, `GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables} TO writer`);
  const as = postgres.url.replace("tester", "writer:secret-word");
  expect(await to(as, "prepared")).toEqual({ code: 0, out: "", err: "" });
  expect(await countOf("prepared")).toBe(rowsOfRange(1, 5));
  const other = await to(as, "not_prepared");
  expect(other).toMatchObject({ code: 9, err: expect.stringMatching(/does not permit the user.*a user who may/) });
  expect(other.err).not.toContain("secret-word");
});

test("the table may be in a schema, and its name is taken letter for letter", async () => {
  await query(postgres.url, "CREATE SCHEMA payroll");
  for (const name of ["payroll.Costs", "MixedCase", "with space"]) {
    expect(await to(postgres.url, name)).toEqual({ code: 0, out: "", err: "" });
    expect(await countOf(`"${name.replace(".", '"."')}"`)).toBe(rowsOfRange(1, 5));
  }
  expect(await to(postgres.url, "absent.costs")).toMatchObject({
    code: 8,
    err: expect.stringMatching(
      /^error: PostgreSQL at .* has no schema of that name\. Create it, or choose another table\.\n$/,
    ),
  });
  for (const name of ["a.b.c", '"quoted"', "a.", "é".repeat(32)])
    expect(await to(postgres.url, name)).toMatchObject({
      code: 2,
      err: expect.stringContaining("table or schema.table"),
    });
});

test("addresses that cannot work: one line, and never the password", async () => {
  const base = postgres.url.replace("tester", "tester:secret-word");
  for (const [address, code, line] of [
    [
      `${base}?sslrootcert=/no/such/file`,
      4,
      /The address of PostgreSQL at .* names \/no\/such\/file, which cannot be read \(ENOENT\)/,
    ],
    [
      `${base}?sslmode=verify-full`,
      4,
      /There is no connection to PostgreSQL at .*\. Check its certificate and sslmode/,
    ],
    [
      base.replace("127.0.0.1", "no-such-host.invalid"),
      4,
      /There is no connection to PostgreSQL at no-such-host\.invalid/,
    ],
    [
      base.replace(/postgres$/, "absent"),
      4,
      /has no database of that name \(3D000\)\. Check the database at the end of the address/,
    ],
    ["postgres://tester:secret-word/@127.0.0.1/x", 2, /^error: The address of the database is not one of PostgreSQL/],
  ] as const) {
    const ran = await to(address, "never");
    expect(ran).toMatchObject({ code, err: expect.stringMatching(line) });
    expect(ran.err).not.toContain("secret-word");
  }
});

test("the errors file of --to: never in place of a file that is theirs, and the whole of what failed at the end", async () => {
  const at = (name: string) => join(folder.path, name);
  for (const [flags, name] of [
    ["", "mine.errors.ndjson"],
    ["--errors notes.txt", "notes.txt"],
  ] as const) {
    writeFileSync(at(name), "kept for years\n");
    const words = `--ids 90-100 --table mine ${flags}`.trim();
    expect(await run(words)).toMatchObject({
      code: 8,
      err: expect.stringMatching(
        new RegExp(`^error: ${name.replaceAll(".", "\\.")} already exists, and no journal belongs to it`),
      ),
    });
    expect(readFileSync(at(name), "utf8")).toBe("kept for years\n");
  }
  expect((await run("--ids 90-100 --table mine --errors own.ndjson")).code).toBe(1);
  const lines = () => readFileSync(at("own.ndjson"), "utf8").trim().split("\n");
  expect(lines().map((line) => JSON.parse(line) as object)).toMatchObject([{ row: 8, input: "97" }]);
  // The same command starts a new export, whose file replaces the old one.
  expect((await run("--ids 90-100 --table mine --errors own.ndjson")).code).toBe(1);
  expect(lines()).toHaveLength(1);
  // Another export must not take that file.
  expect(await run("--ids 90-100 --table with_errors --errors own.ndjson")).toMatchObject({ code: 8 });
  expect(lines()).toHaveLength(1);
  expect((await run("--ids 90-100 --table with_errors --errors own.ndjson --restart")).code).toBe(1);
});
