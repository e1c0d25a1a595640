/** The git repository of a release: what must hold before it starts, and what it leaves there. */
import { ReleaseError } from "./release-error";
import { ProgramError, runGit } from "./run";
import { highest, isVersion } from "./version";

/** Where a release starts from. */
export interface Start {
  readonly branch: string;
  readonly commit: string;
}

/** @throws ReleaseError for what would make a release that no commit says: see each message. */
export function checkRepository(root: string): Start {
  if (!output(root, ["rev-parse", "--is-inside-work-tree"])) {
    throw new ReleaseError(`${root} is no git repository. Make the release in a clone.`);
  }
  const commit = output(root, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (!commit) throw new ReleaseError("The repository has no commit. Commit the tree first.");
  const branch = output(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  if (!branch) {
    throw new ReleaseError("HEAD is detached: the release commit would belong to no branch. Check out a branch first.");
  }
  if (!output(root, ["var", "GIT_COMMITTER_IDENT"])) {
    throw new ReleaseError("git does not know who you are. Run git config user.name and git config user.email.");
  }
  const changed = runGit(["status", "--porcelain"], root).split("\n").filter(Boolean);
  if (changed.length > 0) {
    const files = changed.slice(0, 5).map((line) => line.slice(3));
    const more = changed.length > files.length ? " and others" : "";
    throw new ReleaseError(
      `The tree has changes that are not committed: ${files.join(", ")}${more}. Commit or stash them.`,
    );
  }
  if (output(root, ["rev-parse", "--is-shallow-repository"]) === "true") {
    throw new ReleaseError("The clone is shallow, so tags may be missing. Run git fetch --unshallow --tags.");
  }
  return { branch, commit };
}

/** The highest version that is tagged `v1.2.3` on this commit or before it. */
export function lastTag(root: string): string | undefined {
  return highest(versionTags(runGit(["tag", "--merged", "HEAD"], root)));
}

/** The commit that a version's tag names. */
export function commitOf(root: string, version: string): string {
  return output(root, ["rev-parse", "--verify", "--quiet", `v${version}^{commit}`]);
}

/** Whether a version has its tag. */
export function isTagged(root: string, version: string): boolean {
  return runGit(["tag", "--list", `v${version}`], root) !== "";
}

function versionTags(lines: string): string[] {
  return lines.split("\n").flatMap((tag) => (tag.startsWith("v") && isVersion(tag.slice(1)) ? [tag.slice(1)] : []));
}

/** The files below `folder` of a commit or tag, by path. */
export function filesAt(root: string, revision: string, folder: string): Map<string, string> {
  const paths = runGit(["ls-tree", "-r", "--name-only", revision, "--", folder], root).split("\n").filter(Boolean);
  return new Map(paths.map((path) => [path, runGit(["show", `${revision}:${path}`], root)]));
}

/** Brings a release commit from `clone` to the branch, and tags it. */
export function takeOver(root: string, clone: string, { branch, commit }: Start, version: string): void {
  const head = runGit(["rev-parse", "HEAD"], clone);
  runGit(["fetch", "--quiet", clone, "HEAD"], root);
  if (runGit(["rev-parse", "HEAD"], root) === commit) runGit(["merge", "--quiet", "--ff-only", head], root);
  else console.warn(`${branch} has moved on: merge v${version} into it.`);
  runGit(["tag", "--annotate", "--message", `Release ${version}`, `v${version}`, head], root);
}

/** Sends branch and tag to the remote, both or neither. False without a remote. */
export function pushRelease(root: string, { branch }: Start, version: string): boolean {
  const [remote] = runGit(["remote"], root).split("\n");
  if (!remote) return false;
  try {
    runGit(["push", "--atomic", remote, `HEAD:refs/heads/${branch}`, `refs/tags/v${version}`], root);
    return true;
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    throw new ReleaseError(
      `The release is published and tagged here, and the remote ${remote} did not take it. Run git push --atomic ${remote} ${branch} v${version}.`,
    );
  }
}

function output(root: string, words: readonly string[]): string {
  try {
    return runGit(words, root);
  } catch {
    return "";
  }
}
