/**
 * Releases of an invented project to a registry on loopback, by one command or by the jobs of a workflow, with a remote that
 * refuses pushes to main and changed tags: `make publish-test`.
 */
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Project } from "./project";
import { installTools, Verdaccio } from "./verdaccio";

jest.setTimeout(1_200_000);

const core = ["small-runtime", "small-client", "small-generator"];
const names = [...core, "small-beside"];
const code = '<xs:element name="Code" type="xs:string" minOccurs="0"/>';
let verdaccio: Verdaccio;
let project: Project;

beforeAll(installTools);
beforeEach(async () => {
  verdaccio = await Verdaccio.start();
  project = new Project(verdaccio.address, verdaccio.settings);
  project.land();
});
afterEach(async () => {
  project?.remove();
  await verdaccio?.stop();
});

/** Returns the versions in the registry, by package. */
function published(): Record<string, string[]> {
  const versions = (name: string): string[] => {
    try {
      return ([] as string[]).concat(JSON.parse(project.run("npm", ["view", name, "versions", "--json"])) as string[]);
    } catch (error) {
      if (!(error as Error).message.includes("E404")) throw error;
      return [];
    }
  };
  return Object.fromEntries(names.map((name) => [name, versions(name)]));
}

const everywhere = (...versions: readonly string[]) => Object.fromEntries(names.map((name) => [name, versions]));
const inCore = (beside: readonly string[], ...versions: readonly string[]) => ({
  ...everywhere(...versions),
  "small-beside": beside,
});
const remoteTags = () => project.git("ls-remote", "--tags", "--refs", "origin");

/** Returns the message of what fails. */
function refused(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("Nothing has failed.");
}

/** Returns the folder that a job has packed of a commit: each packs a commit once, because nothing but the commit decides what it gets. */
function packed(job: string, commit: string): string {
  const folder = join(project.forge, `${job}-${commit}`);
  if (!existsSync(folder)) {
    project.startJob(commit);
    project.make(["pack"]);
    cpSync(join(project.root, "./reports/release"), folder, { recursive: true });
  }
  return folder;
}

/** Runs the jobs of a workflow, each in a clone of its own, up to and with the step `last`. Returns the steps that ran. */
function runJobs(last?: string, env: NodeJS.ProcessEnv = {}): string[] {
  const steps: string[] = [];
  const isLast = (name: string) => steps.push(name) > 0 && name === last;
  project.startJob();
  project.step("plan");
  const commit = project.read("./reports/commit");
  if (isLast("plan")) return steps;
  if (commit === "") {
    project.step("propose-release", env);
    if (isLast("propose-release") || !existsSync(join(project.root, "./reports/proposal"))) return steps;
    const made = project.startJob();
    cpSync(join(made, "./reports/proposal"), join(project.root, "./reports/proposal"), { recursive: true });
    project.step("pull-request");
    isLast("pull-request");
    return steps;
  }
  const build = packed("build", commit);
  if (isLast("pack")) return steps;
  const again = packed("again", commit);
  if (isLast("again")) return steps;
  project.startJob(commit);
  cpSync(build, join(project.root, "./reports/release"), { recursive: true });
  cpSync(join(again, "packed.json"), join(project.root, "./reports/again/packed.json"));
  const workflow = {
    GITHUB_ACTIONS: "true",
    GITHUB_OUTPUT: join(project.root, "output"),
    GITHUB_SERVER_URL: "https://forge.example",
    GITHUB_REPOSITORY: "small",
  };
  project.step("publish", { ...workflow, ...env });
  steps.push(readFileSync(workflow.GITHUB_OUTPUT, "utf8").trim());
  if (steps.at(-1) !== "state=published" || isLast("publish")) return steps;
  project.step("tag");
  if (isLast("tag")) return steps;
  project.step("github-release", workflow);
  isLast("github-release");
  return steps;
}

/** Makes the first release by hand, and puts `text` in place of the code on main. */
function releaseFirst(): void {
  project.release("PUBLISH=1", `TESTED=${project.git("rev-parse", "HEAD")}`);
  writeFileSync(join(project.forge, "releases"), "small-client@0.1.0\n");
}

