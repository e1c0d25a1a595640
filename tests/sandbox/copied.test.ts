/** What the pages of the sandbox and the mock offer to copy runs as copied: curl and the call in bash, TypeScript in Node.js. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { openService } from "soapwright";
import { mockService } from "soapwright-sandbox";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "../../src/index";
import { startSandbox } from "../../src/sandbox/index";

const folder = mkdtempSync(join(tmpdir(), "copied-"));
const wsdl = join(folder, "orders.wsdl");
const command = resolve("packages/soapwright/dist/cli.js");

beforeAll(() => {
  if (!existsSync(command)) throw new Error("dist/ is absent: run `make build` first");
  writeFileSync(wsdl, ordersWsdl());
  // The folder of a project that has installed the packages.
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  const shim = `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`;
  writeFileSync(join(folder, "node_modules/.bin/soapwright"), shim, { mode: 0o755 });
  symlinkSync(resolve("."), join(folder, "node_modules/employee-service-client"));
  symlinkSync(resolve("packages/soapwright-runtime"), join(folder, "node_modules/soapwright-runtime"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(
    join(folder, "rolldown.config.mjs"),
    `export default { input: "./copied.ts", platform: "node", external: /^(?:soapwright-runtime|employee-service-client)/,
      output: { file: "copied.mjs", format: "es" } };`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the texts that the page of the last exchange offers, by their ids. */
async function offered(url: string, id: number): Promise<ReadonlyMap<string, string>> {
  const text = await (await fetch(`${url}/page/exchanges/${id}`)).text();
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return new Map(
    [...text.matchAll(/<pre id="(\w+)"[^>]*>([\s\S]*?)<\/pre>/g)].map(([, name = "", escaped = ""]) => [
      name,
      escaped.replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => entities[entity]!),
    ]),
  );
}

const run = promisify(execFile);

async function inBash(text: string): Promise<string> {
  return (await run("bash", ["-c", text], { cwd: folder })).stdout;
}

/** A bundler finds `./generated`, as those of users do. */
async function inNode(text: string): Promise<string> {
  writeFileSync(join(folder, "copied.ts"), text);
  await run(process.execPath, [resolve("node_modules/rolldown/bin/cli.mjs"), "-c"], { cwd: folder });
  return (await run(process.execPath, ["copied.mjs"], { cwd: folder })).stdout;
}

const nasty = 'it\'s "quoted" $HOME `id` \\n \\\\ \n<tag> & ü 🎈';

describe("the page of mock", () => {
  test.each([
    [
      "1.1",
      { customerId: 9007199254740993n, status: "open", line: [{ Code: nasty, Count: 1 }, { Code: "" }], until: null },
    ],
    ["1.2", { customerId: -1n, status: "sent", until: "2026-02-28" }],
  ] as const)("SOAP %s: each copy sends the arguments again", async (soapVersion, args) => {
    const asked: unknown[] = [];
    const findOrders = (given: unknown) => {
      asked.push(given);
      return [{ Id: 1n, Total: "12.50" }];
    };
    const mock = await mockService(wsdl, { handlers: { findOrders, ping: () => "2026-11-28T10:00:00Z" } });
    const words = ["generate", "orders.wsdl", "--out", "generated", "--extension", "none"];
    await run(process.execPath, [command, ...words], { cwd: folder });
    const client = await openService(wsdl, { endpoint: mock.url + mock.places[0]!.path, soapVersion });
    try {
      await client.findOrders!(args);
      const texts = await offered(mock.url, 1);
      const results = [await inBash(texts.get("curl")!), await inBash(texts.get("call")!)];
      results.push(await inNode(texts.get("typescript")!));
      for (const result of results) expect(result).toContain("12.50");
      expect(asked).toHaveLength(4);
      for (const each of asked) expect(each).toEqual(asked[0]);
      for (const id of [2, 3, 4]) {
        const page = await (await fetch(`${mock.url}/page/exchanges/${id}`)).text();
        expect(page).toContain(`<span class="tag">SOAP ${soapVersion}</span>`);
        expect((await offered(mock.url, id)).get("typescript")).toBe(texts.get("typescript"));
      }
    } finally {
      await client.close();
      await mock.close();
    }
  });
});

describe("the page of the sandbox", () => {
  test("each copy has the credentials of the call", async () => {
    const sandbox = await startSandbox();
    const v21 = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" });
    const v3 = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", soapVersion: "1.2" });
    try {
      for (const [call, word] of [
        [() => v21.costCenterGetCurrent({ EmployeeId: 1003 }), "Percentage"],
        [() => v3.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 }), "HomeAddress"],
      ] as const) {
        await call();
        const exchange = sandbox.exchanges.at(-1)!;
        const texts = await offered(sandbox.url, exchange.id);
        expect(await inBash(texts.get("curl")!)).toContain(word);
        expect(await inBash(`${texts.get("call")!} --format json`)).toContain(word);
        expect(await inNode(texts.get("typescript")!)).toContain(word);
        const statuses = sandbox.exchanges.filter(({ operation }) => operation === exchange.operation);
        expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      }
    } finally {
      await Promise.all([v21.close(), v3.close()]);
      await sandbox.close();
    }
  });
});
