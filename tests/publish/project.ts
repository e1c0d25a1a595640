/** An invented project of three packages with a contract, released by this project's Makefile and programs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { plain } from "./orders";

const root = resolve(".");
/** Of the workflow in which these tests may run. */
const outside = { GITHUB_ACTIONS: "", GITHUB_REPOSITORY: "", GITHUB_OUTPUT: "", GITHUB_STEP_SUMMARY: "", GH_TOKEN: "" };
const addresses = {
  repository: { type: "git", url: "git+https://forge.example/small.git" },
  homepage: "https://forge.example/small",
  bugs: { url: "https://forge.example/small/issues" },
};

/**
 * Returns the files: for each package its manifest, and one file with its declarations. Two of the core, of which one is the
 * root, depend on the third. The fourth package is beside the core.
 */
function files(registry: string): Readonly<Record<string, string | object>> {
  const manifest = (name: string, more: object = {}) => ({
    name,
    version: "0.1.0",
    license: "MIT",
    type: "commonjs",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    files: ["index.js", "index.d.ts", "wsdl", "CHANGELOG.md"],
    publishConfig: { registry, access: "public" },
    ...more,
  });
  const code = { "index.js": "exports.one = 1;\n", "index.d.ts": "export declare const one: number;\n" };
  const below = (folder: string, content: Readonly<Record<string, string | object>>) =>
    Object.fromEntries(Object.entries(content).map(([path, text]) => [join(folder, path), text]));
  const dependencies = { "small-runtime": "0.1.0" };
  return {
    "package.json": manifest("small-client", { workspaces: [".", "packages/*"], dependencies, ...addresses }),
    ...code,
    ...below("packages/small-generator", { "package.json": manifest("small-generator", { dependencies }), ...code }),
    ...below("packages/small-beside", { "package.json": manifest("small-beside"), ...code }),
    ...below("packages/small-runtime", { "package.json": manifest("small-runtime"), ...code }),
    ".changeset/config.json": {
      ...JSON.parse(readFileSync(".changeset/config.json", "utf8")),
      fixed: [["small-client", "small-generator", "small-runtime"]],
    },
    ".gitignore": "node_modules\nreports/\n.npmrc\n",
    "CHANGELOG.md": "# Changelog\n\n## 0.1.0\n\n- The first release.\n",
    Makefile: `include ${root}/Makefile\n\ninstall check test slow-test api-check build:\n\t@echo $@ >> .git/targets\n`,
    "wsdl/orders.wsdl": plain,
    "generated/types.ts": "export interface Order {}\n",
    "api/index.api.md": "```ts\nexport const one: number;\n```\n",
    "api/small-runtime.api.md": "```ts\nexport const one: number;\n```\n",
  };
}

/** The server's answer to a push: main is protected, and a tag stays what it is. */
const hook = `#!/bin/sh
case "$1" in
  refs/heads/main) echo "main is protected" >&2; exit 1 ;;
  refs/tags/*) [ "$2" = 0000000000000000000000000000000000000000 ] || { echo "a tag stays" >&2; exit 1; } ;;
esac
`;

/** A replacement of the forge's command. It keeps pull requests and releases as lines of files. */
const gh = (folder: string) => `#!/bin/sh
cd ${folder} && touch pulls releases
case "$1 $2" in
  "pr list") [ -s pulls ] && echo '[{"number":1}]' || echo '[]' ;;
  "pr create") echo "$*" >> pulls ;;
  "release view") grep -qxF "$3" releases ;;
  "release create") echo "$3" >> releases ;;
esac
`;

/**
 * A replacement of npm. After a publish it kills its parent process, if the file kill exists. The file forbidden has a word of
 * the command that the registry does not allow. Staging is the registry's part: versions wait in the file staged.
 */
const npm = (program: string, folder: string) => `#!/bin/sh
if [ -e ${folder}/forbidden ] && grep -qxF "$1" ${folder}/forbidden; then echo "npm error code E403 OIDC permission denied for this action" >&2; exit 1; fi
if [ "$*" = --version ]; then echo 11.15.0; exit; fi
if [ "$1" = stage ]; then
  if grep -qxF "$3" ${folder}/staged 2>/dev/null; then echo "npm error code E409 $3 is already staged" >&2; exit 1; fi
  echo "$3" >> ${folder}/staged
else
  "${program}" "$@" || exit
fi
case "$1" in publish | stage) [ ! -e ${folder}/kill ] || kill -9 $PPID ;; esac
`;

