/**
 * The generator from a real registry, as users install it: docs/own-wsdl.md step by step in an empty folder, and its
 * four steps for WSDLs of the corpus, each on several versions of Node.js.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { packAll } from "../../scripts/workspaces";
import { Consumer } from "./consumer";
import { installTools, Verdaccio } from "./verdaccio";

jest.setTimeout(1_200_000);

const root = resolve(".");
const page = readFileSync("docs/own-wsdl.md", "utf8");
const scratch = mkdtempSync(join(tmpdir(), "generator-publish-"));
const versions = [20, 22, 24];
let verdaccio: Verdaccio;

beforeAll(async () => {
  if (!existsSync("packages/soapwright/dist/cli.js")) throw new Error("dist/ is absent: run `make build` first");
  installTools();
  verdaccio = await Verdaccio.start();
  const publisher = new Consumer(verdaccio.settings, "publisher");
  for (const { file } of packAll(root, scratch)) publisher.publish(file);
  publisher.remove();
});

afterAll(async () => {
  await verdaccio?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** Returns the shell blocks of the page in order, and the program that it writes. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, text]) =>
    text!.trim(),
  );
}

/** Returns a PATH that begins with the `node` of a version. */
function pathWith(version: number): string {
  const words = ["--yes", "--package", `node@${version}`, "node", "-p", "process.execPath"];
  const node = execFileSync("npx", words, { encoding: "utf8" }).trim();
  return `${resolve(node, "..")}:${process.env.PATH}`;
}

class Machine extends Consumer {
  readonly #path: string;
  readonly #children: ChildProcess[] = [];

  constructor(version: number) {
    super(verdaccio.settings, `node-${version}`);
    this.#path = pathWith(version);
  }

