/** Reads the packages of this tree, dependencies first, from the manifests of npm's workspaces. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

export type Target = string | { readonly [condition: string]: Target };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, Target>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly repository?: { readonly type: string; readonly url: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
  readonly publishConfig?: { readonly registry?: string; readonly access?: string };
}

export interface Workspace {
  /** The path from the root. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A packed file, as `npm pack --json` describes it. */
export interface Packed {
  /** The id `name@version`. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly file: string;
  readonly integrity: string;
  readonly unpackedSize: number;
  readonly entryCount: number;
  readonly files: readonly { readonly path: string }[];
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Returns the published packages, dependencies first. @throws Error if packages depend on each other. */
export function readWorkspaces(root: string): Workspace[] {
  const folders = (readManifest(root).workspaces ?? []).flatMap((pattern) =>
    pattern.endsWith("/*")
      ? readdirSync(join(root, dirname(pattern))).map((name) => `${dirname(pattern)}/${name}`)
      : [pattern],
  );
  const waiting = folders
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder)) }))
    .filter(({ manifest }) => !manifest.private);
  const ordered: Workspace[] = [];
  while (waiting.length > 0) {
    const open = waiting.map(({ manifest }) => manifest.name);
    const free = waiting.findIndex(({ manifest }) => !open.some((name) => name in (manifest.dependencies ?? {})));
    if (free < 0) throw new Error(`The packages ${open.join(", ")} depend on each other.`);
    ordered.push(...waiting.splice(free, 1));
  }
  return ordered;
}

/** Returns the package and its transitive dependencies in this tree. */
export function closure(all: readonly Workspace[], name: string): string[] {
  const dependencies = Object.keys(all.find(({ manifest }) => manifest.name === name)?.manifest.dependencies ?? {});
  const workspaceDependencies = dependencies.filter((each) => all.some(({ manifest }) => manifest.name === each));
  return [...new Set([name, ...workspaceDependencies.flatMap((each) => closure(all, each))])];
}

/** Runs a command of this project's development dependencies in the current folder. @throws Error if it fails. */
export function runTool(name: string, args: readonly string[]): void {
  const program = join(__dirname, "../node_modules/.bin", name);
  execFileSync(program, args, { stdio: "inherit", shell: process.platform === "win32" });
}

/** Runs git, and returns its output in English. @throws Error if it fails. */
export function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } }).trimEnd();
}

export function npm(args: readonly string[], cwd: string): string {
  return execFileSync("npm", [...args, "--loglevel=error", "--no-update-notifier"], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Packs every package into the folder `destination`, as for publishing, with the project's addresses, which the root's
 * manifest alone names. No script of a package runs.
 */
export function packAll(root: string, destination: string): Packed[] {
  const { repository, homepage, bugs } = readManifest(root);
  const workspaces = readWorkspaces(root);
  const staged = mkdtempSync(join(tmpdir(), "to-pack-"));
  // npm 7 to 11 prints a list, later versions print an object by name.
  const pack = (...args: readonly string[]) =>
    new Map(
      (Object.values(JSON.parse(npm(["pack", "--json", "--ignore-scripts", ...args], root)) as object) as Packed[]).map(
        (each) => [each.name, each],
      ),
    );
  try {
    const listed = pack("--dry-run", ...workspaces.map(({ manifest }) => `--workspace=${manifest.name}`));
    const folders = workspaces.map(({ folder, manifest }) => {
      const copy = join(staged, manifest.name);
      for (const { path } of listed.get(manifest.name)!.files) cpSync(join(root, folder, path), join(copy, path));
      const own = repository && (folder === "." ? repository : { ...repository, directory: folder });
      const text = JSON.stringify({ ...manifest, repository: own, homepage, bugs }, undefined, 2);
      writeFileSync(join(copy, "package.json"), `${text}\n`);
      return copy;
    });
    const packed = pack("--pack-destination", resolve(destination), ...folders);
    return workspaces.map(({ manifest: { name } }) => {
      const one = packed.get(name)!;
      return { ...one, file: join(destination, one.filename) };
    });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Installs packed files into a folder. npm's cache is preferred, so that no network is needed after `npm ci`. */
export function installPacked(files: readonly string[], folder: string): void {
  npm(["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", ...files], folder);
}
