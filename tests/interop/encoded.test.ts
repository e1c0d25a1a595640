/**
 * Our client calls rpc/encoded services of stacks that name and type results as they like. `make interop` runs those that are
 * installed. Each value comes back as it was sent, or is refused; none comes back as another.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { OperationNode } from "soapwright-runtime/nodes";
import type { ServiceNode, Validation } from "soapwright-runtime/tables";
import * as runtime from "soapwright-runtime/tables";
import { loadTables } from "../../packages/soapwright/src/commands/verify/generated-tables";
import { generate } from "../../packages/soapwright/src/pipeline";
import { newFolder, removeFolders } from "./folders";
import { type ForeignServer, outputOf, runs, startServer } from "./stack";

const JARS = [
  "axis",
  "jaxrpc",
  "saaj",
  "commons-logging",
  "commons-discovery",
  "wsdl4j",
  "javax.activation",
  "javax.mail",
]
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(":");
const ours = (name: string): string => join(__dirname, "encoded", name);

interface EncodedStack {
  readonly name: string;
  readonly installed: () => boolean;
  readonly path: string;
  readonly start: () => Promise<ForeignServer>;
  /** Returns the WSDL of the stack; ours if it writes none. */
  readonly wsdl: (url: string) => Promise<string>;
  /** Calls whose value the stack changes before it responds, and the returned value. */
  readonly loses: readonly (readonly [call: string, got: unknown])[];
  /** The least number of values that are returned unchanged. */
  readonly same: Readonly<Record<Validation, number>>;
}

/** Axis writes objects as references to later elements of the Body (multiRef), or where they belong. */
const axis = (isMultiRef: boolean): EncodedStack => ({
  name: `Axis 1.4, multiRef ${isMultiRef ? "on" : "off"}`,
  installed: () => runs("javac", ["-version"]) && runs("test", ["-f", "/usr/share/java/axis.jar"]),
  path: "/axis/services/Echo",
  start: async () => {
    const folder = newFolder();
    const configuration = readFileSync(ours("server-config.wsdd"), "utf8");
    writeFileSync(
      join(folder, "server-config.wsdd"),
      configuration.replace('value="MULTIREF"', `value="${isMultiRef}"`),
    );
    await outputOf("javac", ["-nowarn", "-cp", JARS, "-d", folder, ours("AxisEcho.java")]);
    const home = `-Daxis.ServerConfigFile=${join(folder, "server-config.wsdd")}`;
    return startServer("java", () => [home, "-cp", `${folder}:${JARS}`, "AxisEcho"], {});
  },
  wsdl: async (url) => {
    const file = join(newFolder(), "axis.wsdl");
    writeFileSync(file, await (await fetch(`${url}?wsdl`)).text());
    return file;
  },
  // The stack writes carriage returns raw, which XML readers convert to line feeds.
  loses: [
    ['echoString "a\\rb"', "a\nb"],
    ['echoString "a\\r\\nb"', "a\nb"],
    ['echoStrings ["é","a\\rb","<&>"]', ["é", "a\nb", "<&>"]],
    ['echoItem {"$type":"Item","name":" é\\r<&> ","count":7}', { $type: "Item", name: " é\n<&> ", count: 7 }],
  ],
  // The stack names its responses otherwise than its WSDL. It writes halves of surrogates, which are no XML.
  same: { strict: 0, standard: 108, lenient: 108 },
});