export class Project {
  /** The folder of the files, a clone of the remote. */
  root = mkdtempSync(join(tmpdir(), "release-project-"));
  /** The remote, a bare repository whose hook protects main and tags. */
  readonly remote = mkdtempSync(join(tmpdir(), "release-remote-"));
  /** Replaced commands, and what they keep. */
  readonly forge = mkdtempSync(join(tmpdir(), "release-forge-"));
  readonly #path = process.env.PATH ?? "";
  readonly #folders = [this.root, this.remote, this.forge];
  readonly #settings: string;

  /** `settings` is npm's configuration for the registry. */
  constructor(registry: string, settings: string) {
    this.#settings = settings;
    for (const [path, content] of Object.entries(files(registry))) {
      this.write(path, typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`);
    }
    this.write(".npmrc", settings);
    this.run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
    this.git("init", "--quiet", "--initial-branch", "main");
    this.git("init", "--quiet", "--bare", "--initial-branch", "main", this.remote);
    this.git("remote", "add", "origin", this.remote);
    this.git("commit", "--quiet", "--allow-empty", "--message", "Begin");
    this.commit("Take the contract");
    writeFileSync(join(this.remote, "hooks/update"), hook, { mode: 0o755 });
    const programs = { gh: gh(this.forge), npm: npm(this.run("sh", ["-c", "command -v npm"]), this.forge) };
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(this.forge, name), text, { mode: 0o755 });
  }

  run(program: string, words: readonly string[], { path = this.#path, env = {} }: Run = {}): string {
    try {
      const who = { NAME: "Maintainer", EMAIL: "maintainer@service.example" };
      const names = Object.entries(who).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]);
      const all = { ...process.env, ...Object.fromEntries(names), PATH: path, MAKEFLAGS: "", ...outside, ...env };
      return execFileSync(program, words, { cwd: this.root, encoding: "utf8", env: all, stdio: "pipe" }).trim();
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} ${words.join(" ")}:\n${stdout}\n${stderr}`);
    }
  }

  /** Runs `make release`, or a target. */
  make(words: readonly string[], env: NodeJS.ProcessEnv = {}): string {
    const own = [`NODE_BIN=${root}/node_modules/.bin`, `SCRIPTS=${root}/scripts`];
    return this.run("make", ["--no-print-directory", ...own, ...words], {
      path: `${this.forge}${delimiter}${this.#path}`,
      env,
    });
  }

  release(...words: readonly string[]): string {
    return this.make(["release", ...words]);
  }

  /** Runs one step of a workflow in this clone. */
  step(name: string, env: NodeJS.ProcessEnv = {}): string {
    return this.make(["release", `STEP=${name}`], { GH_TOKEN: "token", ...env });
  }

  /** Goes on in a clone of the remote's `commit`, as a job of a workflow begins, with the installed packages. */
  startJob(commit = "main"): string {
    const last = this.root;
    this.root = mkdtempSync(join(tmpdir(), "release-job-"));
    this.#folders.push(this.root);
    this.git("clone", "--quiet", this.remote, ".");
    this.git("checkout", "--quiet", commit);
    this.write(".npmrc", this.#settings);
    this.run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
    return last;
  }

  /** What a forge does when a person merges: a commit of the tree on main, which no push may write. */
  merge(branch: string, subject: string): void {
    const at = (revision: string) => this.git("--git-dir", this.remote, "rev-parse", revision);
    const words = ["commit-tree", `${at(branch)}^{tree}`, "-p", at("main"), "-m", subject];
    this.git("--git-dir", this.remote, "update-ref", "refs/heads/main", this.git("--git-dir", this.remote, ...words));
    rmSync(join(this.forge, "pulls"), { force: true });
  }

  /** Puts this clone's HEAD on the remote's main, as a merge would. */
  land(): void {
    this.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/topic");
    const commit = this.git("--git-dir", this.remote, "rev-parse", "topic");
    this.git("--git-dir", this.remote, "update-ref", "refs/heads/main", commit);
    this.git("fetch", "--quiet", "origin");
  }

  git(...words: readonly string[]): string {
    return this.run("git", words);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  commit(subject: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", subject);
  }

  /** Replaces a text in a file. */
  change(path: string, from: string, to: string): void {
    if (!this.read(path).includes(from)) throw new Error(`${path} does not have ${from}.`);
    this.write(path, this.read(path).replace(from, to));
    this.commit(`Change ${path}`);
  }

  remove(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly path?: string;
  readonly env?: NodeJS.ProcessEnv;
}
