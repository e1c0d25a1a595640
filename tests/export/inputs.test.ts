/** Files of inputs from spreadsheets, shells and programs, and the command's messages about unreadable ones. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readRecords } from "soapwright-export";
import { command, environmentOf, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { sampleOf } from "soapwright-testing/stage/slow";
import type { Sandbox } from "../../src/sandbox/start-sandbox";
import { runHere } from "./run-here";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const calls: number[] = [];
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startStaff({ onCall: (id) => calls.push(id) });
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(async () => {
  await sandbox.close();
  folder.remove();
});

const run = (words: readonly string[], input?: string) => {
  const options = { cwd: folder.path, env: environmentOf(sandbox.url) };
  const args = ["export", "cost-centers", ...words];
  return input === undefined ? runHere(args, options) : runCommand(args, { ...options, input });
};

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

describe("ids come from", () => {
  const files: readonly (readonly [what: string, content: string | Buffer, ids: readonly number[]])[] = [
    [
      "a byte order mark, CRLF, and line breaks in quotes",
      '\ufeffEmployeeId,Note\r\n1001,"a\r\nb"\r\n1002,"c ""d"""',
      [1001, 1002],
    ],
    [
      "semicolons and empty rows of a spreadsheet",
      "Employee Id;Full Name;;\n1001;x;;\n;;;\n\n1002;y;;\n",
      [1001, 1002],
    ],
    [
      "tabs in UTF-16, as a spreadsheet saves Unicode text",
      utf16("EmployeeId\tNaam\r\n1001\tJosé\r\n1002\tZoë\r\n"),
      [1001, 1002],
    ],
    ["UTF-16 with its larger byte first", utf16("1001\n1002\n").swap16(), [1001, 1002]],
    ["lines that end with CR alone, without titles", "1001\r1002\r", [1001, 1002]],
    ["an id with a tab behind it, without titles", "1001\t\n1002\n", [1001, 1002]],
    ["lines that end with CR alone, with titles", "EmployeeId\r1001\r1002", [1001, 1002]],
    ["an id that occurs twice: it is called twice", "1001\n1001\n1002", [1001, 1001, 1002]],
    ["signs, blanks and leading zeros", "+1001\n 1002 \n0001003\n", [1001, 1002, 1003]],
    [
      "a column that is called so letter for letter, beside a similar one",
      "employee id,EmployeeId\n1,1001\n2,1002\n",
      [1001, 1002],
    ],
    ["titles alone: there is nobody to call for", "EmployeeId,Name\n", []],
    [
      "NDJSON with CRLF, nil and further values",
      '{"EmployeeId":1001,"a":null}\r\n{"b":[1],"EmployeeId":"1002"}',
      [1001, 1002],
    ],
  ];
  test.each(sampleOf(files, 3))("%s", async (_what, content, ids) => {
    writeFileSync(path("odd"), content);
    const ran = await run(["--ids", "odd", "--out", "odd.ndjson", "--restart", "--quiet"]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect([...calls].sort()).toEqual(ids);
  });
});

test("the columns of standard input are beside the rows too", async () => {
  const { code, err } = await runCommand(
    ["export", "addresses", "--ids", "-", "--year", "2026", "--out", "periods.csv", "--quiet"],
    { cwd: folder.path, env: environmentOf(sandbox.url), input: "EmployeeId,Period\n1003,11\n1003,12\n" },
  );
  expect([code, err]).toEqual([0, ""]);
  expect(readFileSync(path("periods.csv"), "utf8")).toMatch(/^EmployeeId,Period,Id,/);
});

describe("one line says what to do about", () => {
  const files: readonly (readonly [what: string, content: string | Buffer, line: RegExp])[] = [
    ["a file that is compressed", gzipSync("EmployeeId\n1001\n"), /^odd is compressed by gzip\. Decompress it first\./],
    [
      "a spreadsheet",
      Buffer.from("PK\x03\x04\x14\0\x06\0"),
      /^odd is a spreadsheet or a ZIP archive\. Save it as CSV first\./,
    ],
    [
      "another file that is no text",
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0]),
      /^odd is not text\. Save it as CSV/,
    ],
    [
      "a lone byte behind a mark of UTF-16",
      Buffer.from([0xff, 0xfe, 0x31]),
      /^odd, line 1: there are bytes that are not UTF-16LE\. Save the file as CSV in UTF-8/,
    ],
    [
      "UTF-16 that ends in the middle of a character",
      utf16("1001\n1002\n").subarray(0, -1),
      /^odd, line 2: there are bytes that are not UTF-16LE\./,
    ],
    [
      "a name in Latin-1",
      Buffer.from("EmployeeId,Name\n1001,Jan\n1002,Zo\xeb\n", "latin1"),
      /^odd, line 3: there are bytes that are not UTF-8\. Save the file as CSV in UTF-8/,
    ],
    ["a list in JSON", '[{"EmployeeId":1001}]', /^odd is a list in JSON\. Write each of its items as a line/],
    [
      "ids in one line",
      "1001,1002,1003\n",
      /^odd has no column EmployeeId\. It has 1001, 1002, 1003\. .*line of titles\./,
    ],
    [
      "titles without the column, and without a record",
      "Nr,Name\n",
      /^odd has no column EmployeeId\. It has Nr, Name\./,
    ],
    [
      "a title that would steer a terminal",
      "Nr\u001b[31m\u202e,Name\n",
      /^odd has no column EmployeeId\. It has Nr\\u001b\[31m\\u202e, Name\./,
    ],
    ["two columns of one title", "EmployeeId,EmployeeId\n1001,1002\n", /^odd has several columns called EmployeeId\./],
    [
      "two columns that could be meant",
      "Employee Id,employee-id\n1001,1002\n",
      /^odd has several columns for EmployeeId: Employee Id, employee-id\. Name one/,
    ],
    [
      "a quotation mark in the middle of a value",
      'EmployeeId,Name\n1001,a"b\n',
      /^odd, line 2: a quotation mark is not closed, or is in the middle/,
    ],
    [
      "a record without an end",
      `EmployeeId,Name\n1001,"${"a\n".repeat(600_000)}`,
      /^odd, line \d+: a record has more than 1,048,576 characters/,
    ],
    [
      "an id over 2^31",
      "EmployeeId\n2147483648\n",
      /^odd, line 2, column EmployeeId: EmployeeId takes xs:int from .* to 2147483647\./,
    ],
    [
      "an id that is absent",
      "EmployeeId,Name\n1001,a\n,b\n",
      /^odd, line 3, column EmployeeId: EmployeeId takes xs:int/,
    ],
    [
      "a number that JSON rounds",
      '{"EmployeeId":12345678901234567890}\n',
      /^odd, line 1: the number in EmployeeId has more digits/,
    ],
    ["nothing but empty lines", "\n\r\n\n", /^odd is empty\./],
  ];
  test.each(sampleOf(files, 3))("%s", async (_what, content, line) => {
    writeFileSync(path("odd"), content);
    const ran = await run(["--ids", "odd", "--out", "never.csv"]);
    expect(ran.err.replace(/^error: /, "")).toMatch(line);
    expect(ran.err.trim().split("\n")).toHaveLength(1);
    expect(ran.code).toBe(2);
    expect(calls).toEqual([]);
    expect(existsSync(path("never.csv"))).toBe(false);
  });
});

test("a file that comes byte by byte is read as one that comes at once", async () => {
  const bytes = utf16('EmployeeId;Note\r\n1001;"é\r\n;"\r\n1002;z\r\n');
  async function* slowly() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  const titles: (readonly string[])[] = [];
  const records: unknown[] = [];
  for await (const { cells } of readRecords(slowly(), (found) => titles.push(found))) records.push(cells);
  expect(titles).toEqual([["EmployeeId", "Note"]]);
  expect(records).toEqual([
    { EmployeeId: "1001", Note: "é\r\n;" },
    { EmployeeId: "1002", Note: "z" },
  ]);
});

test.each([
  ["before its first line", "", 0],
  ["after some lines", "1001\n1002\n1003\n", 2],
])("standard input that does not end is left on Ctrl-C, %s", async (_what, input, rows) => {
  const words = ["export", "cost-centers", "--ids", "-", "--out", `endless-${rows}.ndjson`, "--json"];
  const child = spawn(process.execPath, [command, ...words], { cwd: folder.path, env: environmentOf(sandbox.url) });
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    await new Promise((resolve) => child.stdin.write(input, resolve));
    const ready = () => (rows === 0 ? Date.now() - began > 3_000 : calls.length >= rows);
    const began = Date.now();
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    // Standard input stays open.
    expect(await ended).toBe(7);
  } finally {
    child.kill("SIGKILL");
  }
});

describe("what would be lost is refused", () => {
  beforeAll(() => {
    writeFileSync(path("staff.csv"), "EmployeeId\n1001\n");
    symlinkSync(path("staff.csv"), path("link.csv"));
    mkdirSync(path("sub"));
  });
  test.each([
    ["the inputs as output", "--out staff.csv --restart", /^error: staff\.csv is the file of --ids and of --out\./],
    [
      "a link to the inputs as output",
      "--out link.csv --restart",
      /^error: link\.csv is the file of --ids and of --out\./,
    ],
    ["the inputs as journal", "--out a.csv --journal sub/../staff.csv --restart", /of --ids and of --journal\./],
    [
      "the output as journal",
      "--out a.csv --journal ./a.csv",
      /^error: \.\/a\.csv is the file of --out and of --journal\./,
    ],
    ["the output as file of errors", "--out a.csv --errors sub/../a.csv", /of --out and of --errors\./],
    ["standard output", "--out -", /^error: option '--out' takes a file/],
    ["a table for a file", "--out a.csv --append", /^error: option '--append' is for a table\./],
    [
      "a journal for a table",
      "--to postgres://x@127.0.0.1:9/x --journal a",
      /^error: option '--journal' is for files\./,
    ],
    ["a file for a queue", "--queue redis://127.0.0.1:9 --out a.csv", /^error: option '--out' is for files/],
    [
      "failed inputs for a queue",
      "--queue redis://127.0.0.1:9 --retry-errors",
      /^error: option '--retry-errors' is not for a queue/,
    ],
    [
      "more calls at a time than a client makes",
      "--out a.csv --concurrency 10001",
      /--concurrency.*from 1 to 10,000\./,
    ],
    ...["1e9", "1000000", "0", "-1", "0.0001", "many"].map((rate): [string, string, RegExp] => [
      `a rate of ${rate}`,
      `--out a.csv --rate ${rate}`,
      /--rate.* from 0\.001 to 999999\.999\. Leave --rate out to send as many as --concurrency allows\./,
    ]),
  ])("%s", async (_what, words, line) => {
    const ran = await run(["--ids", "staff.csv", ...words.split(" ")]);
    expect(ran.err).toMatch(line);
    expect(ran.code).toBe(2);
    expect(calls).toEqual([]);
    expect(readFileSync(path("staff.csv"), "utf8")).toBe("EmployeeId\n1001\n");
  });

  test("a device, which cannot be cut back", async () => {
    expect(
      await run(["--ids", "staff.csv", "--out", "/dev/null", "--format", "csv", "--journal", "j", "--errors", "e"]),
    ).toMatchObject({
      code: 9,
      err: expect.stringMatching(/^error: Cannot write \/dev\/null: it is not a regular file.*Name a file\.\n$/),
    });
  });
});

test("with --json an error is the last event, and its line is on standard error", async () => {
  const ran = await run(["--ids", "absent.csv", "--out", "x.csv", "--json"]);
  expect(JSON.parse(ran.out)).toMatchObject({
    event: "error",
    exitCode: 2,
    message: expect.stringContaining("absent.csv"),
  });
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/^error: Cannot read absent\.csv/)]);
  // The format comes from the file name.
  const wrong = await run(["--ids", "1-2", "--out", "x", "--format", "ndjson", "--concurrency", "0"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^error: option/)]);
});
