/**
 * Our client calls rpc/encoded services of stacks that name and type results as they like. `make interop` runs those that are
 * installed. Each value comes back as it was sent, or is refused; none comes back as another.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ServiceClient } from "soapwright-runtime/client";
import type { Validation } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/nodes";
import type { ServiceNode } from "soapwright-runtime/tables";
import { runtime } from "soapwright-testing/corpus/generated-tables";
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

/** Why this client refuses what others read. */
const RING =
  "a ring of objects has no value that can be written as JSON or compared, so references in a circle are refused";

interface EncodedStack {
  readonly name: string;
  readonly installed: () => boolean;
  readonly path: string;
  readonly start: () => Promise<ForeignServer>;
  /** Returns the WSDL of the stack; ours if it writes none. */
  readonly wsdl: (url: string) => Promise<string>;
  /** Calls whose value the stack changes before it responds, and the returned value. */
  readonly loses: readonly (readonly [call: string, got: unknown])[];
  /** Runs the stack's own client over recorded responses, which are in a folder, and returns what it prints. */
  readonly own: (folder: string, wsdl: string) => Promise<string>;
  /** Calls whose response the stack's own client reads otherwise than ours, with validation standard, and why. */
  readonly ownReads: Readonly<Record<string, string>>;
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
  own: async (folder) => {
    const programs = newFolder();
    const sources = [ours("AxisEcho.java"), ours("AxisOwn.java")];
    await outputOf("javac", ["-nowarn", "-cp", JARS, "-d", programs, ...sources]);
    return outputOf("java", ["-cp", `${programs}:${JARS}`, "AxisOwn", folder]);
  },
  ownReads: isMultiRef ? { 'ring "a"': RING } : {},
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
    own: (folder, wsdl) => outputOf("php", [ours("php-own.php"), wsdl, folder]),
    ownReads: { 'ring "a"': RING },
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
    own: (folder) => outputOf("perl", [ours("soap-lite-own.pl"), folder]),
    ownReads: { 'ring "a"': RING },
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

class AnyClient extends ServiceClient {}

interface Found {
  readonly operation: string;
  readonly call: string;
  readonly outcome: "same" | "refused" | "other";
  readonly got: unknown;
}

type Caller = { call(operation: OperationNode, args: unknown): PromiseLike<unknown> };

/** Calls each operation with each of its values. `onEnd` receives the outcome of each. */
async function callAll(service: ServiceNode, endpoint: string, validation: Validation, onEnd = (_: Found) => {}) {
  const client = new AnyClient(service, { endpoint, validation, retries: 0 } as never);
  const found: Found[] = [];
  for (const operation of service.operations) {
    for (const value of values[operation.name] ?? []) {
      const call = `${operation.name} ${shown(value)}`;
      try {
        const got = await (client as unknown as Caller).call(operation, { in0: value });
        const outcome = isSame(got, (returned[operation.name] ?? same)(value)) ? "same" : "other";
        found.push({ operation: operation.name, call, outcome, got });
      } catch (error) {
        const got = error instanceof Error ? error.message : error;
        found.push({ operation: operation.name, call, outcome: "refused", got });
      }
      onEnd(found.at(-1)!);
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

async function tablesOf(source: string): Promise<ServiceNode> {
  const options = { source, extension: "", decimal: "string", int64: "bigint" } as const;
  const { files } = await generate(source, options);
  const tables = loadTables(files ?? new Map(), runtime);
  return Object.values(tables).find((each) => (each as Partial<ServiceNode>).ports !== undefined) as ServiceNode;
}

/** Passes requests to a service, and keeps the last response. */
async function startRecording(service: string) {
  const last = { body: undefined as Buffer | undefined };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { "content-type": request.headers["content-type"]!, soapaction: `${request.headers.soapaction}` };
    const passed = await fetch(service, { method: "POST", headers, body: Buffer.concat(chunks) }).catch(
      () => undefined,
    );
    // Some stacks break off where they cannot write a value.
    if (passed === undefined) {
      response.destroy();
      return;
    }
    last.body = Buffer.from(await passed.arrayBuffer());
    response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "text/xml" });
    response.end(last.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    take(): Buffer | undefined {
      const { body } = last;
      last.body = undefined;
      return body;
    },
    stop: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

/** Returns a value as the programs of `encoded` print it: every leaf as a text, nothing where a member is null. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (typeof value !== "object") return plainText(String(value));
  const members = Object.entries(value).filter(([name]) => name !== "$type");
  return Object.fromEntries(
    members.flatMap(([name, member]) => (plain(member) === undefined ? [] : [[name, plain(member)]])),
  );
}

/** Stacks print booleans, moments and floating-point numbers in their own ways. */
function plainText(text: string): string {
  if (/^(true|false)$/.test(text)) return text === "true" ? "1" : "0";
  if (/^-?\d{4}-\d\d-\d\dT.*Z$/.test(text)) return String(Date.parse(text));
  if (/^-?INF(INITY)?$/i.test(text)) return text.startsWith("-") ? "-Infinity" : "Infinity";
  if (/^nan$/i.test(text)) return "NaN";
  return /^-?\d+(\.\d+)?(E[+-]?\d+)?$/i.test(text) && text.length < 25 ? String(Number(text)) : text;
}

afterAll(removeFolders);

describe.each(stacks)("$name", ({ name, installed, path, start, wsdl, own, ownReads, loses, same }) => {
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
        const found = await callAll(await tablesOf(source), endpoint, validation);
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

  test("validation standard reads what the stack's own client reads", async () => {
    const server = await start();
    const recording = await startRecording(server.url + path);
    try {
      const source = await wsdl(server.url + path);
      const folder = newFolder();
      const calls: Found[] = [];
      await callAll(await tablesOf(source), recording.url, "standard", (found) => {
        const body = recording.take();
        if (body === undefined) return;
        writeFileSync(join(folder, `${calls.length}.xml`), body);
        calls.push(found);
      });
      writeFileSync(join(folder, "calls.txt"), calls.map(({ operation }, at) => `${at} ${operation}\n`).join(""));
      const printed = (await own(folder, source)).trim().split("\n");
      const counts = { both: 0, neither: 0, otherwise: 0 };
      const otherwise: Record<string, string> = {};
      for (const line of printed) {
        const { call: at, value, error } = JSON.parse(line) as { call: number; value?: unknown; error?: string };
        const { call, outcome, got } = calls[at]!;
        const ourValue = outcome === "refused" ? undefined : plain(got);
        const isOurs = outcome !== "refused";
        const isOwn = error === undefined;
        const isEqual =
          isOurs && isOwn && isDeepStrictEqual(plain(value), Array.isArray(value) ? listed(ourValue) : ourValue);
        const key = isEqual ? "both" : !isOurs && !isOwn ? "neither" : "otherwise";
        counts[key]++;
        if (key === "otherwise") otherwise[call] = `own: ${JSON.stringify(error ?? value)}; ours: ${shown(got)}`;
      }
      console.info(`${name}, own client beside validation standard: ${JSON.stringify(counts)}`, otherwise);
      expect(printed).toHaveLength(calls.length);
      expect(Object.keys(otherwise)).toEqual(Object.keys(ownReads));
    } finally {
      await recording.stop();
      await server.stop();
    }
  }, 240_000);
});

/** Clients without names of outputs give them as a list. */
function listed(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.values(value) : value;
}
