import { resultJson, resultText } from "../../src/cli/result-text";

test("a list of records is a table, records in them have dotted columns", () => {
  const result = [
    { Id: 1, Cost: { Code: "A", Deep: { X: { Y: [1] } } }, Tags: ["a", null] },
    null,
    { Id: 20, Big: 12345678901234567890n, Bytes: new Uint8Array([1, 2]) },
  ];
  expect(resultText(result)).toBe(
    [
      "Id  Cost.Code  Cost.Deep.X   Tags  Big                   Bytes",
      "--  ---------  -----------  ----  --------------------  -----",
      ' 1  A          {"Y":[1]}    a, -  -                     -',
      " -  -          -            -     -                     -",
      "20  -          -            -     12345678901234567890  AQI=",
      "",
    ]
      .join("\n")
      .replace("Cost.Deep.X   Tags", "Cost.Deep.X  Tags"),
  );
});

test.each([
  ["no result", undefined, ""],
  ["nil", null, "null\n"],
  ["a text", "abc", "abc\n"],
  ["a number beyond others", 9007199254740993n, "9007199254740993\n"],
  ["an empty list", [], "(none)\n"],
  ["a list of texts", ["a", null], "Value\n-----\na\n-\n"],
  ["only nil items", [null, null], "Value\n-----\n-\n-\n"],
  ["a record", { A: 1, B: { C: "x" } }, "Name  Value\n----  -----\nA     1\nB.C   x\n"],
  ["what could move the cursor", "a\u001b[2J", "a\\u001b[2J\n"],
])("%s", (_what, result, text) => {
  expect(resultText(result)).toBe(text);
});

test("JSON has text for what JSON has no word for", () => {
  const result = { Big: 1n, Bytes: new Uint8Array([1]), Buffer: Buffer.from([2]), None: null };
  expect(JSON.parse(resultJson(result))).toEqual({ Big: "1", Bytes: "AQ==", Buffer: "Ag==", None: null });
  expect(resultJson(undefined)).toBe("null\n");
});
