/** The generator's commands in the guides, run in the order of the page. */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const orders = resolve("tests/migrating/orders.wsdl");
const folder = mkdtempSync(join(tmpdir(), "generator-pages-"));
const requests: (string | undefined)[] = [];
let server: Server;
beforeAll(async () => {
  if (!existsSync("packages/soapwright/dist/cli.js")) throw new Error("dist/ is absent: run `make build` first");
  mkdirSync(join(folder, "wsdl"));
  copyFileSync(orders, join(folder, "wsdl/orders.wsdl"));
  server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    response.end(readFileSync(orders));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** The lines of sh blocks that call the generator. */
const commands = ["docs/generator.md"].flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, text = ""]) => text.trim().split("\n"))
    .filter((line) => line.includes("npx soapwright")),
);

test("there are some", () => expect(commands.length).toBeGreaterThan(1));

test.each(commands)("%s", async (command) => {
  const { port } = server.address() as AddressInfo;
  const line = command
    .replaceAll("npx soapwright", `"${process.execPath}" "${resolve("packages/soapwright/dist/cli.js")}"`)
    .replaceAll("https://service.example", `http://127.0.0.1:${port}`);
  rmSync(join(folder, "src"), { recursive: true, force: true });
  const { stderr } = await promisify(execFile)("sh", ["-ec", line], {
    cwd: folder,
    env: { ...process.env, TOKEN: "t-1", no_proxy: "*" },
  });
  expect(stderr).toContain("4 files, 4 changed");
  expect(existsSync(join(folder, "src/orders/client.ts"))).toBe(true);
  if (command.startsWith("curl")) expect(requests).toEqual(["Bearer t-1"]);
});
