/** JSON, NDJSON and CSV: exact values, safe for terminals and spreadsheets; and columns that follow from types. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ServiceNode } from "soapwright-runtime/tables";
import { choice, complexType, namespace, nillable, polymorphic, variant, xs } from "soapwright-runtime/tables";
import { columnsOfType } from "../../src/cli/formats/columns-of-type";
import { type Format, formats } from "../../src/cli/formats/format";
import { resultType } from "../../src/cli/places";
import { printItems, printValue } from "../../src/cli/printing";
import type { Terminal } from "../../src/cli/terminal";

function terminalWith(screen?: Terminal["screen"]) {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    environment: {},
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    stopped: async () => undefined,
    ...(screen === undefined ? {} : { screen }),
  };
  return { terminal, printed };
}

async function list(format: Format, items: readonly unknown[], screen?: Terminal["screen"]): Promise<string> {
  const { terminal, printed } = terminalWith(screen);
  await printItems(terminal, format, items);
  return printed.out;
}

async function value(format: Format, one: unknown): Promise<string> {
  const { terminal, printed } = terminalWith();
  await printValue(terminal, format, one);
  return printed.out;
}

const odd = {
  Big: 9007199254740993n,
  Bytes: new Uint8Array([1]),
  Buffer: Buffer.from([2]),
  None: null,
  List: ["a", 2],
};

describe("JSON", () => {
  test("has text for what JSON has no word for, in a document and in lines", async () => {
    const wanted = { Big: "9007199254740993", Bytes: "AQ==", Buffer: "Ag==", None: null, List: ["a", 2] };
    expect(JSON.parse(await list("json", [odd, odd]))).toEqual([wanted, wanted]);
    const lines = (await list("ndjson", [odd, null, "a\nb"])).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([wanted, null, "a\nb"]);
    expect(JSON.parse(await value("json", odd))).toEqual(wanted);
  });

  test("of an item by item is that of the whole", async () => {
    const items = [{ A: { B: ["x\ny", 1] } }, [], {}, null, "t"];
    expect(await list("json", items)).toBe(`${JSON.stringify(items, undefined, 2)}\n`);
    expect(await list("json", [])).toBe("[]\n");
  });

  test("no result is null as a document, and nothing in lines and tables", async () => {
    expect(await value("json", undefined)).toBe("null\n");
    for (const format of ["ndjson", "csv", "table"] as const) expect(await value(format, undefined)).toBe("");
  });
});

describe("nothing that a value holds steers the terminal", () => {
  const text = "a\u001b[31mb\u0007\u009b2J\u202ec\u2066d\r\n\ud800\u007f";
  const steering = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

  test.each(formats)("%s on a terminal", async (format) => {
    const out = await list(format, [{ [text]: 1, Value: text }], { columns: 300, colors: false });
    for (const line of out.split("\n")) expect(line).not.toMatch(steering);
    const alone = await list(format, [text], { columns: 300, colors: false });
    for (const line of alone.split("\n")) expect(line).not.toMatch(steering);
  });

  test("JSON reads back as it was, and CSV in a file is the very text", async () => {
    expect(JSON.parse(await list("json", [text]))).toEqual([text]);
    expect(JSON.parse(await list("ndjson", [text]))).toEqual(text);
    expect(await list("csv", [{ A: "a\u001b[31m" }])).toBe("A\r\na\u001b[31m\r\n");
  });
});

describe("CSV", () => {
  test.each([
    ["a formula", "=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["a formula that starts with a sign", "+1+cmd", "'+1+cmd"],
    ["another", "-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
    ["a function", "@SUM(A1)", "'@SUM(A1)"],
    ["a formula behind U+0085", "\u0085=1+1", "'\u0085=1+1"],
    ["a formula behind another control character", "\u0001=1+1", "'\u0001=1+1"],
    ["a negative number", "-12.50", "-12.50"],
    ["a positive number", "+5", "+5"],
    ["a number with an exponent", "-1.5E-7", "-1.5E-7"],
    ["a dash", "-", "-"],
    ["a comma and a quote", 'a,"b"', '"a,""b"""'],
    ["a line break", "a\nb", '"a\nb"'],
    ["a carriage return", "a\rb", '"a\rb"'],
    ["blanks around", " a ", '" a "'],
    ["an empty text", "", '""'],
    ["nil", null, ""],
    ["absent", undefined, ""],
    ["a boolean", false, "false"],
    ["a number", -5, "-5"],
    ["a number beyond others", -9007199254740993n, "-9007199254740993"],
    ["a list", ["a", "b"], '"a, b"'],
    ["bytes", new Uint8Array([1, 2]), "AQI="],
  ])("%s", async (_what, cell, wanted) => {
    expect(await list("csv", [{ A: cell, B: 1 }])).toBe(`A,B\r\n${wanted},1\r\n`);
  });

  test("a tab in front is no formula either", async () => {
    expect(await list("csv", [{ A: "\t=1", B: 1 }])).toBe(`A,B\r\n"'\t=1",1\r\n`);
  });

  test("of plain values has one column", async () => {
    expect(await list("csv", ["a", null, "b"])).toBe("Value\r\na\r\n\r\nb\r\n");
  });
});

describe("a single result", () => {
  test.each([
    ["a text", "abc", "abc\n"],
    ["nil", null, "null\n"],
    ["a number beyond others", 9007199254740993n, "9007199254740993\n"],
    ["a record", { A: 1, B: { C: "x" } }, "Name  Value\n----  -----\nA     1\nB.C   x\n"],
    ["what could move the cursor", "a\u001b[2J", "a\\u001b[2J\n"],
  ])("as a table: %s", async (_what, result, text) => {
    expect(await value("table", result)).toBe(text);
  });

  test("as CSV is a head and a line", async () => {
    expect(await value("csv", { A: 1, B: { C: "x" } })).toBe("A,B.C\r\n1,x\r\n");
  });
});

test("a table has no column without a value", async () => {
  expect(await list("table", [{ A: 1, B: undefined }])).toBe("A\n-\n1\n");
});

describe("columns of a type", () => {
  const tns = namespace("urn:example");
  const titles = (type: Parameters<typeof columnsOfType>[0]) => columnsOfType(type).map(({ title }) => title);
  const Tree: ReturnType<typeof complexType> = complexType(tns("Tree"), [
    tns.element("Name", xs.string),
    tns.optional("Left", () => Tree as never),
  ]);
  const Circle = complexType(tns("Circle"), [tns.element("Name", xs.string), tns.element("Radius", xs.double)]);
  const Square = complexType(tns("Square"), [tns.element("Name", xs.string), tns.element("Side", xs.decimal)]);

  test("a type inside itself is JSON there", () => {
    expect(titles(Tree)).toEqual(["Name", "Left"]);
  });

  test("derived types have their columns side by side, each once", () => {
    const shape = polymorphic([variant("Circle", Circle as never, {}), variant("Square", Square as never, {})]);
    expect(titles(shape)).toEqual(["$type", "Name", "Radius", "Side"]);
  });

  test("branches of a choice, lists and nillable parts", () => {
    const type = complexType(undefined, [
      choice([tns.element("A", xs.int), tns.element("B", nillable(Circle as never))]),
      tns.list("Tags", xs.string),
    ] as never);
    expect(titles(type)).toEqual(["A", "B.Name", "B.Radius", "Tags"]);
    expect(columnsOfType(type).map(({ right = false }) => right)).toEqual([true, false, true, false]);
  });

  const cases = resolve(__dirname, "../../packages/soapwright-testing/src/golden/cases");
  test.each(readdirSync(cases))("no two have one title: %s", async (name) => {
    const tables = (await import(join(cases, name, "schemas.ts"))) as Record<string, unknown>;
    for (const table of Object.values(tables)) {
      if (typeof table !== "object" || table === null || !("operations" in table)) continue;
      for (const operation of (table as ServiceNode).operations) {
        const type = resultType(operation);
        const found = type === undefined ? [] : titles(type);
        expect(new Set(found).size).toBe(found.length);
      }
    }
  });
});

test("a slow reader is waited for", async () => {
  let waiting = 0;
  let most = 0;
  let taken = 0;
  const terminal: Terminal = {
    environment: {},
    async out() {
      waiting++;
      most = Math.max(most, waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting--;
    },
    err: () => {},
    stopped: async () => undefined,
  };
  async function* items() {
    for (; taken < 20_000; taken++) yield { Id: taken, Text: "x".repeat(100) };
  }
  await printItems(terminal, "ndjson", items());
  expect([most, taken]).toEqual([1, 20_000]);
});
