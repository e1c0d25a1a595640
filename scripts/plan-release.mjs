// `make release STEP=plan`: finds the commit of main whose release is not finished, the oldest of several, and writes it to
// reports/commit, or nothing. A release is the commit on main's own line that gave the client another version; it is
// finished when the client has its tag and, where GH_TOKEN can tell, the tag has its release.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const git = (...words) => execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const { name } = JSON.parse(readFileSync("package.json", "utf8"));
const tags = new Set(git("tag", "--list", `${name}@*`).split("\n").filter(Boolean));
const versionAt = (commit) => JSON.parse(git("show", `${commit}:package.json`)).version;
const hasRelease = (tag) => !process.env.GH_TOKEN || spawnSync("gh", ["release", "view", tag]).status === 0;

function unfinished() {
  // The first release is made by hand, of whatever is checked out.
  if (tags.size === 0) return git("rev-parse", "HEAD");
  const commits = git("rev-list", "--first-parent", "HEAD", "--", "package.json").split("\n");
  let found = "";
  for (const [at, commit] of commits.entries()) {
    const tag = `${name}@${versionAt(commit)}`;
    if (tags.has(tag)) return found || (hasRelease(tag) ? "" : git("rev-list", "-n1", tag));
    if (at + 1 === commits.length || versionAt(commits[at + 1]) !== versionAt(commit)) found = commit;
  }
  return found;
}

const commit = unfinished();
mkdirSync("reports", { recursive: true });
writeFileSync("reports/commit", commit);
if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `commit=${commit}\n`);
console.log(commit === "" ? "No release is unfinished." : `The release of ${commit} is not finished.`);
