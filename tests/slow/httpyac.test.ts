/** httpyac, which the test installs in a folder of its own, sends each request of a collection of `.http` files to the mock. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mockService } from "soapwright-sandbox";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { collection } from "../../packages/soapwright-cli/src/wsdl/collection/collection";

interface Sent {
  readonly requests: readonly {
    readonly name: string;
    readonly response?: { readonly statusCode: number; readonly body?: string };
  }[];
}

const folder = mkdtempSync(join(tmpdir(), "httpyac-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("httpyac reads the files, and gets the answers of the mock", async () => {
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", ...options, "httpyac@6.16.7"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const wsdl = join(folder, "orders.wsdl");
  writeFileSync(wsdl, ordersWsdl());
  const out = join(folder, "requests");
  expect(await collection(wsdl, { for: "http", out, quiet: true }, new RecordedStreams())).toBe(0);
  const mock = await mockService(wsdl, { sandbox: { port: 0, strict: true } });
  try {
    for (const name of readdirSync(out)) {
      const file = join(out, name);
      const address = `@endpoint = ${mock.url}${mock.places[0]!.path}`;
      writeFileSync(file, readFileSync(file, "utf8").replace(/^@endpoint = .*$/m, address));
    }
    const files = readdirSync(out).map((name) => join(out, name));
    expect(files).toHaveLength(2);
    const program = join(folder, "node_modules/.bin/httpyac");
    // The mock is in this process.
    const { stdout } = await promisify(execFile)(program, ["send", ...files, "--all", "--json"], { cwd: folder });
    const { requests } = JSON.parse(stdout) as Sent;
    expect(requests.map(({ name, response }) => [name, response?.statusCode])).toEqual([
      ["findOrders", 200],
      ["ping", 200],
      ["findOrders", 200],
      ["ping", 200],
    ]);
    for (const { name, response } of requests) expect(response?.body).toContain(`${name}Response`);
  } finally {
    await mock.close();
  }
}, 600_000);