const stacks: readonly EncodedStack[] = [
  axis(true),
  axis(false),
  {
    name: "PHP",
    installed: () => runs("php", ["-r", "exit(extension_loaded('soap') ? 0 : 1);"]),
    path: "/",
    start: () =>
      startServer("php", (port) => ["-S", `127.0.0.1:${port}`, ours("php-echo.php")], { WSDL: ours("echo.wsdl") }),
    wsdl: async () => ours("echo.wsdl"),
    // The stack drops texts of blanks, writes numbers with 14 digits, and objects by the declared type of the WSDL.
    loses: [
      ['echoString " "', ""],
      ['echoString "\\t"', ""],
      ['echoString "\\n"', ""],
      ["echoDouble 0", 0],
      ["echoDouble 1.7976931348623157e+308", 1.7976931348623e308],
      [
        'echoItems [{"$type":"Item","name":"a","count":1},{"$type":"Special","name":"b","count":null,"more":"m"},{"$typ…',
        [
          { $type: "Item", count: 1, name: "a" },
          { $type: "Item", count: null, name: "b" },
          { $type: "Item", count: 1, name: "a" },
        ],
      ],
    ],
    same: { strict: 108, standard: 109, lenient: 109 },
  },
  {
    name: "SOAP::Lite",
    installed: () => runs("perl", ["-MSOAP::Transport::HTTP", "-MHTTP::Daemon", "-e", "1"]),
    path: "/",
    start: () => startServer("perl", () => [ours("soap-lite-echo.pl")], {}),
    wsdl: async () => ours("echo.wsdl"),
    loses: [],
    // The stack guesses the type of each text from its form, and names objects after packages of Perl.
    same: { strict: 51, standard: 115, lenient: 115 },
  },
];

const texts = [
  ...["", " ", " a ", "\t", "a\nb", "a\rb", "a\r\nb", "\n", "a  b", "<&>\"'", "]]>", "&amp;", "<x/>", "<![CDATA[x]]>"],
  ...["é", "€", "\u{1F600}", "e\u0301", "\u00a0", "\u0085", "\u2028", "\ud7ff\ue000", "日本語", "مرحبا"],
  ...[
    "0",
    "-0",
    "007",
    "1.0",
    "1e5",
    "0x10",
    "+1",
    "99999999999999999999",
    "NaN",
    "INF",
    "true",
    "false",
    "null",
    "undefined",
  ],
  ...[
    "2026-01-02",
    "2026-01-02T03:04:05Z",
    "AQID",
    "__proto__",
    "constructor",
    "#id",
    "http://x.example/?a=b&c=d",
    "x:y",
  ],
  "x".repeat(20_000),
];
const dates = [
  "1970-01-01T00:00:00.000Z",
  "2026-02-28T23:59:59.999Z",
  "1969-12-31T23:59:59.001Z",
  "2000-02-29T12:00:00.500Z",
];

/** Values that are difficult to transfer, by operation. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  echoString: texts,
  echoInt: [0, 1, -1, 2_147_483_647, -2_147_483_648],
  echoLong: [0n, -1n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n],
  echoDouble: [
    0,
    -0,
    0.1,
    -1.5,
    1e21,
    1e-7,
    5e-324,
    1.7976931348623157e308,
    4_294_967_296,
    Number.NaN,
    Infinity,
    -Infinity,
  ],
  echoDecimal: [
    "0",
    "0.1",
    "-0.10",
    "12.50",
    "123456789012345678901234567890.123456789",
    "0.0000001",
    "1000000000000000000000",
  ],
  echoBoolean: [true, false],
  echoDateTime: dates.map((date) => new Date(date)),
  echoBase64: [[], [0], [255, 254], Array.from({ length: 256 }, (_, octet) => octet)].map((octets) =>
    Uint8Array.from(octets),
  ),
  echoStrings: [
    [],
    [""],
    ["a"],
    ["a", "", " b "],
    ["1", "x"],
    ["é", "a\rb", "<&>"],
    [null, "a", null],
    ["a", "a", "a"],
  ],
  echoItem: [
    { name: "a", count: 1 },
    { name: "", count: 0 },
    { name: null, count: null },
    { name: "1", count: -1 },
    { name: " é\r<&> ", count: 7 },
  ].map((item) => ({ $type: "Item", ...item })),
  echoItems: [
    [],
    [{ $type: "Item", name: "a", count: 1 }],
    [
      { $type: "Item", name: "a", count: 1 },
      { $type: "Special", name: "b", count: null, more: "m" },
      { $type: "Item", name: "a", count: 1 },
    ],
  ],
  echoOrder: [
    { id: 1 },
    { id: 2, remark: "" },
    { id: 3, main: { $type: "Item", name: "a", count: 1 } },
    { id: 4, items: [], words: [] },
    { id: 5, remark: "007", items: [{ $type: "Item", name: "1", count: 1 }], words: ["a", ""] },
  ].map((order) => ({ remark: null, main: null, items: null, words: null, ...order })),
  echoNode: [
    { name: "a", next: null },
    { name: "a", next: { name: "b", next: { name: "c", next: null } } },
  ],
  echoTable: [[], [["a"]], [["a", "b"], [], ["1", " c "]]],
  twins: [{ $type: "Item", name: "a", count: 1 }],
  split: [
    { $type: "Item", name: "a", count: 1 },
    { $type: "Item", name: "7", count: -1 },
  ],
  ring: ["a"],
};

/** What a call returns if it does not return its argument. A ring has no value, so that it is refused. */
const returned: Readonly<Record<string, (sent: unknown) => unknown>> = {
  twins: (sent) => [sent, sent],
  split: (sent) => ({
    text: (sent as { name: unknown }).name,
    number: (sent as { count: unknown }).count,
    whole: sent,
  }),
  ring: () => "an error",
};