test("the first release has the version of the manifests, and the next one is proposed, merged and published", () => {
  project.release();
  expect(published()).toEqual(everywhere());
  expect(project.read(".git/targets").trim().split("\n")).toEqual(
    expect.arrayContaining(["test", "slow-test", "api-check"]),
  );
  const main = project.git("rev-parse", "origin/main");
  project.release("PUBLISH=1", `TESTED=${project.git("rev-parse", "HEAD")}`);
  expect(published()).toEqual(everywhere("0.1.0"));
  for (const name of names) expect(remoteTags()).toContain(`refs/tags/${name}@0.1.0`);
  expect(project.git("tag", "--list", "small-beside@0.1.0", "--format=%(contents)")).toMatch(/^Integrity: sha512-/m);

  expect(project.release("PUBLISH=1")).toContain("release-main is proposed: Release 0.1.1.");
  expect(published()).toEqual(everywhere("0.1.0"));
  expect(project.git("ls-remote", "origin", "refs/heads/main")).toContain(main);
  expect(project.git("branch", "--show-current")).toBe("main");
  project.merge("release-main", "Release 0.1.1");
  project.git("pull", "--quiet", "origin", "main");
  project.release("PUBLISH=1");
  expect(published()).toEqual(inCore(["0.1.0"], "0.1.0", "0.1.1"));
  expect(project.read("CHANGELOG.md")).toContain("- Corrections. Contract and interface are as in 0.1.0.");
  const { directory, ...repository } = JSON.parse(
    project.run("npm", ["view", "small-beside@0.1.0", "repository", "--json"]),
  ) as { directory: string };
  expect([directory, repository]).toEqual([
    "packages/small-beside",
    { type: "git", url: "git+https://forge.example/small.git" },
  ]);
});

test("a run that ends after any of its steps is finished by the next one, also when two merges meet in one", () => {
  releaseFirst();
  project.change("wsdl/orders.wsdl", code, `${code}<xs:element name="Total" type="xs:decimal" minOccurs="0"/>`);
  project.change("packages/small-beside/index.js", "1", "2");
  project.land();
  for (const step of ["plan", "propose-release"]) expect(runJobs(step).at(-1)).toBe(step);
  expect(runJobs()).toEqual(["plan", "propose-release", "pull-request"]);
  // Once more, as after a run that ended between its push and the pull request: it is renewed.
  rmSync(join(project.forge, "pulls"));
  expect(runJobs("pull-request").at(-1)).toBe("pull-request");
  expect(readFileSync(join(project.forge, "pulls"), "utf8")).toContain("--head release-main --title Release 0.2.0");

  project.merge("release-main", "Release 0.2.0");
  project.startJob();
  const release = project.git("rev-parse", "HEAD");
  project.change("packages/small-beside/index.js", "2", "3");
  project.land();
  const main = project.git("rev-parse", "HEAD");
  for (const step of ["plan", "pack", "again"]) expect(runJobs(step).at(-1)).toBe(step);
  writeFileSync(join(project.forge, "kill"), "");
  expect(refused(() => runJobs())).toMatch(/Killed|137/);
  expect(Object.values(published()).filter((versions) => versions.length > 1)).toHaveLength(1);
  rmSync(join(project.forge, "kill"));
  for (const step of ["publish", "tag"]) expect(runJobs(step).at(-1)).toBe(step);
  expect(published()).toEqual(inCore(["0.1.0", "0.1.1"], "0.1.0", "0.2.0"));
  expect(runJobs("github-release").at(-1)).toBe("github-release");
  expect(readFileSync(join(project.forge, "releases"), "utf8")).toBe("small-client@0.1.0\nsmall-client@0.2.0\n");
  expect(project.git("rev-list", "-n1", "small-client@0.2.0")).toBe(release);
  expect(project.git("ls-remote", "origin", "refs/heads/main")).toContain(main);

  // What was merged beside the release is the next one.
  expect(runJobs()).toEqual(["plan", "propose-release", "pull-request"]);
  project.merge("release-main", "Release 0.2.1");
  expect(runJobs().at(-1)).toBe("github-release");
  expect(published()).toEqual(inCore(["0.1.0", "0.1.1", "0.1.2"], "0.1.0", "0.2.0", "0.2.1"));
  project.git("fetch", "--quiet", "origin", "main");
  expect(project.git("show", "origin/main:CHANGELOG.md")).toMatch(
    /^# Changelog\s+## 0\.2\.1[\s\S]*## 0\.2\.0\s+### Minor Changes\s+- What is new:\s+- Order\.Total: added[\s\S]*\n## 0\.1\.0\n/,
  );
});

