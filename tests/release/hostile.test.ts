/** What the jobs that may write or publish refuse of what other jobs hand them: bundles, branch names, packed files, changesets. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";

const scripts = resolve("scripts");
const registry = "https://registry.example/";
const outside = { GITHUB_ACTIONS: "", GITHUB_REPOSITORY: "", GH_TOKEN: "", NODE_OPTIONS: "" };
const who = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "Maintainer"],
    [`GIT_${role}_EMAIL`, "maintainer@service.example"],
  ]),
);
let home: string;
let root: string;
const write = (path: string, content: object | string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`);
};
const change = (path: string, from: string, to: string) => {
  const text = readFileSync(join(root, path), "utf8");
  expect(text).toContain(from);
  write(path, text.replace(from, to));
};
const git = (...words: readonly string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8", env: { ...process.env, ...who }, stdio: "pipe" }).trim();
const commit = () => {
  git("add", "--all", "--force", ":!reports");
  git("commit", "--quiet", "--message", "Propose");
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hostile-"));
  root = join(home, "project");
  const manifest = { version: "0.1.0", license: "MIT", publishConfig: { registry } };
  write("package.json", {
    name: "client",
    ...manifest,
    workspaces: [".", "packages/*"],
    dependencies: { runtime: "0.1.0" },
  });
  write("packages/runtime/package.json", { name: "runtime", ...manifest });
  write("package-lock.json", {
    packages: {
      "": { name: "client", version: "0.1.0", dependencies: { runtime: "0.1.0" } },
      "node_modules/saxes": { version: "6.0.0", integrity: "sha512-true" },
      "packages/runtime": { name: "runtime", version: "0.1.0" },
    },
  });
  write("CHANGELOG.md", "# Changelog\n");
  write(".changeset/some.md", "---\nclient: minor\n---\n\nSome.\n");
  write(".gitignore", "reports/\n");
  write("wsdl/orders.wsdl", "<definitions/>\n");
  git("init", "--quiet", "--initial-branch", "main");
  commit();
  git("init", "--quiet", "--bare", join(home, "remote.git"));
  git("remote", "add", "origin", join(home, "remote.git"));
  git("push", "--quiet", "origin", "main");
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin/gh"), `#!/bin/sh\necho "$*" >> ${home}/gh-words\n[ "$2" != list ] || echo '[]'\n`, {
    mode: 0o755,
  });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs a program of ours in the project. Returns its exit code and its messages. */
