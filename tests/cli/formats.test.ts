import { readdirSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import {
  choice,
  complexType,
  namespace,
  nillable,
  polymorphic,
  type ServiceNode,
  variant,
  xs,
} from "soapwright-runtime/tables";
import { sampleOf, slowTest } from "soapwright-testing/stage/slow";
import stringWidth from "string-width";
import { resultType } from "../../packages/soapwright-cli/src/call/places";
import { printItems, printValue } from "../../packages/soapwright-cli/src/call/printing";
import { columnsOfData, titled } from "../../packages/soapwright-cli/src/formats/columns-of-data";
import { columnsOfType } from "../../packages/soapwright-cli/src/formats/columns-of-type";
import { type Format, formats } from "../../packages/soapwright-cli/src/formats/format";
import { tableText } from "../../packages/soapwright-cli/src/formats/format-table";
import type { Terminal } from "../../packages/soapwright-cli/src/terminal/terminal";
import { run } from "../../src/cli/run";

/** JSON, NDJSON and CSV: exact values, safe for terminals and spreadsheets; and columns that follow from types. */
describe("formats", () => {
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
    test("a table of items without a value has a line for each", async () => {
      expect(await list("table", [{}, {}])).toBe("{}\n{}\n");
      const { terminal, printed } = terminalWith();
      await printItems(terminal, "table", [{}], { columns: [{ title: "Name", path: ["Name"] }] });
      expect(printed.out).toBe("{}\n");
      expect(await list("table", [])).toBe("");
    });

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
});

/** Tables: they fit the terminal, distinguish absent, nil and empty, and contain no control sequence. */
describe("table", () => {
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
      expect(columnsOfData(records).map(({ title }) => title)).toEqual([
        "Id",
        "Cost.Code",
        "Cost.Deep.X",
        "Tags",
        "Big",
      ]);
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
});

/** Commands that wait: after three seconds they print the reason. */
describe("waiting", () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function listening(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    server.unref();
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts a server that accepts connections and sends nothing. */
  const silence = () => listening(createServer((socket) => socket.on("error", () => {}).unref()));

  /** Returns the stderr of a command, which is stopped after its first line. */
  async function said(words: string, environment: Record<string, string>): Promise<string> {
    const stop = new AbortController();
    let err = "";
    const stopped = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
    await run(words.split(" "), {
      environment: {
        EMPLOYEE_SERVICE_USERNAME: "me",
        EMPLOYEE_SERVICE_TOKEN: "secret",
        EMPLOYEE_SERVICE_DOMAIN: "d",
        ...environment,
      },
      out() {},
      err(text) {
        err += text;
        if (err.includes("\n")) stop.abort();
      },
      stopped: () => stopped,
      signal: stop.signal,
    });
    return err;
  }

  const call = "call CostCenter_GetCurrent --employee-id 1003";

  const waits: readonly (readonly [what: string, environment: () => Promise<Record<string, string>>, said: RegExp])[] =
    [
      [
        "a service that hangs",
        async () => ({ EMPLOYEE_SERVICE_BASE_URL: `http://${await silence()}` }),
        /^Waiting for http:\/\/127\.0\.0\.1:\d+\/soap\/v2\.1\/EmployeeService\.asmx: attempt 1 of 3, time limit 30 s\. Ctrl-C stops the command\.\n/,
      ],
      [
        "a TLS handshake that hangs",
        async () => ({ EMPLOYEE_SERVICE_BASE_URL: `https://${await silence()}` }),
        /^Waiting for https:\/\/127\.0\.0\.1:\d+\/\S+: attempt 1 of 3, time limit 30 s\./,
      ],
      [
        "a proxy that hangs",
        async () => ({ EMPLOYEE_SERVICE_BASE_URL: "https://192.0.2.7", HTTPS_PROXY: `http://${await silence()}` }),
        /^Waiting for https:\/\/192\.0\.2\.7\/\S+ through the proxy http:\/\/127\.0\.0\.1:\d+: attempt 1 of 3/,
      ],
      [
        "a service that asks to wait",
        async () => {
          const server = createHttpServer((_, response) => response.writeHead(503, { "Retry-After": "30" }).end());
          return { EMPLOYEE_SERVICE_BASE_URL: `http://${await listening(server)}` };
        },
        /^Waiting before attempt 2 of 3 of http:\S+: The service .*status 503 .*wait 30 s \(Retry-After\)/,
      ],
    ];
  const hanging = sampleOf(
    [
      ["PostgreSQL", "export cost-centers --ids 1-3 --to postgres://me@ADDRESS/rows"],
      ["Redis", "export cost-centers --ids 1-3 --queue redis://ADDRESS --to postgres://me@ADDRESS/rows"],
      ["Redis", "export --status --queue redis://ADDRESS --to postgres://me@ADDRESS/rows"],
      ["Redis", "worker --queue redis://ADDRESS --to postgres://me@ADDRESS/rows"],
    ] as const,
    2,
  );
  let waited: readonly string[];
  let hung: readonly { readonly address: string; readonly err: string }[];
  // All wait at the same time. Jest lets nothing be loaded between concurrent tests, and commands load what they need.
  beforeAll(async () => {
    const calls = waits.map(async ([, environment]) => said(call, await environment()));
    const stores = hanging.map(async ([, words]) => {
      const address = await silence();
      const environment = { EMPLOYEE_SERVICE_BASE_URL: "http://127.0.0.1:1" };
      return { address, err: await said(words.replaceAll("ADDRESS", address), environment) };
    });
    [waited, hung] = await Promise.all([Promise.all(calls), Promise.all(stores)]);
  });

  test.each(waits.map(([what, , wanted], index) => [what, wanted, index] as const))("%s", (_, wanted, index) => {
    expect(waited[index]).toMatch(wanted);
  });

  test.each(hanging.map((row, index) => [...row, index] as const))("%s that hangs: %s", (server, _, index) => {
    const { address, err } = hung[index]!;
    const [first] = err.split("\n");
    expect(first).toMatch(
      new RegExp(`^Waiting for a connection to ${server} at ${address}(?:/rows)?, time limit 10 s\\.$`),
    );
    expect(err).toContain(`error: There is no connection to ${server} at ${address}`);
  });

  slowTest("as JSON where results are JSON", async () => {
    const err = await said(`${call} --json`, { EMPLOYEE_SERVICE_BASE_URL: `http://${await silence()}` });
    expect(JSON.parse(err.split("\n")[0]!)).toEqual({
      waiting: { reason: "check-waiting", message: expect.stringMatching(/^Waiting for http:/) },
    });
  });

  test("a proxy that opens no tunnel is named, and no option that is not set", async () => {
    const proxy = `http://${await silence()}`;
    const err = await said(`${call} --timeout 2s`, {
      EMPLOYEE_SERVICE_BASE_URL: "https://192.0.2.7",
      HTTPS_PROXY: proxy,
    });
    expect(err).toMatch(
      /^error: .*The proxy http:\S+ did not open a tunnel to 192\.0\.2\.7:443 within the time limit for connecting \(1,800 ms\)\..* Check HTTPS_PROXY and the network, or raise --timeout\.\n$/,
    );
  });
});
