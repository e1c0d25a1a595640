/** An empty project that installs the package from a registry, as a user does. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export class Consumer {
  readonly folder: string;

  constructor(settings: string, name: string) {
    this.folder = mkdtempSync(join(tmpdir(), `consumer-${name}-`));
    this.write("package.json", JSON.stringify({ name: "consumer", version: "1.0.0", private: true }));
    this.write(".npmrc", settings);
  }

  install(...packages: readonly string[]): void {
    this.run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages]);
  }

  /** Publishes to the registry of the settings, whatever `publishConfig` of the packed file names. */
  publish(file: string): void {
    const registry = this.run("npm", ["config", "get", "registry"]);
    this.run("npm", ["publish", file, `--registry=${registry}`, "--ignore-scripts"]);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  node(words: readonly string[]): string {
    return this.run(process.execPath, words);
  }

  /** Returns what a program prints. The error of a failure contains the whole output. */
  run(program: string, words: readonly string[]): string {
    try {
      return execFileSync(program, words, {
        cwd: this.folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }).trim();
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} ${words.join(" ")}:\n${stdout}\n${stderr}`);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
