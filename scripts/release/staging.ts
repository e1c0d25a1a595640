/** A clone in which a release is made, so that nothing is left in the tree when a step fails. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withEntry } from "./changelog";
import type { Change } from "./changes";
import { readPackages } from "./packages";
import { run, runGit } from "./run";

/** The fields of the manifest that say where the project is at home. */
function homeFields(address: string, folder = "."): object {
  const url = address.replace(/^git\+/, "").replace(/\.git$|\/$/, "");
  return {
    repository: { type: "git", url: `git+${url}.git`, ...(folder === "." ? {} : { directory: folder }) },
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
  };
}

/** Clones the commit into `folder`, with the packages that are installed in `root`. */
export function makeClone(root: string, folder: string, commit: string): void {
  runGit(["clone", "--quiet", "--no-hardlinks", "--no-tags", root, folder], root);
  runGit(["checkout", "--quiet", "--detach", commit], folder);
  for (const key of ["user.name", "user.email"]) {
    const value = runGit(["config", "--default", "", "--get", key], root);
    if (value !== "") runGit(["config", key, value], folder);
  }
  if (existsSync(join(root, "node_modules"))) linkPackages(root, folder);
}

/** The packages that are installed in `root`, for a copy of its tree. Those of the tree itself are the copy's own. */
export function linkPackages(root: string, folder: string): void {
  const installed = join(root, "node_modules");
  const own = new Map(readPackages(folder).map((one) => [one.name, one.folder]));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(installed)) {
    const place = own.get(name);
    const target = place === undefined ? join(installed, name) : join(folder, place);
    symlinkSync(target, join(folder, "node_modules", name), "junction");
  }
}

/** Builds the clone. The packages that it shares with `root` are installed: make must not find them older than its lock file. */
export function buildClone(folder: string): void {
  run("make", ["--no-print-directory", "--assume-old=node_modules/.installed", "build"], folder);
}

/** Writes the version into every manifest and the lock file, and where the project is at home. */
export function writeVersion(folder: string, version: string, repository?: string): void {
  const packages = readPackages(folder);
  const own = new Set(packages.map(({ name }) => name));
  const needed = (dependencies: object): object =>
    Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, own.has(name) ? version : range]));
  const atVersion = (manifest: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
    ...manifest,
    version,
    ...("dependencies" in manifest ? { dependencies: needed(manifest.dependencies as object) } : {}),
  });
  for (const { folder: place } of packages) {
    edit(join(folder, place, "package.json"), (manifest) => ({
      ...atVersion(manifest),
      ...(repository === undefined ? {} : homeFields(repository, place)),
    }));
  }
  const lock = join(folder, "package-lock.json");
  if (existsSync(lock)) {
    edit(lock, ({ packages: locked = {}, ...rest }) => {
      const all = locked as Record<string, Record<string, unknown>>;
      const places = packages.map(({ folder: place }) => (place === "." ? "" : place)).filter((place) => place in all);
      const moved = Object.fromEntries(places.map((place) => [place, atVersion(all[place]!)]));
      return { ...rest, version, packages: { ...all, ...moved } };
    });
  }
}

/** Writes version, addresses and changelog, and commits them as the author of this clone. */
export function commitRelease(
  folder: string,
  { version, changes, repository }: { version: string; changes: readonly Change[]; repository: string | undefined },
): void {
  writeVersion(folder, version, repository);
  const written = [
    ...readPackages(folder).map(({ folder: place }) => join(place, "package.json")),
    "package-lock.json",
  ];
  const changelog = join(folder, "CHANGELOG.md");
  const text = existsSync(changelog) ? readFileSync(changelog, "utf8") : "# Changelog\n";
  writeFileSync(changelog, withEntry(text, version, changes));
  const present = written.filter((path) => existsSync(join(folder, path)));
  runGit(["add", "--all", "--", "CHANGELOG.md", ...present], folder);
  if (runGit(["status", "--porcelain"], folder) !== "")
    runGit(["commit", "--quiet", "--message", `Release ${version}`], folder);
}

/** Key order stays: the lock file's own `version` stands where npm wrote it. */
function edit(path: string, change: (content: Record<string, unknown>) => object): void {
  const before = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const after = change(before) as Record<string, unknown>;
  const ordered = Object.fromEntries([...Object.keys(before), ...Object.keys(after)].map((key) => [key, after[key]]));
  writeFileSync(path, `${JSON.stringify(ordered, undefined, 2)}\n`);
}
