/** The scheduled job: the service's WSDLs become a pull request if they differ from ours. */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { plain } from "./orders";

jest.setTimeout(300_000);

const ours = resolve(".");
const code = '<xs:element name="Code" type="xs:string" minOccurs="0"/>';
let root: string;
let server: Server;
let baseUrl: string;
let answer: { status: number; body: string };
const asked: string[] = [];

const write = (path: string, text: string, mode = 0o644) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
};
const git = (...words: readonly string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status).end(answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  root = mkdtempSync(join(tmpdir(), "proposal-"));
  write("wsdl/orders.wsdl", plain);
  write(".gitignore", "node_modules/\nreports/\n");
  for (const path of ["package.json", "package-lock.json", "node_modules/.package-lock.json"]) write(path, "{}\n");
  write(
    "Makefile",
    `include ${ours}/Makefile\n\ninstall build:\n\t@true\ngenerate:\n\t@mkdir -p generated api && cp wsdl/orders.wsdl generated && cp wsdl/orders.wsdl api\n`,
  );
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "Maintainer");
  git("config", "user.email", "maintainer@service.example");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Take a WSDL");
  mkdirSync(join(root, ".git/remote.git"));
  git("init", "--quiet", "--bare", join(root, ".git/remote.git"));
  git("remote", "add", "origin", join(root, ".git/remote.git"));
  // A replacement of the forge's command, which a test cannot call. It stores its arguments.
  const listed = `if [ "$2" = list ]; then [ -e .git/gh-words ] && echo '[{"number":1}]' || echo '[]'; exit; fi`;
  write(".git/bin/gh", `#!/bin/sh\n${listed}\nfor word in "$@"; do echo "$word"; done > .git/gh-words\n`, 0o755);
});
afterEach(async () => {
  server.close();
  await once(server, "close");
  rmSync(root, { recursive: true, force: true });
});

/** Returns what a target prints. The error of a failure contains the whole output. */
async function make(target: string): Promise<string> {
  const words = [target, `NODE_BIN=${ours}/node_modules/.bin`, `SCRIPTS=${ours}/scripts`];
  const path = `${join(root, ".git/bin")}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, MAKEFLAGS: "", PATH: path, EMPLOYEE_SERVICE_BASE_URL: baseUrl };
  return (await promisify(execFile)("make", words, { cwd: root, env })).stdout;
}

const shown = (text: string) => text.replaceAll("https://shop.example", baseUrl);

test("a changed contract becomes a pull request with a description, once", async () => {
  answer = { status: 200, body: shown(plain.replace(code, "")) };
  const [, branch = ""] = /on the branch (contract-\w+)\./.exec(await make("propose")) ?? [];
  expect(asked).toEqual(["/orders.asmx?wsdl"]);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("branch", "--show-current")).toBe("main");
  expect(readFileSync(join(root, "reports/proposal/body.md"), "utf8")).toMatch(
    /^~~~text\n- .*Code.* \(breaking\)\n~~~$/m,
  );

  // Another job, which has the token, starts in its own clone.
  git("branch", "--quiet", "-D", branch);
  await make("pull-request");
  expect(git("show", "--stat", "--format=%s", `origin/${branch}`)).toMatch(/api\/[\s\S]*generated\/[\s\S]*wsdl\//);
  expect(git("show", `origin/${branch}:wsdl/orders.wsdl`)).toBe(plain.replace(code, "").trim());
  const words = readFileSync(join(root, ".git/gh-words"), "utf8");
  expect(words).toContain(`--head\n${branch}\n`);
  expect(await make("pull-request")).toContain(`${branch} is proposed already.`);
});

test.each([
  ["no change", plain],
  ["another description", plain.replace("An order.", "An order of a customer.")],
])("a contract with %s proposes nothing", async (_what, text) => {
  answer = { status: 200, body: shown(text) };
  expect(await make("propose")).toContain("The service's contract is the one in wsdl/.");
  expect(existsSync(join(root, "reports/proposal"))).toBe(false);
});

test.each([
  [200, "<html>Sign in</html>"],
  [302, ""],
])("a service that shows something else (%i) is one clear line", async (status, body) => {
  answer = { status, body };
  await expect(make("propose")).rejects.toThrow(
    `/orders.asmx?wsdl shows something else than a WSDL (status ${status}). Check EMPLOYEE_SERVICE_BASE_URL.`,
  );
  expect(git("status", "--porcelain")).toBe("");
});

test("a WSDL without an end is given up", async () => {
  answer = { status: 200, body: shown(plain).replace("<?xml", `<!--${" ".repeat(17 * 1024 * 1024)}--><?xml`) };
  await expect(make("propose")).rejects.toThrow(/orders\.asmx\?wsdl shows more than 16 MiB, which no WSDL has\./);
});

test("names and values of a contract are text in the description", async () => {
  const value = "a`<img src=x>@someone ~~~ [b](javascript:c)";
  const wsdl = plain.replace(
    code,
    `<xs:element name="Code" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string">
    <xs:enumeration value="${value.replace("<", "&lt;")}"/></xs:restriction></xs:simpleType></xs:element>`,
  );
  answer = { status: 200, body: shown(wsdl) };
  await make("propose");
  const body = readFileSync(join(root, "reports/proposal/body.md"), "utf8");
  expect(body.replace(/^~~~text\n(- .*\n)+~~~$/m, "")).not.toMatch(/Code|img|someone/);
});

test("a service that cannot be reached is one clear line", async () => {
  baseUrl = "http://127.0.0.1:1";
  await expect(make("propose")).rejects.toThrow(
    /error: http:\/\/127\.0\.0\.1:1\/orders\.asmx\?wsdl cannot be reached: /,
  );
});
