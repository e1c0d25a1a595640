// Git work trees of the compared commits, built: `builtTree(rootFolder, commit)`. A built tree is kept under the folder for
// temporary files by the hash of its content, so that a second comparison with the same commit starts at once, whoever runs it.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cache = process.env.COMPARE_CACHE ?? join(tmpdir(), "soapwright-compare");
/** A tree that was not compared for so long is removed. */
const keptMs = 7 * 24 * 3600 * 1000;
const author = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "compare"],
    [`GIT_${who}_EMAIL`, "compare@localhost"],
  ]),
);

const git = (cwd, words, env = {}) =>
  execFileSync("git", words, { cwd, encoding: "utf8", env: { ...process.env, ...env } }).trim();

/** Returns the commit that a name stands for. Throws when the repository has none. */
export function commitOf(root, name) {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name} is no commit of this repository. Fetch it, or name another.`);
  return stdout.trim();
}

/** Returns a commit of the files of the folder as they are now, those that are not committed included. No branch has it. */
export function commitOfFiles(root) {
  const index = join(git(root, ["rev-parse", "--absolute-git-dir"]), `compare-index-${process.pid}`);
  const env = { GIT_INDEX_FILE: index, ...author };
  try {
    git(root, ["read-tree", "HEAD"], env);
    git(root, ["add", "--all"], env);
    return git(root, ["commit-tree", git(root, ["write-tree"], env), "-p", "HEAD", "-m", "Files as they are"], env);
  } finally {
    rmSync(index, { force: true });
  }
}

/** Returns the folder of the built commit, which it checks out, installs and builds when no earlier comparison has. */
export function builtTree(root, commit) {
  const hash = git(root, ["rev-parse", `${commit}^{tree}`]);
  const folder = join(cache, hash);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(folder)) build(root, commit, folder);
  utimesSync(folder, new Date(), new Date());
  return folder;
}

function build(root, commit, folder) {
  const unfinished = `${folder}.${process.pid}`;
  removeOld(root);
  git(root, ["worktree", "add", "--quiet", "--force", "--detach", unfinished, commit]);
  try {
    console.error(`installing and building ${commit.slice(0, 8)} …`);
    install(root, unfinished);
    // What a build needs is installed, so make must not look whether it is.
    run(unfinished, "make", ["--no-print-directory", "-o", "install", "build"]);
    // Another comparison may have built the same meanwhile.
    if (existsSync(folder)) removeTree(root, unfinished);
    else git(root, ["worktree", "move", unfinished, folder]);
  } catch (error) {
    removeTree(root, unfinished);
    throw error;
  }
}

/** Links the installed files of this tree when its lock is the same, or of another built tree; otherwise runs `npm ci`. */
function install(root, folder) {
  const lock = lockOf(folder);
  const installed = [root, ...trees()].find(
    (tree) => tree !== folder && existsSync(join(tree, "node_modules/.package-lock.json")) && lockOf(tree) === lock,
  );
  if (installed !== undefined && linkInstalled(installed, folder)) return;
  run(folder, "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

const lockOf = (tree) =>
  createHash("sha256")
    .update(readFileSync(join(tree, "package-lock.json")))
    .digest("hex");

/** What npm installs for one package alone is in a folder of that package. */
function linkInstalled(from, to) {
  const packages = readdirSync(join(to, "packages")).map((name) => join("packages", name, "node_modules"));
  const own = packages.filter((path) => existsSync(join(from, path)));
  return ["node_modules", ...own].every((path) => link(join(from, path), join(to, path)));
}

/** Hard links need one file system and a `cp` that makes them; returns false where something is missing. */
function link(from, to) {
  if (spawnSync("cp", ["-al", from, to], { stdio: "ignore" }).status === 0) return true;
  rmSync(to, { recursive: true, force: true });
  return false;
}

function run(cwd, command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
    env: { ...process.env, MAKEFLAGS: "", MFLAGS: "" },
  });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed in ${cwd}:\n${stdout}${stderr}`.slice(-2000));
}

const trees = () => readdirSync(cache).map((name) => join(cache, name));

function removeOld(root) {
  for (const tree of trees()) if (Date.now() - statSync(tree).mtimeMs > keptMs) removeTree(root, tree);
}

function removeTree(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  git(root, ["worktree", "prune"]);
}

/** Copies a built tree, so that a test can change its built files. Not for comparing commits. */
export function copyTree(from, to) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(`${from}/node_modules`),
  });
  if (!link(join(from, "node_modules"), join(to, "node_modules"))) throw new Error("node_modules cannot be linked.");
  return to;
}