function run(...words: readonly string[]): [number | null, string] {
  const path = `${join(home, "bin")}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, ...who, ...outside, PATH: path };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8", env });
  return [status, stdout + stderr];
}

const openPullRequest = () => run(join(scripts, "open-pull-request.mjs"));

/** Bundles what `make` commits on a branch, as a job hands it on. */
function propose(make: () => void, branch = "release-main", named = branch): void {
  git("checkout", "--quiet", "-B", branch);
  make();
  mkdirSync(join(root, "./reports/proposal"), { recursive: true });
  git("bundle", "create", "--quiet", "./reports/proposal/proposal.bundle", `main..${branch}`);
  git("checkout", "--quiet", "--force", "main");
  if (branch !== "main") git("branch", "--quiet", "-D", branch);
  write("./reports/proposal/branch", named);
  write("./reports/proposal/body.md", "What is new.\n");
}

/** The commit of a release as Changesets writes it. */
function release(): void {
  change("package.json", '"version": "0.1.0"', '"version": "0.2.0"');
  change("package.json", '"runtime": "0.1.0"', '"runtime": "0.2.0"');
  change("packages/runtime/package.json", '"version": "0.1.0"', '"version": "0.2.0"');
  change("package-lock.json", '"version": "0.1.0"', '"version": "0.2.0"');
  write("CHANGELOG.md", "# Changelog\n\n## 0.2.0\n");
  rmSync(join(root, ".changeset/some.md"));
}
const released = (more: () => void) => () => {
  release();
  more();
  commit();
};
const contract = "contract-0123456789ab";

describe("a proposal", () => {
  test("of a release or a contract is pushed to its branch and opened", () => {
    propose(released(() => undefined));
    expect(openPullRequest()).toEqual([0, "release-main is proposed: Release 0.2.0.\n"]);
    propose(() => {
      write("wsdl/orders.wsdl", "<definitions name='Orders'/>\n");
      commit();
    }, contract);
    expect(openPullRequest()).toEqual([0, `${contract} is proposed: Take the service's contract of today.\n`]);
    expect(git("ls-remote", "--heads", "origin")).toMatch(/contract-0123456789ab[\s\S]*main[\s\S]*release-main/);
    expect(git("status", "--porcelain")).toBe("");
  });

  test.each<[string, () => void, string]>([
    [
      "a manifest with a script",
      () => change("package.json", '"license"', '"scripts": { "postinstall": "node evil.js" },\n  "license"'),
      "changes scripts of package.json",
    ],
    [
      "another dependency",
      () => change("package.json", '"runtime": "0.2.0"', '"runtime": "0.2.0", "evil": "1.0.0"'),
      "changes dependencies > evil of package.json",
    ],
    [
      "a dependency that is another package",
      () => change("package.json", '"runtime": "0.2.0"', '"runtime": "npm:evil@1.0.0"'),
      "changes dependencies > runtime of package.json",
    ],
    [
      "a registry of its own",
      () => change("packages/runtime/package.json", registry, "https://evil.example/"),
      "changes publishConfig > registry of packages/runtime/package.json",
    ],
    [
      "a version that is none",
      () => change("package.json", '"version": "0.2.0"', '"version": "0.2.0; evil"'),
      "changes version of package.json",
    ],
    [
      "another digest in the lock file",
      () => change("package-lock.json", "sha512-true", "sha512-evil"),
      "changes packages > node_modules/saxes > integrity of package-lock.json",
    ],
    [
      "another version of a dependency in the lock file",
      () => change("package-lock.json", '"version": "6.0.0"', '"version": "6.0.1"'),
      "changes packages > node_modules/saxes > version of package-lock.json",
    ],
    ["no lock file", () => rmSync(join(root, "package-lock.json")), "adds or removes package-lock.json"],
    ["a source file", () => write("src/index.ts", "evil();\n"), 'touches "src/index.ts"'],
    ["a workflow", () => write(".github/workflows/evil.yml", "on: push\n"), 'touches ".github/workflows/evil.yml"'],
    [
      "the settings of changesets",
      () => write(".changeset/config.json", '{ "changelog": "./evil.js" }\n'),
      'touches ".changeset/config.json"',
    ],
    ["a changeset", () => write(".changeset/evil.md", "---\nclient: major\n---\n"), "adds .changeset/evil.md"],
    [
      "a changelog that can run",
      () => chmodSync(join(root, "CHANGELOG.md"), 0o755),
      "CHANGELOG.md of the proposed commit is not a plain file (mode 100755)",
    ],
    [
      "a changelog that is a link",
      () => {
        rmSync(join(root, "CHANGELOG.md"));
        symlinkSync("/etc/passwd", join(root, "CHANGELOG.md"));
      },
      "CHANGELOG.md of the proposed commit is not a plain file (mode 120000)",
    ],
  ])("of a release with %s is refused", (_what, more, message) => {
    propose(released(more));
    expectRefused(message);
  });

  test("of a contract that touches more is refused", () => {
    propose(() => {
      write("wsdl/orders.wsdl", "<definitions name='Orders'/>\n");
      write("Makefile", "evil:\n");
      commit();
    }, contract);
    expectRefused('touches "Makefile"');
  });

  test("with more than one commit, with a merge, or with a history of its own is refused", () => {
    propose(() => {
      write("src/index.ts", "evil();\n");
      commit();
      rmSync(join(root, "src"), { recursive: true });
      released(() => undefined)();
    });
    expectRefused("has more than one commit on top of main");
    propose(() => {
      released(() => undefined)();
      const tree = git("rev-parse", "HEAD^{tree}");
      git("reset", "--quiet", "--hard", git("commit-tree", tree, "-p", "main", "-p", "HEAD", "-m", "Merge"));
    });
    expectRefused("has 2 parents");
    propose(() => {
      released(() => undefined)();
      git("reset", "--quiet", "--hard", git("commit-tree", "HEAD^{tree}", "-m", "Begin"));
    });
    expectRefused("has 0 parents");
  });

  test.each([
    "main",
    "release-main\n",
    "contract-x",
    "--upload-pack=evil",
    "../main",
    "refs/heads/main",
    "contract-0123456789ab evil",
  ])("to the branch %j is refused", (named) => {
    propose(
      released(() => undefined),
      "release-main",
      named,
    );
    expectRefused(`The branch ${JSON.stringify(named)} is not one of ours.`);
  });

  test("whose bundle is broken, or has another branch, is refused", () => {
    propose(
      released(() => undefined),
      contract,
      "release-main",
    );
    expectRefused("The bundle does not have the branch release-main in order");
    write("./reports/proposal/proposal.bundle", "# v2 git bundle\nevil\n");
    expectRefused("The bundle does not have the branch release-main in order");
  });

  function expectRefused(message: string): void {
    const [status, said] = openPullRequest();
    expect(said).toContain(message);
    expect(said).toMatch(/^error: /);
    expect(status).toBe(1);
    expect(git("ls-remote", "--heads", "origin").split("\n")).toHaveLength(1);
    expect(spawnSync("test", ["-e", join(home, "gh-words")]).status).toBe(1);
  }
});

