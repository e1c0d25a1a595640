/** Parquet files, read by another package. hyparquet is an ES module, so a separate process reads the files. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { unscaled } from "soapwright-export/internal";
import { environmentOf, rowsOfRange, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { slowTest } from "soapwright-testing/stage/slow";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

const folder = temporaryFolder();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startStaff();
});
afterAll(async () => {
  await sandbox.close();
  folder.remove();
});

interface Read {
  readonly schema: readonly {
    readonly name: string;
    readonly type?: string;
    readonly converted_type?: string;
    readonly precision?: number;
    readonly scale?: number;
  }[];
  readonly rows: readonly { readonly [column: string]: unknown }[];
}

function read(name: string): Read {
  const script = `
    import { asyncBufferFromFile, parquetMetadata, parquetReadObjects } from "hyparquet";
    import { readFileSync } from "node:fs";
    const path = process.argv[1];
    const bytes = readFileSync(path);
    const { schema } = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
    process.stdout.write(JSON.stringify({ schema, rows }, (_, value) => (typeof value === "bigint" ? String(value) : value)));`;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", script, join(folder.path, name)], {
    cwd: resolve("."),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(text) as Read;
}

const run = (words: string) =>
  runCommand(["export", "cost-centers", ...words.split(" "), "--quiet"], {
    cwd: folder.path,
    env: environmentOf(sandbox.url),
  });

test("every column has its type, and every row is there", async () => {
  expect((await run("--ids 1-400 --out a.parquet --decimal 9,4")).code).toBe(1);
  const { schema, rows } = read("a.parquet");
  expect(
    schema
      .slice(1)
      .map(({ name, type, converted_type, precision, scale }) =>
        [name, type, converted_type, precision, scale].filter((part) => part !== undefined).join(" "),
      ),
  ).toEqual([
    "EmployeeId INT32",
    "Id INT32",
    "CostCenter.Code BYTE_ARRAY UTF8",
    "CostCenter.Description BYTE_ARRAY UTF8",
    "CostCenter.Id INT32",
    "Kostensoort.Code BYTE_ARRAY UTF8",
    "Kostensoort.Description BYTE_ARRAY UTF8",
    "Percentage INT64 DECIMAL 9 4",
    "Default BOOLEAN",
  ]);
  expect(rows).toHaveLength(rowsOfRange(1, 400));
  const [first] = [...rows].sort((a, b) => Number(a.Id) - Number(b.Id));
  expect(first).toMatchObject({
    EmployeeId: 1,
    Id: 10,
    "CostCenter.Description": 'Sales, "1"',
    "CostCenter.Id": 0,
    Default: true,
  });
  expect(Number(first?.Percentage)).toBeCloseTo(33.33);
  expect(readFileSync(join(folder.path, "a.parquet")).subarray(0, 4).toString()).toBe("PAR1");
});

test("decimals without declared digits, or that do not fit, are text", async () => {
  await run("--ids 1-10 --out text.parquet");
  await run("--ids 1-10 --out short.parquet --decimal 4,3");
  for (const name of ["text.parquet", "short.parquet"]) {
    const { schema, rows } = read(name);
    expect(schema.find((element) => element.name === "Percentage")).toMatchObject({
      type: "BYTE_ARRAY",
      converted_type: "UTF8",
    });
    expect(rows[0]?.Percentage).toBe("33.3300");
  }
  await run("--ids 1-10 --out wide.parquet --decimal 38,10");
  expect(read("wide.parquet").schema.find((element) => element.name === "Percentage")).toMatchObject({
    type: "FIXED_LEN_BYTE_ARRAY",
    precision: 38,
    scale: 10,
  });
});

slowTest("a killed export goes on, and its file comes when all have ended", async () => {
  const words = ["export", "cost-centers", "--ids", "1-2000", "--out", "killed.parquet", "--quiet"];
  const options = { cwd: folder.path, env: environmentOf(sandbox.url) };
  const first = await runCommand(words, {
    ...options,
    onStart: (child) => void setTimeout(() => child.kill("SIGKILL"), 900),
  });
  if (first.code === null) expect(existsSync(join(folder.path, "killed.parquet"))).toBe(false);
  expect((await runCommand(words, options)).code).toBe(1);
  const { rows } = read("killed.parquet");
  expect(new Set(rows.map(({ Id }) => Id)).size).toBe(rowsOfRange(1, 2000));
  expect(rows).toHaveLength(rowsOfRange(1, 2000));
});

test("--restart replaces a file that is there, one that is complete, and what a kill has left", async () => {
  const at = (name: string) => join(folder.path, name);
  writeFileSync(at("again.parquet"), "kept for years");
  expect(await run("--ids 1-10 --out again.parquet")).toMatchObject({
    err: expect.stringMatching(/^error: again\.parquet already exists.*--restart/),
  });
  expect(readFileSync(at("again.parquet"), "utf8")).toBe("kept for years");
  expect(await run("--ids 1-10 --out again.parquet --restart")).toMatchObject({ code: 0, err: "" });
  expect(read("again.parquet").rows).toHaveLength(rowsOfRange(1, 10));
  await runCommand(["export", "cost-centers", "--ids", "1-5000", "--out", "again.parquet", "--quiet", "--restart"], {
    cwd: folder.path,
    env: environmentOf(sandbox.url),
    onStart: (child) => {
      const look = setInterval(() => {
        if (existsSync(at("again.parquet.rows")) || child.exitCode !== null) child.kill("SIGKILL");
        if (child.killed || child.exitCode !== null) clearInterval(look);
      }, 5);
    },
  });
  expect(await run("--ids 1-20 --out again.parquet --restart")).toMatchObject({ code: 0, err: "" });
  expect(read("again.parquet").rows).toHaveLength(rowsOfRange(1, 20));
  const own = readdirSync(folder.path).filter((name) => name.startsWith("again"));
  expect(own.filter((name) => /part|rows|new|lock/.test(name) && name !== "again.parquet.rows")).toEqual([]);
});

test.each([
  ["12.5", 125000n],
  ["-0012.50000", -125000n],
  ["+.5", 5000n],
  ["0", 0n],
  ["99999.9999", 999999999n],
  ["100000", undefined],
  ["1.00001", undefined],
  ["", undefined],
  ["1e3", undefined],
])("%s in nine digits, four of them behind the point", (text, value) => {
  expect(unscaled(text, { precision: 9, scale: 4 })).toBe(value);
});
