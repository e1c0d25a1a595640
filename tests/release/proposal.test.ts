/** What the schedule does: the service's own WSDLs become a pull request when they say something else than ours. */

import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { delimiter, join } from "node:path";
import { propose } from "../../scripts/release/proposal";
import { Project } from "./project";

jest.setTimeout(300_000);

const ours = '<definitions><soap:address location="https://service.example/soap/v3/Service.asmx"/></definitions>\n';
let project: Project;
let server: Server;
let baseUrl: string;
let answer: { status: number; body: string };
const asked: string[] = [];
const path = process.env.PATH;

beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status).end(answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  project = new Project(baseUrl);
  project.write("wsdl/service.wsdl", ours);
  project.write("Makefile", "generate:\n\t@mkdir -p generated && cp wsdl/service.wsdl generated/copy.txt\n");
  project.commit("Take a WSDL");
  const remote = join(project.root, ".git/remote.git");
  mkdirSync(remote);
  project.git("init", "--quiet", "--bare", remote);
  project.git("remote", "add", "origin", remote);
  // The forge's own command, which a test cannot call: it keeps the words that it is given.
  const bin = join(project.root, ".git/bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "gh"), '#!/bin/sh\nfor word in "$@"; do echo "$word"; done > .git/gh-words\n', {
    mode: 0o755,
  });
  process.env.PATH = `${bin}${delimiter}${path}`;
});
afterEach(async () => {
  process.env.PATH = path;
  server.close();
  await once(server, "close");
  project.remove();
});

async function run(): Promise<{ branch: string | undefined; said: string }> {
  const lines: string[] = [];
  const branch = await propose(project.root, { baseUrl }, (line) => void lines.push(line));
  return { branch, said: lines.join("\n") };
}

const withChange = (line: string) => `${ours.replaceAll("https://service.example", baseUrl)}${line}\n`;

test("a changed contract becomes a pull request in words, once", async () => {
  answer = { status: 200, body: withChange("breaking|Order.Code|is gone") };
  const { branch, said } = await run();
  expect(asked).toEqual(["/soap/v3/Service.asmx?wsdl"]);
  expect(said).toBe(`Proposed 1 changes on the branch ${branch}.`);
  const words = readFileSync(join(project.root, ".git/gh-words"), "utf8");
  expect(words).toContain("The service's contract has changed: a major version");
  expect(words).toContain("- Order.Code: is gone (breaking)");
  expect(project.git("ls-remote", "origin")).toContain(`refs/heads/${branch}`);
  expect(project.git("show", "--stat", "--format=%s", `${branch}`)).toMatch(
    /generated\/copy\.txt[\s\S]*wsdl\/service\.wsdl/,
  );
  expect(project.git("show", `${branch}:wsdl/service.wsdl`)).toContain("https://service.example/soap/v3/Service.asmx");
  expect(project.state()).toMatchObject({ status: "" });
  expect(project.git("branch", "--show-current")).toBe("main");
  expect((await run()).said).toBe(`The change is proposed already, on the branch ${branch}.`);
});

test.each(["", "documentation|Order|is described"])(
  "a contract with no change for callers (%j) proposes nothing",
  async (line) => {
    answer = { status: 200, body: withChange(line) };
    expect(await run()).toEqual({ branch: undefined, said: "The service's contract is the one in wsdl/." });
  },
);

test.each([
  [200, "<html>Sign in</html>", /\?wsdl shows something else than a WSDL\. Check EMPLOYEE_SERVICE_BASE_URL\.$/],
  [302, "", /\?wsdl responds with status 302 instead of its WSDL\.$/],
])("a service that shows something else (%i) is one clear line", async (status, body, message) => {
  answer = { status, body };
  const before = project.state();
  await expect(run()).rejects.toThrow(message);
  expect(project.state()).toEqual(before);
});

test("a service that cannot be reached is one clear line", async () => {
  const wrong = propose(project.root, { baseUrl: "http://127.0.0.1:1" }, () => {});
  await expect(wrong).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/soap\/v3\/Service\.asmx\?wsdl cannot be reached: /);
});
