/** CSV that is safe in spreadsheets with any separator. Exports and the command write the same. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { csvSink, exportCalls, FileJournal } from "soapwright-export";
import { csvLine } from "soapwright-export/internal";
import { temporaryFolder } from "soapwright-testing/export/staff";
import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { listWriter } from "../../src/cli/formats/format";
import type { Terminal } from "../../src/cli/terminal";

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
  const writer = listWriter("csv", terminal, [{ title: "input", path: [] }]);
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
  const write = (columns: number) => {
    const record = Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, at]));
    const writer = listWriter("csv", terminal);
    expect(writer.item(record) + writer.end()).toHaveLength(
      csvLine(Object.keys(record)).length + csvLine(Object.values(record)).length,
    );
  };
  await expectLinear(write, 100_000);
});
