import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "csv-parse/sync";
import { csvLine, csvSink, exportCalls, FileJournal } from "soapwright-export";
import { environmentOf, rowsOfRange, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { parse as parseYaml } from "yaml";
import { listWriter } from "../../packages/soapwright-cli/src/formats/format";
import type { Terminal } from "../../packages/soapwright-cli/src/terminal/terminal";
import { unscaled } from "../../packages/soapwright-export/src/parquet-sink";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

/** CSV that is safe in spreadsheets with any separator. Exports and the command write the same. */
describe("csv", () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);
  const terminal = { environment: {}, out() {}, err() {}, stopped: async () => {} } as unknown as Terminal;

  const signs = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"];
  const leads = [
    "",
    " ",
    "\u00a0",
    "\u2003",
    "\ufeff",
    "\u2028",
    "\u2029",
    "\u200b",
    "\0",
    '"',
    '""',
    ' "',
    "\ufeff \u2003",
  ];
  const behind = ["", "x", "x;", "x,", "x\t", "x\n", "x\r\n", "x;y;", "x; ", 'x;"', ";", '"x";'];

  /** Whether a spreadsheet would run the cell. Leading blanks, marks and quotation marks do not prevent that. */
  const runs = (cell: string) =>
    /^[\s\0\p{Cf}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(cell) && !/^[\s"]*[+-][\d.]+[\s"]*$/.test(cell);

  test("no cell is a formula, whatever it begins with and however lines are divided", () => {
    const found: string[] = [];
    for (const sign of signs)
      for (const lead of leads)
        for (const before of behind) {
          const text = `${before}${lead}${sign}1+cmd;y`;
          const isAnywhere = before === "" || /[;,\t\n]/.test(before);
          const line = csvLine(["first", text, "last"]);
          for (const delimiter of [",", ";", "\t"]) {
            // Reads as a spreadsheet with another separator does: quotation marks within a field are text.
            const rows = parse(line, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][];
            if (rows.flat().some(runs)) found.push(JSON.stringify([delimiter, text, line]));
          }
          if (isAnywhere && !line.includes("'")) found.push(JSON.stringify(text));
        }
    expect(found).toEqual([]);
  });

  test.each([
    ["a formula behind a semicolon", "x;=1+1;y", "x;'=1+1;y"],
    ["numbers", "1;-5;+3.5;-1e-7", "1;-5;+3.5;-1e-7"],
    ["a telephone number", "+31612345678", "+31612345678"],
    ["dashes in a text", "2026-11-22 - x", "2026-11-22 - x"],
    ["an address", "jan@example.test", "jan@example.test"],
    ["a double without an end", "-INF", "-INF"],
    ["JSON stays JSON", '{"a":"=1","b":["x;@y",-2]}', '"{""a"":""=1"",""b"":[""x;\\u0040y"",-2]}"'],
    ["JSON with a formula as an item", '["a","=1",-1.5]', '"[""a"",""\\u003d1"",-1.5]"'],
  ])("%s", (_what, text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  test("a text of nothing but tabs, and one of nothing but dividers, take no longer for each character", () => {
    const seconds = (text: string) => {
      const begun = performance.now();
      csvLine([text]);
      return performance.now() - begun;
    };
    for (const character of ["\t", ";", '"', "\u2003", ";="]) {
      seconds(`${character.repeat(1_000)}=`);
      // Quadratic work on a thousand times as many characters would take a million times as long.
      expect(seconds(`${character.repeat(300_000)}=`)).toBeLessThan(10_000);
    }
  });

  test("the command and an export write the same lines", async () => {
    const texts = [
      "=1",
      "\u00a0=1",
      "\u2003+x",
      "\ufeff@x",
      "\u2028-x",
      "x;=1+1;y",
      "-",
      "+5",
      "",
      " a ",
      'a "b"',
      "a\nb",
    ];
    const writer = await listWriter("csv", terminal, { columns: [{ title: "input", path: [] }] });
    const printed = texts.map((text) => writer.item(text)).join("");
    const path = join(folder.path, "same.csv");
    await exportCalls({
      inputs: texts,
      call: async (text) => [text],
      sink: csvSink({
        path,
        columns: [],
        inputColumns: [{ name: "input", type: "text", of: (of) => Reflect.get(Object(of), "input") }],
      }),
      journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
      concurrency: 1,
    });
    expect(readFileSync(path, "utf8")).toBe(printed);
    expect(printed.split("\r\n")).toHaveLength(texts.length + 2);
  });

  slowTest("columns take the same time each, however many there are", async () => {
    const write = async (columns: number) => {
      const record = Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, at]));
      const writer = await listWriter("csv", terminal);
      expect(writer.item(record) + writer.end()).toHaveLength(
        csvLine(Object.keys(record)).length + csvLine(Object.values(record)).length,
      );
    };
    await expectLinear(write, 100_000);
  });
});

