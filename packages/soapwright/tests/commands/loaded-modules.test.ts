/** What each command loads: TypeScript's compiler alone takes half a second, so only what prints or runs TypeScript has it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../../../..");
const command = join(root, "packages/soapwright/dist/cli.js");
const wsdl = join(root, "wsdl/employee-service.v3.wsdl");
let folder: string;
/** Has a port, so that the mock loads what it serves with, and ends. */
const occupant = createServer();

beforeAll(async () => {
  if (!existsSync(command)) throw new Error("dist/ is absent: run `make build` first");
  folder = mkdtempSync(join(tmpdir(), "loaded-"));
  await new Promise<void>((done) => occupant.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  occupant.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What `loadedAfter` returned, by its lines: several tests look at the same process. */
const known = new Map<string, string[][]>();

/**
 * Runs the built command with each of `lines`, one after another in one process, and returns the files of any package that
 * are loaded after each.
 */
function loadedAfter(lines: readonly (readonly string[])[]): string[][] {
  const key = JSON.stringify(lines);
  const loaded = known.get(key) ?? runAll(lines);
  known.set(key, loaded);
  return loaded;
}

function runAll(lines: readonly (readonly string[])[]): string[][] {
  const file = join(folder, "loaded.json");
  // A command has ended when nothing is left to wait for, whatever its exit code: differences and findings have some.
  const script = `
    const command = ${JSON.stringify(command)};
    const lines = ${JSON.stringify(lines)};
    const loaded = [];
    const ended = () => loaded.push(Object.keys(require.cache));
    const start = () => {
      process.argv = [process.execPath, command, ...lines[loaded.length]];
      delete require.cache[command];
      require(command);
    };
    process.on("beforeExit", () => {
      // Only what waits on the event loop starts it again.
      if (ended() < lines.length) setImmediate(start);
    });
    process.on("exit", () => {
      if (loaded.length < lines.length) ended();
      require("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(loaded));
    });
    start();`;
  // After -e a command line would be read from another place.
  const program = join(folder, "run.cjs");
  writeFileSync(program, script);
  spawnSync(process.execPath, [program], { cwd: root, stdio: "ignore" });
  const loaded = JSON.parse(readFileSync(file, "utf8")) as string[][];
  expect(loaded).toHaveLength(lines.length);
  return loaded.map((files) => files.filter((each) => each !== program));
}

const withCompiler = (files: readonly string[]): string[] =>
  files.filter((file) => /[\\/](ts-morph|@ts-morph|typescript)[\\/]/.test(file));

const ofCalls =
  /[\\/](undici|soap|debug|soapwright-(export|sandbox|verify))[\\/]|runtime[\\/]dist[\\/]shared[\\/](client|codecs)|cli[\\/]dist[\\/](index|doctor|shared[\\/](bundled|make-call))\.js/;
const thatCall = (files: readonly string[]): string[] => files.filter((file) => ofCalls.test(file));

test.each([["--version"], ["-V"]])("%s loads nothing but its own name", (word) => {
  const files = loadedAfter([[word]])[0]!;
  expect(files).toContain(command);
  expect(files.length).toBeLessThan(5);
});

/** What texts for a terminal are escaped with is all of the run time that help loads. */
const ofRuntime =
  /soapwright-runtime[\\/]dist[\\/](?!(?:shared[\\/])?(?:xsd|policy-words|built-in-table|rolldown-runtime)\.js)/;

test.each([[["--help"]], [["generate", "--help"]]])("%j loads neither what calls, codecs nor compiler", (words) => {
  const files = loadedAfter([words])[0]!;
  expect(files).toContain(command);
  expect([...withCompiler(files), ...thatCall(files), ...files.filter((file) => ofRuntime.test(file))]).toEqual([]);
  expect(files.length).toBeLessThan(30);
});

test.each([[["completion", "bash"]], [["complete", "--", "gen"]]])(
  "%j loads what help does, and its script",
  (words) => {
    const files = loadedAfter([words])[0]!;
    expect(files).toContain(command);
    expect([...withCompiler(files), ...thatCall(files)]).toEqual([]);
    expect(files.length).toBeLessThan(26);
  },
);

test("only generate loads the compiler", () => {
  const { port } = occupant.address() as AddressInfo;
  const collection = join(folder, "collection");
  const lines = [
    ["inspect", wsdl],
    ["inspect", wsdl, "--html"],
    ["sample", wsdl, "Address_GetList"],
    ["diff", wsdl, join(root, "wsdl/employee-service.v2.1.wsdl")],
    ["doctor", wsdl, "--endpoint", "http://127.0.0.1:9/", "--timeout", "100ms"],
    ["call", wsdl],
    ["call", wsdl, "Address_GetList", "--json", "{}", "--endpoint", "http://127.0.0.1:9/"],
    ["json-schema", wsdl],
    ["catalog", "list"],
    ["collection", wsdl, "--for", "http", "--out", collection],
    ["mock", wsdl, "--port", String(port)],
  ];
  const loaded = loadedAfter([...lines, ["generate", wsdl, "--out", join(folder, "out")]]);
  expect(lines.filter((_line, at) => withCompiler(loaded[at]!).length > 0)).toEqual([]);
  // Commands load what they need when they run; one that did nothing would load nothing.
  expect(loaded[lines.length - 1]!.some((file) => file.includes("soapwright-sandbox"))).toBe(true);
  expect(existsSync(collection)).toBe(true);
  // The list above could show it.
  expect(withCompiler(loaded.at(-1)!).length).toBeGreaterThan(0);
});

test.each([[["generate", wsdl, "--out"]], [["check", wsdl, "--out"]]])(
  "%j loads nothing that calls, and no module of the other commands",
  (words) => {
    const [files = []] = loadedAfter([[...words, join(folder, "alone")]]);
    expect(withCompiler(files).length).toBeGreaterThan(0);
    expect(thatCall(files)).toEqual([]);
    expect(files.filter((file) => /soapwright-cli[\\/]/.test(file))).toEqual([]);
  },
);

test.each([
  [["inspect", wsdl]],
  [["diff", wsdl, join(root, "wsdl/employee-service.v2.1.wsdl")]],
  [["catalog", "list"]],
])("%j loads the reader of WSDLs, and neither instances nor what calls", (words) => {
  const files = loadedAfter([words])[0]!;
  expect(files.some((file) => /soapwright-contract[\\/]dist[\\/]index\.js$/.test(file))).toBe(true);
  expect(thatCall(files)).toEqual([]);
});

test("sample loads codecs and what makes instances, and no client", () => {
  const [files = []] = loadedAfter([["sample", wsdl, "Address_GetList"]]);
  expect(files.some((file) => /soapwright-verify[\\/]/.test(file))).toBe(true);
  const needed = /soapwright-verify[\\/]|runtime[\\/]dist[\\/]shared[\\/]codecs/;
  expect(thatCall(files).filter((file) => !needed.test(file))).toEqual([]);
});

const others = (files: readonly string[], needed: RegExp): string[] =>
  thatCall(files)
    .map((file) => /soapwright-(?:export|sandbox|verify)(?=[\\/])/.exec(file)?.[0] ?? "")
    .filter((name) => name !== "" && !needed.test(name));

test.each([
  [["json-schema", wsdl], /verify/],
  [["collection", wsdl, "--for", "http", "--out", join(tmpdir(), "loaded-collection")], /verify/],
  [["call", wsdl], /^$/],
  [["call", wsdl, "Address_GetList", "--json", "{}", "--endpoint", "http://127.0.0.1:9/"], /^$/],
  [["complete", "--", "call", wsdl, ""], /^$/],
  [["doctor", wsdl, "--endpoint", "http://127.0.0.1:9/", "--timeout", "100ms"], /^$/],
])("%j loads no package of another command", (words, needed) => {
  const [files = []] = loadedAfter([words]);
  expect(files).toContain(command);
  expect(others(files, needed)).toEqual([]);
});

test.each([
  [["json-schema", wsdl]],
  [["collection", wsdl, "--for", "http", "--out", join(tmpdir(), "loaded-collection")]],
])("%j loads codecs for its samples, and no client", (words) => {
  const [files = []] = loadedAfter([words]);
  expect(files.some((file) => /runtime[\\/]dist[\\/]shared[\\/]codecs/.test(file))).toBe(true);
  expect(
    files.filter((file) => /[\\/](?:undici|soap|debug)[\\/]|runtime[\\/]dist[\\/](?:shared[\\/])?client/.test(file)),
  ).toEqual([]);
});

test("call loads what calls, so that the lists above could show it", () => {
  expect(thatCall(loadedAfter([["call", wsdl]])[0]!).length).toBeGreaterThan(5);
});
