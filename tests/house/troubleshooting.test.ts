/** Provokes the failures of docs/troubleshooting.md: the page has the messages that a user gets. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmployeeServiceV3, optionsFromEnvironment } from "../../src/index";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

const rows = [...readFileSync("docs/troubleshooting.md", "utf8").matchAll(/^\| (.+?) \| .+ \| .+ \|$/gm)]
  .map(([, message]) => message!)
  .filter((message) => message !== "message");
const patterns = rows.map((row) => new RegExp(row.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".+")));

type Options = Partial<Parameters<typeof createEmployeeServiceV3>[0]>;
let sandbox: Sandbox;
let moved: ReturnType<typeof createServer>;
const closed = "http://127.0.0.1:9";
beforeAll(async () => {
  sandbox = await startSandbox();
  moved = createServer((_, response) => response.writeHead(302, { location: "/login" }).end());
  await new Promise<void>((done) => moved.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  moved.close();
  await sandbox.close();
});

async function call(options: Options = {}, EmployeeId: unknown = 1003, inClosed = false): Promise<unknown> {
  const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", retries: 0, ...options });
  if (inClosed) await client.close();
  const addresses = await client.addressGetList({ EmployeeId: EmployeeId as number, Period: 11, Year: 2026 });
  await client.close();
  return addresses;
}

const failures: readonly (() => unknown)[] = [
  () => optionsFromEnvironment("v3", {}),
  () => call({ domain: undefined as never }),
  () => call({ baseUrl: "http://service.example" }),
  () => call({ timeoutMS: 5 } as Options),
  () => call({}, "1003"),
  () => call({}, 1003, true),
  () => call({ baseUrl: closed }),
  () => call({ baseUrl: "https://service.invalid" }),
  () => call({ baseUrl: sandbox.url.replace("http:", "https:") }),
  () => call({ baseUrl: "https://service.example", proxy: closed }),
  () => call({ domain: "another" }),
  () => call({}, 77),
  () => call({ namespaceBaseUrl: "https://other.example" }),
  () => call({ baseUrl: `http://127.0.0.1:${(moved.address() as AddressInfo).port}` }),
  () => trouble({ kind: "silence" }, { timeoutMs: 200 }),
  () => trouble({ kind: "reset", when: "before" }),
  () => trouble({ kind: "status", status: 401 }),
  () => trouble({ kind: "status", status: 429 }),
  () => trouble({ kind: "html" }),
];

function trouble(kind: Parameters<Sandbox["inject"]>[0], options: Options = {}): Promise<unknown> {
  sandbox.inject(kind);
  return call(options);
}

test("each message of the page comes from the client, and each failure is on the page", async () => {
  const seen = new Set<string>();
  for (const failure of failures) {
    const message = await Promise.resolve()
      .then(failure)
      .then(
        () => "no error",
        (error: Error) => error.message,
      );
    const found = rows.filter((_, at) => patterns[at]!.test(message));
    expect({ message, isOnThePage: found.length > 0 }).toEqual({ message, isOnThePage: true });
    for (const row of found) seen.add(row);
  }
  // tests/first-tasks/operators-hour.test.ts has the certificate that this message needs.
  expect(rows.filter((row) => !seen.has(row))).toEqual([expect.stringContaining("certificate is not of a trusted")]);
  expect(rows).toHaveLength(20);
});
