// `make release STEP=tag`: gives each published package of the checked-out commit its tag, whose text holds the digest of the
// registry, and pushes the tags that a remote lacks. Branches stay as they are.
import { execFileSync, spawnSync } from "node:child_process";
import { ownPackages, stop } from "./check-release.mjs";

const git = (...words) => execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const withToken = process.env.GH_TOKEN
  ? ["-c", "credential.helper=", "-c", "credential.helper=!gh auth git-credential"]
  : [];
const hasRemote = git("remote") !== "";
const known = (list) => new Set(list.split("\n").map((line) => line.split("refs/tags/").at(-1)));
const local = known(git("tag", "--list"));
const remote = hasRemote ? known(git(...withToken, "ls-remote", "--tags", "--refs", "origin")) : local;
const digests = ownPackages().map(({ id, registry }) => {
  const { stdout } = spawnSync("npm", ["view", id, "dist.integrity", `--registry=${registry}`], { encoding: "utf8" });
  if (stdout.trim() === "") stop(`${id} is not in ${registry} yet. Approve it where it waits, and run this again.`);
  return [id, stdout.trim()];
});
for (const [id, digest] of digests)
  if (!local.has(id) && !remote.has(id)) git("tag", "--annotate", "--message", `${id}\n\nIntegrity: ${digest}`, id);
const missing = digests.map(([id]) => `refs/tags/${id}`).filter((ref) => !remote.has(ref.slice("refs/tags/".length)));
if (hasRemote && missing.length > 0) git(...withToken, "push", "--quiet", "--atomic", "origin", ...missing);
console.log(
  missing.length === 0 ? "Each package has its tag." : `Tagged ${missing.map((ref) => ref.slice(10)).join(", ")}.`,
);
