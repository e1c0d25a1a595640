/** What callers, networks and pages of other sites send to `soapwright gateway` as built. After each, it serves on. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { mockService } from "soapwright-sandbox";

jest.setTimeout(60_000);

const program = resolve("packages/soapwright/dist/cli.js");
const wsdl = resolve("tests/attacks/record-service.wsdl");
const folder = mkdtempSync(join(tmpdir(), "gateway-attacks-"));
const PASSWORD = "correct-horse-battery";
let service: Awaited<ReturnType<typeof mockService>>;
let gateway: ChildProcess;
let port = 0;
let path = "";
/** Everything that came back or was printed: it holds no credential. */
let told = "";

beforeAll(async () => {
  if (!existsSync(program)) throw new Error("dist/ is absent: run `make build` first");
  service = await mockService(wsdl, {});
  const endpoint = service.url + service.places[0]!.path;
  const args = ["gateway", wsdl, "--port", "0", "--endpoint", endpoint, "--username", "u", "--password-env", "P"];
  gateway = spawn(process.execPath, [program, ...args, "--max-body-bytes", "100000"], {
    env: { PATH: process.env.PATH ?? "", P: PASSWORD },
    stdio: ["ignore", "pipe", "pipe"],
  });
  gateway.stderr!.on("data", (piece) => {
    told += piece;
  });
  const [url] = (await once(createInterface(gateway.stdout!), "line")) as [string];
  port = Number(new URL(url).port);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object };
  path = Object.keys(document.paths)[0]!;
});
afterAll(async () => {
  gateway.kill("SIGKILL");
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function opened(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Sends bytes, and resolves to what came back when the gateway has ended the connection. */
async function sent(bytes: string): Promise<string> {
  const socket = await opened();
  let text = "";
  socket.on("data", (piece: Buffer) => {
    text += piece.toString("latin1");
  });
  const closed = new Promise((done) => socket.once("close", done));
  socket.write(bytes);
  await closed;
  told += text;
  return text;
}

const request = (body: string | Buffer, headers = "", to = path): string =>
  `POST ${to} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${String(body)}`;
const get = (headers: string): string => `GET /health HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`;
const here = (): string => `Host: 127.0.0.1:${port}\r\n`;

const rows: readonly (readonly [name: string, bytes: () => string, status: number, says?: RegExp])[] = [
  ["a foreign Host (DNS rebinding)", () => get("Host: evil.example\r\n"), 421],
  ["a Host that begins like ours", () => get("Host: 127.0.0.1.evil.example\r\n"), 421],
  ["no Host", () => get(""), 400, /Bad Request/],
  ["two Hosts", () => get(`${here()}Host: evil.example\r\n`), 400],
  ["a foreign Origin", () => get(`${here()}Origin: https://evil.example\r\n`), 403],
  ["an opaque Origin", () => get(`${here()}Origin: null\r\n`), 403],
  ["Sec-Fetch-Site: cross-site", () => get(`${here()}Sec-Fetch-Site: cross-site\r\n`), 403],
  ["a header of 100,000 bytes", () => get(`${here()}X-Long: ${"x".repeat(100_000)}\r\n`), 431],
  ["an Origin after 5,000 headers", () => get(`${here()}${"X: 1\r\n".repeat(5_000)}Origin: null\r\n`), 403],
  ["a line of 100,000 bytes", () => request("{}", "", `/${"x".repeat(100_000)}`), 431],
  ["two lengths", () => request("{}", "Content-Length: 3\r\n"), 400],
  ["a length beside chunks", () => request("{}", "Transfer-Encoding: chunked\r\n"), 400],
  ["a coding that hides chunks", () => request("{}", "Transfer-Encoding: xchunked\r\n"), 400],
  ["a header that is folded", () => get(`${here()}X-A: 1\r\n  Origin: https://evil.example\r\n`), 400],
  ["a body that is too long", () => request("x".repeat(100_001)), 413],
  ["another media type", () => request("{}").replace("application/json", "text/plain"), 415],
  ["a form, which other sites may send", () => request("a=1").replace("/json", "/x-www-form-urlencoded"), 415],
  ["another charset", () => request("{}").replace("/json", "/json; charset=utf-16"), 415],
  ["no JSON", () => request("{"), 400, /The body is not JSON/],
  ["__proto__", () => request('{"__proto__":{"polluted":1}}'), 400, /__proto__/],
  ["constructor", () => request('{"constructor":{"prototype":{"polluted":1}}}'), 400, /constructor/],
  ["nesting of 40,000 levels", () => request("[".repeat(40_000)), 400],
  ["a number of 90,000 digits", () => request(`{"x":${"9".repeat(90_000)}}`), 400],
  ["a list for an object", () => request("[[]]"), 400],
  ["a name in markup", () => request('{"</x><y>":1}'), 400],
  ["a path that does not exist", () => request("{}", "", `${path}s`), 404, /Did you mean/],
  ["a path beyond the gateway", () => request("{}", "", "/../../etc/passwd"), 404],
  ["a path with a broken escape", () => request("{}", "", `${path}%zz`), 400],
  ["a path with NUL", () => request("{}", "", `${path}%00`), 404],
  ["an absolute address", () => request("{}", "", "http://evil.example/"), 404],
  [
    "a file of the page that is none",
    () => `GET /page/..%2f..%2fpackage.json HTTP/1.1\r\nConnection: close\r\n${here()}\r\n`,
    404,
  ],
  ["another method", () => request("{}").replace("POST", "DELETE"), 405],
  ["CONNECT", () => request("").replace(`POST ${path}`, "CONNECT evil.example:443"), 0],
];

const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

async function servesOn(): Promise<void> {
  expect(await sent(get(here()))).toMatch(/^HTTP\/1.1 200 /);
}

test.each(rows.map(([name, bytes, status, says]) => ({ name, bytes, status, says })))(
  "$name",
  async ({ bytes, status, says }) => {
    const answer = await sent(bytes());
    if (status === 0) expect(answer).toBe("");
    else {
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.match(/^HTTP\//gm)).toHaveLength(1);
      expect(answer).toMatch(says ?? /application\/problem\+json/);
    }
    await servesOn();
  },
);

test("a second request that hides in the body of the first is not read", async () => {
  const hidden = `GET /health HTTP/1.1\r\n${here()}\r\n`;
  const answer = await sent(request(hidden));
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1);
  await servesOn();
});

test("200 slow bodies hold nothing up, and their callers leave", async () => {
  const before = memory();
  const slow = await Promise.all(Array.from({ length: 200 }, opened));
  for (const socket of slow)
    socket.write(`POST ${path} HTTP/1.1\r\n${here()}Content-Type: application/json\r\nContent-Length: 99999\r\n\r\n{`);
  await servesOn();
  for (const socket of slow) socket.destroy();
  await servesOn();
  expect(memory() - before).toBeLessThan(100);
});

test("headers that never end are a 408", async () => {
  const socket = await opened();
  let text = "";
  socket.on("data", (piece: Buffer) => {
    text += piece.toString("latin1");
  });
  socket.write(`POST ${path} HTTP/1.1\r\n`);
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1.1 408 /);
});

test("callers that leave before their response end their calls", async () => {
  for (let round = 0; round < 5; round++) {
    const left = await Promise.all(Array.from({ length: 40 }, opened));
    for (const socket of left) socket.write(request("{}"));
    await wait(round * 3);
    for (const socket of left) socket.resetAndDestroy();
  }
  const ready = () => sent(`GET /ready HTTP/1.1\r\nConnection: close\r\n${here()}\r\n`);
  while (!(await ready()).includes('"callers":0')) await wait(50);
});

test("no credential was told", () => {
  expect(told).not.toContain(PASSWORD);
  expect(told).not.toContain(Buffer.from(`u:${PASSWORD}`).toString("base64"));
});
