// `make release STEP=pull-request`: opens the pull request that reports/proposal holds, or renews it. The proposal comes from a
// job that ran the code of packages, so this one, which may write, takes a branch of ours with one commit that touches what
// it is for, and runs nothing of it.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { stop } from "./check-release.mjs";

const RELEASE = "release-main";
const kinds = [
  { branch: /^contract-[0-9a-f]{12}$/, paths: /^(?:wsdl|generated|api)\/[\w./-]+$/, isRelease: false },
  {
    branch: new RegExp(`^${RELEASE}$`),
    paths: /^(?:(?:packages\/[\w-]+\/)?(?:package\.json|CHANGELOG\.md)|package-lock\.json|\.changeset\/[\w-]+\.md)$/,
    isRelease: true,
  },
];
const MANIFEST = /^(?:packages\/[^/]+\/)?package\.json$/;
const run = (program, words) =>
  execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).trim();
const git = (...words) => run("git", words);
const gh = (...words) => run("gh", words);
const folder = "reports/proposal";
const withToken = process.env.GH_TOKEN
  ? ["-c", "credential.helper=", "-c", "credential.helper=!gh auth git-credential"]
  : [];

function main() {
  if (!existsSync(`${folder}/branch`)) return console.log("There is nothing to propose.");
  const branch = readFileSync(`${folder}/branch`, "utf8");
  const kind = kinds.find((one) => one.branch.test(branch));
  if (kind === undefined) stop(`The branch ${JSON.stringify(branch)} is not one of ours.`);
  const commit = fetchCommit(branch);
  checkCommit(commit, kind);
  const title = kind.isRelease ? `Release ${versionOf(commit)}` : "Take the service's contract of today";
  const there = git(...withToken, "ls-remote", "--heads", "origin", `refs/heads/${branch}`) !== "";
  // The branch of a contract is named by it; that of the next release is renewed until it is merged.
  if (!there || kind.isRelease)
    git(...withToken, "push", "--quiet", "--force", "origin", `${commit}:refs/heads/${branch}`);
  const states = kind.isRelease ? "open" : "all";
  const open = JSON.parse(gh("pr", "list", "--head", branch, "--base", "main", "--state", states, "--json", "number"));
  if (open.length > 0 && kind.isRelease)
    gh("pr", "edit", String(open[0].number), "--title", title, "--body-file", `${folder}/body.md`);
  else if (open.length === 0)
    gh("pr", "create", "--base", "main", "--head", branch, "--title", title, "--body-file", `${folder}/body.md`);
  console.log(open.length > 0 ? `${branch} is proposed already.` : `${branch} is proposed: ${title}.`);
}

/** Returns the commit of the bundle, which must be of one branch and complete with what main has. */
function fetchCommit(branch) {
  const checked = ["-c", "fetch.fsckObjects=true", "-c", "core.hooksPath=/dev/null"];
  const words = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", `${folder}/proposal.bundle`];
  const { status, stderr } = spawnSync("git", [...checked, ...words, `+refs/heads/${branch}:refs/proposal`], {
    encoding: "utf8",
  });
  if (status !== 0) stop(`The bundle does not have the branch ${branch} in order: ${stderr.trim()}`);
  return git("rev-parse", "refs/proposal");
}

function checkCommit(commit, { paths, isRelease }) {
  const parents = git("rev-list", "--parents", "-n1", commit).split(" ").slice(1);
  if (parents.length !== 1) stop(`The proposed commit has ${parents.length} parents.`);
  const [parent] = parents;
  if (spawnSync("git", ["merge-base", "--is-ancestor", parent, "HEAD"]).status !== 0)
    stop("The proposal has more than one commit on top of main.");
  const changes = git("diff-tree", "-r", "-z", "--no-renames", parent, commit).split("\0").filter(Boolean);
  for (let at = 0; at < changes.length; at += 2) {
    const [, mode, , , status] = changes[at].split(" ");
    const path = changes[at + 1];
    if (!paths.test(path) || path.includes("..")) stop(`The proposed commit touches ${JSON.stringify(path)}.`);
    if (status !== "D" && mode !== "100644") stop(`${path} of the proposed commit is not a plain file (mode ${mode}).`);
    if (isRelease && path.startsWith(".changeset/") && status !== "D") stop(`The proposed commit adds ${path}.`);
    if (isRelease && path.endsWith(".json")) checkJson(path, parent, commit, status);
  }
}

/** Stops if a manifest, or the lock file, changes in anything but the versions of this project's packages. */
function checkJson(path, parent, commit, status) {
  if (status !== "M") stop(`The proposed commit adds or removes ${path}.`);
  const read = (at, file) => JSON.parse(git("show", `${at}:${file}`));
  const manifests = git("ls-tree", "--name-only", "-r", parent)
    .split("\n")
    .filter((each) => MANIFEST.test(each));
  const own = new Set(manifests.map((each) => read(parent, each).name));
  const isVersion = (steps) => {
    const [kind, name, ...more] = steps;
    if (kind === "version") return name === undefined;
    return /^(?:d|devD|peerD|optionalD)ependencies$/.test(kind) && own.has(name) && more.length === 0;
  };
  for (const [steps, value] of differences(read(parent, path), read(commit, path))) {
    // The lock file has a copy of each manifest, at the manifest's folder.
    const isCopy = path === "package-lock.json" && steps[0] === "packages";
    const known = !isCopy || manifests.includes(join(steps[1] ?? "-", "package.json"));
    if (!known || !isVersion(isCopy ? steps.slice(2) : steps) || !/^[\d.<>=^~ ]+$/.test(String(value)))
      stop(`The proposed commit changes ${steps.join(" > ")} of ${path}.`);
  }
}

function differences(before, after, steps = []) {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const both = [before, after];
  if (both.some((one) => typeof one !== "object" || one === null || Array.isArray(one))) return [[steps, after]];
  return [...new Set(both.flatMap(Object.keys))].flatMap((key) =>
    differences(before[key], after[key], [...steps, key]),
  );
}

function versionOf(commit) {
  const { version } = JSON.parse(git("show", `${commit}:package.json`));
  if (!/^\d+\.\d+\.\d+$/.test(version)) stop(`The proposed version ${JSON.stringify(version)} is none.`);
  return version;
}

main();
