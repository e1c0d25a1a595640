/** `make repository-check` reads the settings of `docs/repository.md` back from the host's API, here one on loopback. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const program = resolve("scripts/check-repository.mjs");
const policies = { branch_policies: [{ name: "main" }] };
const reviewed = { protection_rules: [{ type: "required_reviewers", reviewers: [{ type: "Team" }] }] };
const right: Readonly<Record<string, object>> = {
  "rules/branches/main": [
    { type: "pull_request", parameters: { required_approving_review_count: 1 } },
    { type: "required_status_checks", parameters: { strict_required_status_checks_policy: true } },
    { type: "non_fast_forward" },
  ],
  "rulesets?targets=tag": [{ target: "tag", enforcement: "active" }],
  "actions/permissions/workflow": { default_workflow_permissions: "read" },
  "environments/release": reviewed,
  "environments/release/deployment-branch-policies": policies,
  "environments/proposal": reviewed,
  "environments/proposal/deployment-branch-policies": policies,
  "environments/proposal/secrets/PROPOSAL_TOKEN": { name: "PROPOSAL_TOKEN" },
  "actions/variables/EMPLOYEE_SERVICE_BASE_URL": { value: "https://service.example" },
};
let root: string;
let server: Server;
let settings: Record<string, object | undefined>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "repository-"));
  const repository = { type: "git", url: "git+https://forge.example/ours/small.git" };
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "small", version: "0.1.0", repository }));
  settings = { ...right };
  server = createServer(({ url = "", headers }, response) => {
    const found = settings[url.replace("/repos/ours/small/", "")];
    response.statusCode = headers.authorization !== "Bearer a-token" ? 401 : found === undefined ? 404 : 200;
    response.end(JSON.stringify(found ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.close();
  await once(server, "close");
  rmSync(root, { recursive: true });
});

function check(token: string): Promise<[code: number, said: string]> {
  const { port } = server.address() as { port: number };
  const env = { ...process.env, GH_TOKEN: token, GITHUB_API_URL: `http://127.0.0.1:${port}` };
  return new Promise((done) => {
    execFile(process.execPath, [program], { cwd: root, env }, (error, stdout, stderr) =>
      done([error === null ? 0 : Number(error.code), stdout + stderr]),
    );
  });
}

test("settings that are right are marked, and a publisher is left to look at", async () => {
  const [code, said] = await check("a-token");
  expect(said).not.toContain("[!]");
  expect(said.match(/^\[x\] /gm)).toHaveLength(9);
  expect(said).toContain("[ ] at the registry, small has the publisher regenerate-and-publish.yml");
  expect(code).toBe(0);
});

test.each<[string, object | undefined, string]>([
  ["rules/branches/main", [], "[!] main takes changes by pull request alone"],
  ["rules/branches/main", [{ type: "required_status_checks" }], "[!] main requires status checks"],
  ["rules/branches/main", [], "[!] main refuses forced pushes"],
  ["rulesets?targets=tag", [{ target: "tag", enforcement: "disabled" }], "[!] a ruleset keeps tags"],
  ["actions/permissions/workflow", { default_workflow_permissions: "write" }, "[!] workflows have a token"],
  ["environments/release", undefined, "[!] the environment release has reviewers"],
  ["environments/proposal", { protection_rules: [] }, "[!] the environment proposal has reviewers"],
  [
    "environments/release/deployment-branch-policies",
    { branch_policies: [{ name: "*" }] },
    "[!] the environment release",
  ],
  ["environments/proposal/secrets/PROPOSAL_TOKEN", undefined, "[!] the environment proposal has the secret"],
  ["actions/variables/EMPLOYEE_SERVICE_BASE_URL", undefined, "[!] the variable EMPLOYEE_SERVICE_BASE_URL"],
])("%s as %j is named", async (path, value, line) => {
  settings[path] = value;
  const [code, said] = await check("a-token");
  expect(said).toContain(line);
  expect(said).toContain("not as docs/repository.md says.");
  expect(code).toBe(1);
});

test("without a token the list is printed, and one without rights is named", async () => {
  const [code, said] = await check("");
  expect(said).toMatch(/^GH_TOKEN is not set, so look for yourself:\n\[ \] main takes/);
  expect(code).toBe(0);
  expect(await check("another")).toEqual([1, expect.stringContaining("Check the rights of GH_TOKEN.")]);
});