/** The commands in docs/export.md and the compose file exist and work. */
describe("pages", () => {
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startStaff();
    writeFileSync(join(folder.path, "staff.csv"), "EmployeeId\n1001\n1003\n");
  });
  afterAll(async () => {
    await sandbox.close();
    folder.remove();
  });

  const shown = [...readFileSync("docs/export.md", "utf8").matchAll(/^npx employee-service (export .*)$/gm)].map(
    ([, words]) => words!,
  );

  test("the page shows every kind of output", () => {
    for (const kind of [".csv", ".ndjson", ".parquet", "postgres://"])
      expect(shown.some((words) => words.includes(kind))).toBe(true);
  });

  test.each(
    sampleOf(
      shown.filter((words) => !words.includes("postgres://")),
      3,
    ),
  )("as printed: %s", async (words) => {
    const ran = await runCommand(words.split(" "), { cwd: folder.path, env: environmentOf(sandbox.url) });
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("Complete: ")]);
  });

  interface Service {
    readonly image: string;
    readonly command?: string;
    readonly ports?: readonly string[];
    readonly depends_on?: readonly string[];
    readonly volumes?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
  }
  const compose = parseYaml(readFileSync("examples/queue/compose.yaml", "utf8"), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: object;
  };

  describe("the compose file", () => {
    const own = Object.entries(compose.services).flatMap(([name, { command = "" }]) =>
      command.startsWith("npx employee-service ") ? [{ name, words: command.split(" ").slice(2) }] : [],
    );

    test("every service has an image, and what it needs is there", () => {
      expect(Object.keys(compose.services).sort()).toEqual(["database", "export", "queue", "status", "worker"]);
      for (const { image, depends_on = [], volumes = [] } of Object.values(compose.services)) {
        expect(image).toMatch(/^[a-z]+(?:\/[a-z]+)?:\d+/);
        for (const name of depends_on) expect(Object.keys(compose.services)).toContain(name);
        for (const name of volumes.map((volume) => volume.split(":")[0]!).filter((path) => !path.startsWith(".")))
          expect(Object.keys(compose.volumes)).toContain(name);
      }
    });

    test("the queue keeps what it is given, and its ports serve this machine alone", () => {
      expect(compose.services.queue?.command).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/);
      for (const { ports = [] } of Object.values(compose.services))
        for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
    });

    test("addresses in commands are those of its services", () => {
      expect(own.map(({ name }) => name).sort()).toEqual(["export", "status", "worker"]);
      for (const { words } of own) {
        expect(words).toContain("redis://queue:6379");
        expect(words).toContain("postgres://export@database:5432/export");
      }
      expect(compose.services.database?.environment).toMatchObject({ POSTGRES_USER: "export", POSTGRES_DB: "export" });
    });

    test.each(own)("every option of $name exists", async ({ words }) => {
      const help = await runCommand([words[0]!, "--help"], { cwd: folder.path, env: environmentOf(sandbox.url) });
      const flags = words.filter((word) => word.startsWith("--"));
      expect(flags.length).toBeGreaterThan(1);
      for (const flag of flags) expect(help.out).toMatch(new RegExp(`^\\s+${flag}\\b`, "m"));
    });
  });
});

/** Parquet files, read by another package. hyparquet is an ES module, so a separate process reads the files. */
describe("parquet", () => {
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

  slowTest("decimals without declared digits, or that do not fit, are text", async () => {
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

  slowTest("--restart replaces a file that is there, one that is complete, and what a kill has left", async () => {
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
});
