/** The steps of a Dockerfile, in an empty folder instead of an image. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

interface Instruction {
  readonly name: string;
  readonly words: string;
}

/** The instructions in order, with continued lines joined. */
function instructionsOf(dockerfile: string): readonly Instruction[] {
  return readFileSync(dockerfile, "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", words = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, words };
    });
}

/** Instructions that say how a container starts, which a folder has no use for. */
const STARTING = new Set(["FROM", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"]);

export class Image {
  readonly #root = mkdtempSync(join(tmpdir(), "docker-"));
  readonly #instructions: readonly Instruction[];

  constructor(dockerfile: string) {
    this.#instructions = instructionsOf(dockerfile);
  }

  /** Runs the steps. `fill` writes the files of the context into the folder that it gets. */
  build(fill: (context: string) => void): void {
    const context = join(this.#root, "context");
    mkdirSync(context);
    fill(context);
    let folder = "/";
    for (const { name, words } of this.#instructions) {
      if (STARTING.has(name)) continue;
      if (name === "WORKDIR") {
        folder = words;
        mkdirSync(this.path(folder), { recursive: true });
      } else if (name === "COPY") this.#copy(context, words, this.path(folder));
      else if (name === "RUN") {
        const run = spawnSync("sh", ["-c", words], { cwd: this.path(folder), encoding: "utf8" });
        expect([run.status, run.stderr.replace(/^npm warn .*\n/gm, "")]).toEqual([0, ""]);
      } else throw new Error(`${name} is not an instruction that this test follows.`);
    }
  }

  #copy(context: string, words: string, into: string): void {
    const [from = "", to = ""] = words.split(" ");
    expect(to).toBe("./");
    const pattern = new RegExp(`^${from.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    const files = readdirSync(context).filter((file) => pattern.test(file));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) copyFileSync(join(context, file), join(into, basename(file)));
  }

  /** Returns the words of the one instruction of this name. */
  only(name: string): string {
    const found = this.#instructions.filter((each) => each.name === name);
    expect(found).toHaveLength(1);
    return found[0]!.words;
  }

  /** Returns the path that stands for a path in the image. */
  path(path: string): string {
    return join(this.#root, "image", path);
  }

  /** Where a container starts. */
  get folder(): string {
    return this.path(this.only("WORKDIR"));
  }

  /** Returns the entry point with arguments, as `docker run` calls it. */
  entryPoint(args: readonly string[]): [file: string, args: string[]] {
    const [file = "", ...own] = JSON.parse(this.only("ENTRYPOINT")) as string[];
    return [this.path(file), [...own, ...args]];
  }

  /** Runs the entry point as `docker run` does, until it ends. */
  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
    const [file, all] = this.entryPoint(args);
    return spawnSync(file, all, { cwd: this.folder, encoding: "utf8", env: { ...plain, ...environment } });
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** The environment of a container without variables. */
export const plain = { PATH: process.env.PATH };
