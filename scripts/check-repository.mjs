// `make repository-check`: compares the repository's settings with docs/repository.md by the host's API, with a token that may
// read them in GH_TOKEN. Without one it prints the list.
import { client, ownPackages } from "./check-release.mjs";

const { GH_TOKEN: token, GITHUB_API_URL: api = "https://api.github.com" } = process.env;
const repository = /([^/:]+\/[^/]+?)(?:\.git)?$/.exec(client.repository?.url ?? "")?.[1];

async function read(path) {
  const headers = { accept: "application/vnd.github+json", authorization: `Bearer ${token}` };
  const response = await fetch(`${api}/repos/${repository}/${path}`, { headers, signal: AbortSignal.timeout(30_000) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${api} answers ${response.status} for ${path}. Check the rights of GH_TOKEN.`);
  return response.json();
}

const rules = async (branch, type) =>
  ((await read(`rules/branches/${branch}`)) ?? []).filter((rule) => rule.type === type);
const environment = (name) => async () => {
  const found = await read(`environments/${name}`);
  const reviewers = (found?.protection_rules ?? []).flatMap((rule) => rule.reviewers ?? []);
  const branches = (await read(`environments/${name}/deployment-branch-policies`))?.branch_policies ?? [];
  return reviewers.length > 0 && branches.length === 1 && branches[0].name === "main";
};
const settings = [
  [
    "main takes changes by pull request alone, with one approval",
    async () =>
      (await rules("main", "pull_request")).some(({ parameters }) => parameters?.required_approving_review_count > 0),
  ],
  [
    "main requires status checks, of a branch that is up to date",
    async () =>
      (await rules("main", "required_status_checks")).some(
        ({ parameters }) => parameters?.strict_required_status_checks_policy,
      ),
  ],
  ["main refuses forced pushes", async () => (await rules("main", "non_fast_forward")).length > 0],
  [
    "a ruleset keeps tags from being changed or deleted",
    async () =>
      ((await read("rulesets?targets=tag")) ?? []).some(
        ({ target, enforcement }) => target === "tag" && enforcement === "active",
      ),
  ],
  [
    "workflows have a token that may read alone",
    async () => (await read("actions/permissions/workflow"))?.default_workflow_permissions === "read",
  ],
  ["the environment release has reviewers, and main as its only branch", environment("release")],
  ["the environment proposal has reviewers, and main as its only branch", environment("proposal")],
  [
    "the environment proposal has the secret PROPOSAL_TOKEN",
    async () => (await read("environments/proposal/secrets/PROPOSAL_TOKEN")) !== undefined,
  ],
  [
    "the variable EMPLOYEE_SERVICE_BASE_URL is set",
    async () => Boolean((await read("actions/variables/EMPLOYEE_SERVICE_BASE_URL"))?.value),
  ],
];

async function main() {
  if (!token || repository === undefined)
    console.log(`${token ? "package.json names no repository" : "GH_TOKEN is not set"}, so look for yourself:`);
  let wrong = 0;
  for (const [what, isRight] of settings) {
    const state = token && repository !== undefined ? ((await isRight()) ? "x" : "!") : " ";
    if (state === "!") wrong++;
    console.log(`[${state}] ${what}`);
  }
  for (const { name } of ownPackages())
    console.log(
      `[ ] at the registry, ${name} has the publisher regenerate-and-publish.yml with the environment release`,
    );
  if (wrong > 0) throw new Error(`${wrong} of these are not as docs/repository.md says.`);
}

main().catch((error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