describe("packed files", () => {
  const program = `import(${JSON.stringify(join(scripts, "check-release.mjs"))}).then(({ checkRelease }) => checkRelease())`;
  const digestOf = (text: string) => `sha512-${createHash("sha512").update(text).digest("base64")}`;
  interface List {
    packed: { id: string; filename: string; integrity: string; registry: string }[];
    files: Record<string, string>;
  }
  const list = (): List => {
    const packed = ["client", "runtime"].map((name) => ({
      id: `${name}@0.1.0`,
      filename: `${name}-0.1.0.tgz`,
      integrity: digestOf(name),
      registry,
    }));
    return { packed, files: Object.fromEntries(packed.map(({ filename, integrity }) => [filename, integrity])) };
  };

  test.each<[string, (first: List, second: List) => void, string | undefined]>([
    ["that two jobs packed alike", () => undefined, undefined],
    [
      "of which one is another",
      () => write("./reports/release/client-0.1.0.tgz", "evil"),
      "client-0.1.0.tgz is not the file that was packed: its digest is another.",
    ],
    [
      "that the second job packed otherwise",
      (first) => {
        write("./reports/release/client-0.1.0.tgz", "evil");
        first.files["client-0.1.0.tgz"] = digestOf("evil");
        first.packed[0]!.integrity = digestOf("evil");
      },
      "client-0.1.0.tgz differs from the file of the second build.",
    ],
    [
      "with two digests",
      (first) => {
        first.packed[0]!.integrity = digestOf("evil");
      },
      "client-0.1.0.tgz has two digests in packed.json.",
    ],
    ["with one more", () => write("./reports/release/evil.tgz", "evil"), "evil.tgz is not of this release."],
    [
      "with a link",
      () => symlinkSync("/etc/passwd", join(root, "./reports/release/passwd.tgz")),
      "passwd.tgz is not of this release.",
    ],
    [
      "with one missing",
      () => rmSync(join(root, "./reports/release/client-0.1.0.tgz")),
      "client-0.1.0.tgz is missing in reports/release.",
    ],
    [
      "of a package that is not ours",
      (first) => {
        first.packed[0]!.id = "lodash@0.1.0";
      },
      "lodash@0.1.0 is not a package of this commit.",
    ],
    [
      "of a version that is not ours",
      (first) => {
        first.packed[0]!.id = "client@9.0.0";
      },
      "client@9.0.0 is not a package of this commit.",
    ],
    [
      "without one of our packages",
      (first) => {
        first.packed.pop();
      },
      "runtime@0.1.0 is not in reports/release.",
    ],
    [
      "from another folder",
      (first) => {
        first.packed[0]!.filename = "../../evil.tgz";
      },
      "../../evil.tgz is not the file of client@0.1.0.",
    ],
    [
      "for another registry",
      (first) => {
        first.packed[0]!.registry = "https://evil.example/";
      },
      "client@0.1.0 is to be published to https://evil.example/, but its manifest names https://registry.example/.",
    ],
  ])("%s", (_what, spoil, message) => {
    const [first, second] = [list(), list()];
    for (const name of ["client", "runtime"]) write(`./reports/release/${name}-0.1.0.tgz`, name);
    spoil(first, second);
    write("./reports/release/packed.json", first);
    write("./reports/again/packed.json", second);
    expect(run("-e", program)).toEqual(message === undefined ? [0, ""] : [1, `error: ${message}\n`]);
  });

  test("without a second build are not published by a workflow", () => {
    for (const name of ["client", "runtime"]) write(`./reports/release/${name}-0.1.0.tgz`, name);
    write("./reports/release/packed.json", list());
    expect(run("-e", `process.env.GITHUB_ACTIONS = "true"; ${program}`)).toEqual([
      1,
      "error: reports/again has no digests of a second build.\n",
    ]);
  });
});

describe("a changeset", () => {
  test.each<[string, () => void, string]>([
    [
      "for a package that is not ours",
      () => write(".changeset/evil.md", "---\nlodash: major\n---\n\nEvil.\n"),
      '.changeset/evil.md has "lodash: major", which is no step of a package of ours.',
    ],
    [
      "with a step that is none",
      () => write(".changeset/evil.md", "---\nclient: 9.0.0\n---\n\nEvil.\n"),
      '.changeset/evil.md has "client: 9.0.0"',
    ],
    [
      "that is a link",
      () => symlinkSync("/etc/passwd", join(root, ".changeset/evil.md")),
      ".changeset/evil.md is not a plain file.",
    ],
  ])("%s is refused", (_what, spoil, message) => {
    spoil();
    const typescript = ["-C", "soapwright-source", resolve("node_modules/ts-node/dist/bin.js")];
    const [status, said] = run(...typescript, join(scripts, "propose-release.ts"));
    expect(said).toContain(`error: ${message}`);
    expect(status).toBe(1);
  });
});