class AnyClient extends runtime.ServiceClient {}

type Caller = { call(operation: OperationNode, args: unknown): PromiseLike<unknown> };

/** Calls each operation with each of its values. */
async function callAll(service: ServiceNode, endpoint: string, validation: Validation) {
  const client = new AnyClient(service, { endpoint, validation, retries: 0 } as never);
  const found: { readonly call: string; readonly outcome: "same" | "refused" | "other"; readonly got: unknown }[] = [];
  for (const operation of service.operations) {
    for (const value of values[operation.name] ?? []) {
      const call = `${operation.name} ${shown(value)}`;
      try {
        const got = await (client as unknown as Caller).call(operation, { in0: value });
        found.push({ call, outcome: isSame(got, (returned[operation.name] ?? same)(value)) ? "same" : "other", got });
      } catch (error) {
        found.push({ call, outcome: "refused", got: error instanceof Error ? error.message : error });
      }
    }
  }
  await client.close({ force: true });
  return found;
}

const same = (sent: unknown): unknown => sent;

function isSame(got: unknown, sent: unknown): boolean {
  if (sent instanceof Date) return typeof got === "string" && Date.parse(got) === sent.getTime();
  if (sent instanceof Uint8Array) return got instanceof Uint8Array && Buffer.compare(got, sent) === 0;
  return isDeepStrictEqual(got, sent);
}

function shown(value: unknown): string {
  const text = typeof value === "bigint" || typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

afterAll(removeFolders);

describe.each(stacks)("$name", ({ name, installed, path, start, wsdl, loses, same }) => {
  if (process.env.INTEROP === undefined || !installed()) {
    const why =
      process.env.INTEROP === undefined
        ? "foreign SOAP stacks run with make interop"
        : `${name} is not installed, which make interop does as root on Debian`;
    test(`skipped: ${why}`, () => undefined);
    return;
  }

  test.each(["strict", "standard", "lenient"] as const)(
    "no value comes back as another, validation %s",
    async (validation) => {
      const server = await start();
      try {
        const endpoint = server.url + path;
        const source = await wsdl(endpoint);
        const options = { source, runtime: "runtime", extension: "", decimal: "string", int64: "bigint" } as const;
        const { files } = await generate(source, options);
        const tables = loadTables(files ?? new Map(), runtime);
        const service = Object.values(tables).find((each) => (each as Partial<ServiceNode>).ports !== undefined);
        const found = await callAll(service as ServiceNode, endpoint, validation);
        const counts = { same: 0, refused: 0, other: 0 };
        for (const { outcome } of found) counts[outcome]++;
        console.info(`${name}, validation ${validation}: ${JSON.stringify(counts)}`);
        const others = found.filter(({ outcome }) => outcome === "other").map(({ call, got }) => [call, got]);
        // With strict no response of Axis is read, because it names them otherwise than its WSDL.
        expect(others).toEqual(counts.same + others.length === 0 ? [] : loses);
        expect(counts.same).toBeGreaterThanOrEqual(same[validation]);
      } finally {
        await server.stop();
      }
    },
    120_000,
  );
});
