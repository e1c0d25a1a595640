import { tableText } from "../../src/cli/table";

const columns = [
  { title: "Name", cell: (record: { name?: string | null }) => record.name },
  { title: "n", cell: (record: { n?: number }) => record.n, right: true },
];

test("columns are as wide as their widest cell, numbers stand right", () => {
  expect(
    tableText(columns, [
      { name: "a", n: 1 },
      { name: "long name", n: 100 },
    ]),
  ).toBe("Name         n\n---------  ---\na            1\nlong name  100\n");
});

test("absent and nil are a dash, empty is empty", () => {
  expect(tableText(columns, [{}, { name: null }, { name: "", n: 0 }])).toBe(
    "Name  n\n----  -\n-     -\n-     -\n      0\n",
  );
});

test("marks take no place and wide characters two", () => {
  const lines = tableText(columns, [
    { name: "e\u0301", n: 1 },
    { name: "🏤", n: 2 },
    { name: "漢字", n: 3 },
  ]).split("\n");
  expect(lines.slice(2, 5)).toEqual(["e\u0301     1", "🏤    2", "漢字  3"]);
});

test("what could move the cursor or turn the text is shown as an escape", () => {
  const [, , line] = tableText(columns, [{ name: "a\u001b[31m\nb\u202ec\u0085\r", n: 1 }]).split("\n");
  expect(line).toBe("a\\u001b[31m\\nb\\u202ec\\u0085\\u000d  1");
});