test("staged packages wait for approval, which the next run knows, and only then has tags", () => {
  releaseFirst();
  project.change("packages/small-runtime/index.js", "1", "2");
  project.land();
  runJobs();
  project.merge("release-main", "Release 0.1.1");
  appendFileSync(join(project.forge, "forbidden"), "stage\n");
  expect(refused(() => runJobs(undefined, { STAGE: "1" }))).toMatch(
    /The registry does not allow npm stage publish for small-runtime@0\.1\.1\. Allow it to the package's publisher/,
  );
  rmSync(join(project.forge, "forbidden"));
  for (let run = 0; run < 2; run++) {
    expect(runJobs(undefined, { STAGE: "1" }).at(-1)).toBe("state=waiting");
    expect(published()).toEqual(everywhere("0.1.0"));
    expect(remoteTags()).not.toContain("0.1.1");
    expect(refused(() => project.step("tag"))).toContain("small-client@0.1.1 is not in");
  }
  for (const file of readFileSync(join(project.forge, "staged"), "utf8").trim().split("\n"))
    project.run("npm", ["publish", file]);
  expect(runJobs(undefined, { STAGE: "1" }).at(-1)).toBe("github-release");
  expect(published()).toEqual(inCore(["0.1.0"], "0.1.0", "0.1.1"));
  expect(remoteTags()).toContain("small-client@0.1.1");
});

test("the interface decides too, for the package that it is of, and a contract that stays releases nothing", () => {
  releaseFirst();
  project.change("api/small-runtime.api.md", "one", "two");
  project.land();
  expect(project.release("ONLY_CONTRACT=1")).toContain("There is nothing to release.");
  project.release("PUBLISH=1");
  project.merge("release-main", "Release 1.0.0");
  project.git("pull", "--quiet", "origin", "main");
  project.release("PUBLISH=1");
  expect(published()).toEqual(inCore(["0.1.0"], "0.1.0", "1.0.0"));
  expect(project.read("packages/small-runtime/CHANGELOG.md")).toContain("- small-runtime one: is gone");
  expect(project.read("CHANGELOG.md")).not.toContain("is gone");
});

test("a release stops before anything is published", () => {
  const publish = (...words: string[]) => refused(() => project.release("PUBLISH=1", ...words));
  const ours = '"homepage": "https://forge.example/small"';
  project.change("package.json", ours, '"homepage": ""');
  expect(publish()).toContain("package.json does not name homepage.");
  project.git("reset", "--quiet", "--hard", "HEAD~1");
  const elsewhere = { GITHUB_SERVER_URL: "https://forge.example", GITHUB_REPOSITORY: "fork" };
  expect(refused(() => project.make(["release", "STEP=repository-named"], elsewhere))).toContain(
    "package.json names the repository git+https://forge.example/small.git, but this workflow runs in git+https://forge.example/fork.git.",
  );

  project.change(
    "packages/small-generator/package.json",
    `"registry": "${verdaccio.address}"`,
    '"registry": "https://registry.example/"',
  );
  expect(publish()).toContain(
    `npm's registry is ${verdaccio.address}, but small-generator@0.1.0 names https://registry.example/ in publishConfig. Change either.`,
  );
  expect(published()).toEqual(everywhere());
  project.git("revert", "--no-edit", "HEAD");

  releaseFirst();
  project.write("wsdl/new.txt", "");
  expect(publish()).toContain("The tree has changes that are not committed");
  project.run("rm", ["wsdl/new.txt"]);
  const tags = names.map((name) => `${name}@0.1.0`);
  project.git("tag", "--delete", ...tags);
  project.change("packages/small-generator/index.js", "1", "2");
  expect(publish()).toContain("small-generator@0.1.0 is published with other content.");

  project.write("api/index.api.md", "```ts\n```\n");
  project.commit("Break");
  project.git("tag", "small-client@0.0.9", "HEAD~1");
  expect(refused(() => project.release("STEP=version"))).toContain("0.1.0 is too small a step from 0.0.9");
});
