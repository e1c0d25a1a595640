/**
 * docs/migrating.md: the client of each section and the one afterwards, run in processes of their own against one service.
 * `make migrating` installs wsdl-tsclient for it; TYPESCRIPT_WSDL_CLIENT names the command line of the other generator.
 */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { generate } from "soapwright";
import { mockService } from "soapwright-sandbox";
import { createProgram, ModuleKind, ModuleResolutionKind, ScriptTarget } from "typescript";
import { SandboxFault } from "../../src/sandbox/index";

const wsdl = join(__dirname, "orders.wsdl");
const page = ["migrating", "node-soap"].map((name) => readFileSync(`docs/${name}.md`, "utf8")).join("\n");
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Returns the first block of a language in a section. */
function block(heading: string, language: string): string {
  const section = page.split(/^##? /m).find((part) => part.startsWith(heading)) ?? "";
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(section)?.[1];
  if (found === undefined) throw new Error(`the page has no ${language} block under ${heading}`);
  return found;
}

/** Compiles everything in a folder to ES modules in place. */
function compile(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names
    .filter((name) => name.endsWith(".ts") && !name.startsWith("node_modules"))
    .map((name) => join(folder, name));
  // All files are compiled as one program, because wsdl-tsclient exports types as if they were values.
  createProgram(files, {
    module: ModuleKind.ES2022,
    moduleResolution: ModuleResolutionKind.Bundler,
    target: ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  }).emit();
  for (const file of files) {
    const path = file.replace(/\.ts$/, ".js");
    // Relative imports get the extension that ES modules need.
    writeFileSync(path, readFileSync(path, "utf8").replace(/( from "\.[^"]*?)(?:\.js)?"/g, '$1.js"'));
  }
}

/** Creates a project with the client, the WSDL and the packages that clients import. */
function project(client: string): string {
  mkdirSync("reports", { recursive: true });
  const folder = mkdtempSync(resolve("reports/migrating-"));
  folders.push(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "client.ts"), client);
  cpSync(wsdl, join(folder, "orders.wsdl"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("node_modules/soap"), join(folder, "node_modules/soap"), "dir");
  const runtime = join(folder, "node_modules/soapwright-runtime");
  mkdirSync(runtime);
  const exported = { ".": "./index.js", "./tables": "./tables.js" };
  writeFileSync(join(runtime, "package.json"), JSON.stringify({ name: "soapwright-runtime", exports: exported }));
  for (const file of ["index.js", "tables.js"])
    writeFileSync(
      join(runtime, file),
      `module.exports = require(${JSON.stringify(resolve("packages/soapwright-runtime/dist", file))});`,
    );
  writeFileSync(
    join(folder, "main.js"),
    `import { openOrders } from "./client.js";
const [url, key, ...customers] = process.argv.slice(2);
const results = [];
for (const customer of customers) results.push(await openOrders(url, key, Number(customer)).catch((error) => "error " + error.message) ?? "unknown");
console.log(JSON.stringify(results));
`,
  );
  return folder;
}

/** Returns the client's result for each customer, and the keys that the service received. */
async function run(folder: string, customers: readonly number[]) {
  compile(folder);
  const keys: unknown[] = [];
  const findOrders = async (
    { CustomerId }: { CustomerId: number },
    { headers }: { headers: Record<string, unknown> },
  ) => {
    keys.push(headers);
    if (CustomerId === 404) {
      const detail = `<UnknownCustomer xmlns="https://orders.example/"><CustomerId>404</CustomerId></UnknownCustomer>`;
      throw new SandboxFault({ code: "Client", reason: "There is no such customer.", detail });
    }
    const order = (number: bigint, Status: string) => ({
      Number: number,
      Total: "19.95",
      Placed: "2026-11-22",
      Status,
    });
    return [order(7n, "Open"), order(8n, "Shipped"), order(9n, "Open")].slice(0, CustomerId);
  };
  const mock = await mockService(wsdl, { handlers: { findOrders } });
  try {
    const url = mock.url + mock.places[0]!.path;
    const { stdout } = await promisify(execFile)(process.execPath, ["main.js", url, "k-1", ...customers.map(String)], {
      cwd: folder,
    });
    return { results: JSON.parse(stdout) as unknown, keys };
  } finally {
    await mock.close();
  }
}

async function moved(): Promise<string> {
  const folder = project(block("The steps", "ts"));
  const { diagnostics } = await generate({ folder, wsdls: [{ wsdl: "orders.wsdl", out: "orders" }], extension: "js" });
  expect(diagnostics).toEqual([]);
  return folder;
}

/** The clients before the migration, with the output of their generators. */
const before: Readonly<Record<string, () => string>> = {
  "node-soap": () => project(block("Coming from node-soap", "js")),
  ...(process.env.MIGRATING === undefined
    ? {}
    : {
        "wsdl-tsclient": () => {
          const folder = project(block("From wsdl-tsclient", "js"));
          const command = resolve("tests/bench/node_modules/wsdl-tsclient/dist/src/cli.js");
          execFileSync(process.execPath, [command, "orders.wsdl", "-o", "generated", "--quiet"], { cwd: folder });
          return folder;
        },
      }),
  ...(process.env.TYPESCRIPT_WSDL_CLIENT === undefined
    ? {}
    : {
        "typescript-wsdl-client": () => {
          const folder = project(block("From typescript-wsdl-client", "js"));
          const command = process.env.TYPESCRIPT_WSDL_CLIENT ?? "";
          const words = ["client", "--wsdl-source", "orders.wsdl", "--client-dir", "client"];
          execFileSync(process.execPath, [command, ...words], { cwd: folder });
          return folder;
        },
      }),
};

const order = (number: string) => ({ number, total: "19.95" });
/** Customers by the number of their orders. Customer 404 is unknown. */
const customers = [0, 1, 3, 404];
const results = [[], [order("7")], [order("7"), order("9")], "unknown"];

test.each(Object.keys(before))("a client of %s gives what it gives after the move", async (name) => {
  expect((await run(before[name]!(), customers)).results).toEqual(results);
});

test("the client afterwards gives it too, and its header arrives", async () => {
  const { results: given, keys } = await run(await moved(), customers);
  expect(given).toEqual(results);
  expect(JSON.stringify(keys)).toContain("k-1");
  expect(keys).toHaveLength(customers.length);
});

test("it refuses what the others send", async () => {
  const folder = await moved();
  expect((await run(folder, [1.5])).results).toEqual([expect.stringMatching(/^error .*CustomerId/)]);
});