  /** Returns what a line of a shell prints to stdout. The error of a failure contains its last output. */
  shell(line: string): string {
    try {
      return execFileSync("sh", ["-c", line], {
        cwd: this.folder,
        encoding: "utf8",
        env: this.#environment(),
        stdio: "pipe",
      });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${line}:\n${stdout}\n${stderr}`);
    }
  }

  /** Starts a line that does not end, and waits for its first output. */
  async background(line: string): Promise<{ first: string; err: () => string }> {
    const child = spawn("sh", ["-c", `exec ${line}`], { cwd: this.folder, env: this.#environment(), detached: true });
    this.#children.push(child);
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    for (let waited = 0; !out.includes("\n"); waited += 50) {
      if (child.exitCode !== null || waited > 120_000) throw new Error(`${line}:\n${out}\n${err}`);
      await wait(50);
    }
    return { first: out.trim(), err: () => err };
  }

  /** Ends the programs that it started. Each is a process group, because npx starts another process. */
  end(): void {
    for (const { pid, exitCode } of this.#children.splice(0)) if (exitCode === null) process.kill(-pid!, "SIGTERM");
  }

  override remove(): void {
    this.end();
    super.remove();
  }

  #environment(): NodeJS.ProcessEnv {
    return { ...process.env, PATH: this.#path, npm_config_cache: join(scratch, "cache") };
  }
}

test.each(versions)("the page, word by word, on Node %i", async (version) => {
  const machine = new Machine(version);
  const began = performance.now();
  try {
    copyFileSync("tests/migrating/orders.wsdl", join(machine.folder, "orders.wsdl"));
    const [install, generate, mock, call, prove] = blocks("text");
    machine.shell(install!.replaceAll("\n", " && "));
    machine.shell(generate!);
    expect(readdirSync(join(machine.folder, "orders")).sort()).toEqual([
      "client.ts",
      "index.ts",
      "schemas.ts",
      "types.ts",
    ]);
    const port = 20_000 + (process.pid % 10_000) + version;
    const { err } = await machine.background(mock!.replace("8080", String(port)));
    for (let waited = 0; !err().includes("Orders.asmx") && waited < 10_000; waited += 50) await wait(50);
    machine.write("call.ts", blocks("ts")[0]!.replace("8080", String(port)));
    const printed = machine.shell(call!);
    for (const line of printed.trim().split("\n")) expect(line).toMatch(/^-?\d+: [-+]?[\d.]+, (Open|Shipped)$/);
    // A busy machine takes longer, so that the time is told and decides nothing.
    const seconds = (performance.now() - began) / 1000;
    console.log(`Node ${version}: from an empty folder to a call in ${seconds.toFixed(1)} s`);
    const [libxml2 = "", verify = ""] = prove!.split("\n");
    const refused = () => machine.shell(verify);
    expect(refused).toThrow(/verify needs the package libxml2-wasm, which is not installed\. Install it/);
    machine.shell(libxml2);
    expect(machine.shell(verify)).toMatch(/libxml2 judged 1 of 1 operation/);
  } finally {
    machine.remove();
  }
});

test("npx: from an empty cache, again from it, and in a project that has the generator", () => {
  const consumer = new Machine(Number(process.versions.node.split(".")[0]));
  try {
    copyFileSync("tests/migrating/orders.wsdl", join(consumer.folder, "orders.wsdl"));
    const npx = `npm_config_cache=${join(scratch, "empty-cache")} npx --yes`;
    const seconds = (line: string) => {
      const began = performance.now();
      consumer.shell(line);
      return (performance.now() - began) / 1000;
    };
    const line = `${npx} soapwright generate orders.wsdl --out orders`;
    const cold = seconds(line);
    // The cost of npx itself: a program of one small file, without dependencies.
    const floor = `${npx} semver 1.0.0`;
    seconds(floor);
    const cached = [0, 1, 2, 3, 4].map(() => [seconds(line), seconds(floor)] as const);
    consumer.shell("npm install --save-dev soapwright semver");
    const installed = [0, 1, 2, 3, 4].map(() => [seconds(line), seconds(floor)] as const);
    const words = (times: readonly (readonly [number, number])[]) =>
      [0, 1]
        .map((at) =>
          times
            .map((time) => time[at]!)
            .sort((a, b) => a - b)[2]!
            .toFixed(2),
        )
        .join(" s (a program of one line ");
    console.log(
      `npx soapwright generate: ${cold.toFixed(1)} s from an empty cache; from the cache ${words(cached)} s); installed ${words(installed)} s)`,
    );
    expect(existsSync(join(consumer.folder, "orders/client.ts"))).toBe(true);
  } finally {
    consumer.remove();
  }
});

const corpus = join(process.env.CORPUS_DIR || resolve("../shared/corpus"), "wsdl");
/** The first WSDL of ten families of services, each from another stack. */
const families = [
  "afip",
  "avatax",
  "czech-isds",
  "dotnet-wcf",
  "mappoint",
  "php-soap-wsdl-reader",
  "soap4r",
  "vies",
  "wasabi",
  "zeep",
];

function firstWsdl(family: string): string | undefined {
  const folder = join(corpus, family);
  if (!existsSync(folder)) return undefined;
  const [first] = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".wsdl"))
    .sort();
  return first === undefined ? undefined : resolve(folder, first);
}

/** A program that calls an operation without header blocks, with generated arguments, and a mock as the service. */
const caller = `import * as generated from "./client";
import { generateResult } from "soapwright-sandbox";

async function main() {
  const found: any = generated;
  const service: any = Object.values(found.schemas).find((value: any) => value?.ports !== undefined && value.operations !== undefined);
  const operation = service.operations.find(({ output, headers = [] }: any) => output?.body?.length > 0 && headers.length === 0);
  const [Client]: any[] = Object.values(found).filter((value: any) => typeof value === "function" && value.prototype?.[operation.method]);
  const client = new Client({ endpoint: process.argv[2] });
  const result = await client[operation.method](generateResult({ ...operation, output: operation.input }, "1", (name: string) => name));
  console.log("called " + operation.name + " " + typeof result);
  await client.close();
}

void main();
`;

const present = families.filter((family) => firstWsdl(family) !== undefined);
if (present.length === 0) test("WSDLs of the corpus", () => console.log(`skipped: corpus absent at ${corpus}`));
else
  test.each(versions)("install, generate, mock, call for ten WSDLs of the corpus on Node %i", async (version) => {
    const machine = new Machine(version);
    try {
      machine.shell(blocks("text")[0]!.replaceAll("\n", " && "));
      machine.write("call.ts", caller);
      const called: string[] = [];
      for (const family of present) {
        const wsdl = firstWsdl(family)!;
        rmSync(join(machine.folder, "client"), { recursive: true, force: true });
        machine.shell(`npx soapwright generate "${wsdl}" --out client`);
        const { err } = await machine.background(`npx soapwright mock "${wsdl}" --port 0`);
        const address = () => /: (http:\/\/127\S+)/.exec(err())?.[1];
        for (let waited = 0; address() === undefined && waited < 10_000; waited += 50) await wait(50);
        called.push(machine.shell(`npx tsx call.ts ${address()}`).trim());
        machine.end();
      }
      expect(called).toHaveLength(families.length);
      for (const line of called) expect(line).toMatch(/^called \w+ (object|string|number|boolean|bigint)$/);
    } finally {
      machine.remove();
    }
  });
