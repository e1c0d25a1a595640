/** A clone in which a release is made, so that nothing is left in the tree when a step fails. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withEntry } from "./changelog";
import type { Change } from "./changes";
import { run, runGit } from "./run";

/** The fields of the manifest that say where the project is at home. */
export function homeFields(address: string): object {
  const url = address.replace(/^git\+/, "").replace(/\.git$|\/$/, "");
  return {
    repository: { type: "git", url: `git+${url}.git` },
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
  if (existsSync(join(root, "node_modules")))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
}

/** Builds the clone. The packages that it shares with `root` are installed: make must not find them older than its lock file. */
export function buildClone(folder: string): void {
  run("make", ["--no-print-directory", "--assume-old=node_modules/.installed", "build"], folder);
}

/** Writes version, addresses and changelog, and commits them as the author of this clone. */
export function commitRelease(
  folder: string,
  { version, changes, repository }: { version: string; changes: readonly Change[]; repository: string | undefined },
): void {
  edit(join(folder, "package.json"), (manifest) => ({
    ...manifest,
    version,
    ...(repository === undefined ? {} : homeFields(repository)),
  }));
  const lock = join(folder, "package-lock.json");
  if (existsSync(lock)) {
    edit(lock, ({ packages, ...rest }) => {
      const all = packages as Record<string, object> | undefined;
      return { ...rest, version, ...(all && { packages: { ...all, "": { ...all[""], version } } }) };
    });
  }
  const changelog = join(folder, "CHANGELOG.md");
  const text = existsSync(changelog) ? readFileSync(changelog, "utf8") : "# Changelog\n";
  writeFileSync(changelog, withEntry(text, version, changes));
  runGit(
    ["add", "--all", "--", "package.json", "CHANGELOG.md", ...(existsSync(lock) ? ["package-lock.json"] : [])],
    folder,
  );
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
