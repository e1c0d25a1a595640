/** A small project with a git repository of its own, released to a registry on loopback. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Released, type ReleaseOptions, release } from "../../scripts/release/release";

const dependencies = { commander: "1.0.0", soap: "1.0.0", undici: "1.0.0" };
const manifest = {
  name: "small-client",
  version: "0.1.0",
  license: "MIT",
  exports: { ".": "./dist/index.js" },
  bin: {},
  files: ["dist", "wsdl", "api", "CHANGELOG.md"],
  scripts: { codegen: "node diff.mjs" },
  dependencies,
};
const lock = {
  name: "small-client",
  version: "0.1.0",
  lockfileVersion: 3,
  requires: true,
  packages: {
    "": { name: "small-client", version: "0.1.0", license: "MIT", dependencies },
    ...Object.fromEntries(
      Object.keys(dependencies).map((name) => [`node_modules/${name}`, { version: "1.0.0", license: "MIT" }]),
    ),
  },
};
/** The interface of `codegen diff`, over a WSDL that is a list of sentences: each new line says what it means. */
const diff = `import { readFileSync } from "node:fs";
const [, old, now] = process.argv.slice(2);
const lines = (folder) => readFileSync(folder + "/service.wsdl", "utf8").split("\\n").filter(Boolean);
const before = lines(old);
const changes = lines(now).filter((line) => !before.includes(line)).map((line) => {
  const [severity, place, words] = line.split("|");
  return { severity, place, words };
});
console.log(JSON.stringify({ changes }));
`;
const build = `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.js", "exports.one = 1;\\n//# sourceMappingURL=index.js.map\\n");
writeFileSync("dist/index.js.map", JSON.stringify({ version: 3, sources: ["../index.ts"], sourcesContent: ["one"] }));
`;
const report = "```ts\nexport const one = 1;\n```\n";
const files: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(manifest, undefined, 2)}\n`,
  "package-lock.json": `${JSON.stringify(lock, undefined, 2)}\n`,
  "scripts/packages.json": JSON.stringify({
    packages: [
      { manifest: "package.json", installs: Object.keys(dependencies), limits: { code: 100_000, maps: 100_000 } },
    ],
  }),
  Makefile: "check test slow-test contract api-check:\n\t@echo $@ >> .git/targets\nbuild:\n\t@node build.mjs\n",
  ".gitignore": "node_modules\ndist/\nreports/\n",
  "diff.mjs": diff,
  "build.mjs": build,
  "README.md": "# Small\n",
  LICENSE: "MIT\n",
  "CHANGELOG.md": "# Changelog\n\n## 0.1.0\n\n- The first release.\n",
  "wsdl/service.wsdl": "the service\n",
  "api/index.api.md": report,
};

export class Registry {
  readonly address: string;
  readonly #process: ChildProcess;

  private constructor(address: string, process: ChildProcess) {
    this.address = address;
    this.#process = process;
  }

  static async start(): Promise<Registry> {
    const child = spawn(process.execPath, [join(__dirname, "loopback-registry.mjs")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout!, "data")) as [Buffer];
    return new Registry(line.toString().trim(), child);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.stdin!.end();
    await ended;
  }

  async versions(name = "small-client"): Promise<string[]> {
    const response = await fetch(`${this.address}/${name}`);
    if (response.status === 404) return [];
    return Object.keys(((await response.json()) as { versions: object }).versions);
  }
}

export class Project {
  readonly root: string;

  constructor(registry: string, token = "good") {
    this.root = mkdtempSync(join(tmpdir(), "release-project-"));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.write(".npmrc", `registry=${registry}/\n${registry.replace("http:", "")}/:_authToken=${token}\n`);
    this.git("init", "--quiet", "--initial-branch", "main");
    this.git("config", "user.name", "Maintainer");
    this.git("config", "user.email", "maintainer@service.example");
    this.commit("Begin");
  }

  git(...words: readonly string[]): string {
    return execFileSync("git", words, { cwd: this.root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
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

  /** A line of the WSDL that says what it means to callers. */
  change(severity: string, place: string, words: string): void {
    this.write("wsdl/service.wsdl", `${this.read("wsdl/service.wsdl")}${severity}|${place}|${words}\n`);
    this.commit(`Change ${place}`);
  }

  /** What a failed release must leave as it was. */
  state(): object {
    return { head: this.git("rev-parse", "HEAD"), tags: this.git("tag"), status: this.git("status", "--porcelain") };
  }

  /** The make targets that ran. */
  targets(): string[] {
    return this.read(".git/targets").trim().split("\n");
  }

  release(options: Partial<ReleaseOptions> = {}): { readonly released: Released | undefined; readonly said: string } {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const released = release({ root: this.root, environment: {}, log, ...options });
    return { released, said: lines.join("\n") };
  }

  publish(options: Partial<ReleaseOptions> = {}): { readonly released: Released | undefined; readonly said: string } {
    return this.release({ publish: true, repository: "https://forge.example/small-client", ...options });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
