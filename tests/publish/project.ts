/** An invented project of three packages with a contract, released by this project's Makefile and programs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { plain } from "./orders";

const root = resolve(".");

/**
 * Returns the files: for each package its manifest, and one file with its declarations. The root depends on a second
 * package, and a third depends on both.
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
    "package.json": manifest("small-client", { workspaces: [".", "packages/*"], dependencies }),
    ...code,
    ...below("packages/small-generator", { "package.json": manifest("small-generator", { dependencies }), ...code }),
    ...below("packages/small-runtime", { "package.json": manifest("small-runtime"), ...code }),
    ".changeset/config.json": { ...JSON.parse(readFileSync(".changeset/config.json", "utf8")), fixed: [["small-*"]] },
    ".gitignore": "node_modules\nreports/\n.npmrc\n",
    "CHANGELOG.md": "# Changelog\n\n## 0.1.0\n\n- The first release.\n",
    Makefile: `include ${root}/Makefile\n\ninstall check test slow-test api-check build:\n\t@echo $@ >> .git/targets\n`,
    "wsdl/orders.wsdl": plain,
    "generated/types.ts": "export interface Order {}\n",
    "api/index.api.md": "```ts\nexport const one: number;\n```\n",
    "api/small-runtime.api.md": "```ts\nexport const one: number;\n```\n",
  };
}

export class Project {
  readonly root = mkdtempSync(join(tmpdir(), "release-project-"));
  readonly #path = process.env.PATH ?? "";

  /** `settings` is npm's configuration for the registry. */
  constructor(registry: string, settings: string) {
    for (const [path, content] of Object.entries(files(registry))) {
      this.write(path, typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`);
    }
    this.write(".npmrc", settings);
    this.run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
    this.git("init", "--quiet", "--initial-branch", "main");
    this.git("config", "user.name", "Maintainer");
    this.git("config", "user.email", "maintainer@service.example");
    this.git("commit", "--quiet", "--allow-empty", "--message", "Begin");
    this.commit("Take the contract");
    // A replacement of npm. After a publish it kills its parent process, if the file .git/kill exists.
    this.write(
      ".git/bin/npm",
      `#!/bin/sh\n"${this.run("sh", ["-c", "command -v npm"])}" "$@" || exit\n[ "$1" != publish ] || [ ! -e .git/kill ] || kill -9 $PPID\n`,
    );
    this.run("chmod", ["+x", ".git/bin/npm"]);
  }

  run(program: string, words: readonly string[], path = this.#path): string {
    try {
      const env = { ...process.env, PATH: path, MAKEFLAGS: "" };
      return execFileSync(program, words, { cwd: this.root, encoding: "utf8", env, stdio: "pipe" }).trim();
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} ${words.join(" ")}:\n${stdout}\n${stderr}`);
    }
  }

  /** Runs the release command. */
  release(...words: readonly string[]): string {
    const own = [`NODE_BIN=${root}/node_modules/.bin`, `SCRIPTS=${root}/scripts`];
    return this.run("make", ["release", ...own, ...words], `${join(this.root, ".git/bin")}${delimiter}${this.#path}`);
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
    rmSync(this.root, { recursive: true, force: true });
  }
}
