/** Tables: they fit the terminal, distinguish absent, nil and empty, and contain no control sequence. */
import stringWidth from "string-width";
import { columnsOfData, titled } from "../../src/cli/formats/columns-of-data";
import { tableText } from "../../src/cli/formats/format-table";

const columns = titled([{ path: ["Name"] }, { path: ["n"], right: true }]);

const draw = (records: readonly unknown[], width?: number) => tableText(columnsOfData(records), records, { width });

test("columns are as wide as their widest cell, numbers stand right", () => {
  expect(
    tableText(columns, [
      { Name: "a", n: 1 },
      { Name: "long name", n: 100 },
    ]),
  ).toBe("Name         n\n---------  ---\na            1\nlong name  100\n");
});

test("absent is blank, nil is null, and texts that look like these are in quotes", () => {
  const names = [undefined, null, "", "null", "-", " a", '"b"', "c"];
  const lines = tableText(
    columns,
    names.map((Name) => ({ Name, n: 1 })),
  ).split("\n");
  expect(lines.slice(2, -1).map((line) => line.replace(/ +1$/, ""))).toEqual([
    "",
    "null",
    '""',
    '"null"',
    "-",
    '" a"',
    '"\\"b\\""',
    "c",
  ]);
  expect(new Set(lines.slice(2, -1)).size).toBe(names.length);
});

test("marks take no place and wide characters two", () => {
  const lines = tableText(columns, [
    { Name: "e\u0301", n: 1 },
    { Name: "🏤", n: 2 },
    { Name: "漢字", n: 3 },
  ]).split("\n");
  expect(lines.slice(2, 5)).toEqual(["e\u0301     1", "🏤    2", "漢字  3"]);
});

test("what could move the cursor or turn the text is shown as an escape", () => {
  const [, , line] = tableText(columns, [{ Name: "a\u001b[31m\nb\u202ec\u0085\r\u009b2J", n: 1 }]).split("\n");
  expect(line).toBe("a\\u001b[31m\\nb\\u202ec\\u0085\\u000d\\u009b2J  1");
});

describe("no line is longer than the terminal is wide", () => {
  const record = {
    Id: 12345,
    Note: "a text of several words that is longer than most, with averylongwordthatnothingbreaks in it",
    City: "’s-Hertogenbosch",
    Wide: "漢字漢字漢字漢字漢字漢字漢字",
    Escaped: "\u001b[2J\u001b[2J\u001b[2J",
    Deep: { Name: "value", Other: null },
  };
  test.each([20, 21, 33, 40, 55, 60, 79, 80, 100, 120, 200])("%d columns", (width) => {
    const text = draw([record, { ...record, Id: 1, City: undefined }], width);
    for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    // No text is truncated.
    const plain = (from: string) => from.replace(/[\s-]/g, "");
    if (width >= 100) expect(plain(text)).toContain("12345");
    for (const piece of ["12345", "Hertogen"]) expect(plain(text)).toContain(piece);
  });

  test("as wide as it is, where it fits", () => {
    expect(draw([{ A: "x" }], 20)).toBe(draw([{ A: "x" }]));
  });

  test("where columns would be too narrow each record is a table of its own", () => {
    expect(draw([record, record], 40).match(/^Name +Value$/gm)).toHaveLength(2);
  });
});

describe("columns of data", () => {
  test("records in records have dotted titles, three levels deep", () => {
    const records = [
      { Id: 1, Cost: { Code: "A", Deep: { X: { Y: [1] } } }, Tags: ["a", 2] },
      null,
      { Id: 20, Big: 9n },
    ];
    expect(columnsOfData(records).map(({ title }) => title)).toEqual(["Id", "Cost.Code", "Cost.Deep.X", "Tags", "Big"]);
    expect(draw(records)).toContain('{"Y":[1]}');
  });

  test("no two have one title", () => {
    const titles = columnsOfData([{ "a.b": 1, a: { b: 2 }, "a.b (2)": 3 }]).map(({ title }) => title);
    expect(new Set(titles).size).toBe(3);
    const [, , line] = draw([{ "a.b": 1, a: { b: 2 }, "a.b (2)": 3 }]).split("\n");
    expect(line!.trim().split(/ +/)).toEqual(["1", "2", "3"]);
  });

  test("what is nil in one record and has parts in another has columns for the parts", () => {
    const records = [{ Cost: null }, { Cost: { Code: "A" } }];
    expect(draw(records)).toBe("Cost.Code\n---------\nnull\nA\n");
  });
});

test("colors are around titles, and take no place", () => {
  const text = tableText(columns, [{ Name: "abc", n: 1 }], { colors: true });
  expect(text).toContain("\u001b[1mName\u001b[22m");
  expect(stringWidth(text.split("\n")[0]!)).toBe(stringWidth(text.split("\n")[1]!));
});
