// `make version`: writes changesets for the changes in contract and interface since the last release, and has
// Changesets choose the next version and write the changelogs. A version without its tag is an unfinished release: it
// stays.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Change, contractChanges, interfaceChanges, lineOf } from "./changes";
import { git, npm, readManifest, readWorkspaces, runTool } from "./workspaces";

/** The severities, largest first, with their parts of a version. */
const severities = [
  { severity: "breaking", bump: "major", title: "What breaks:" },
  { severity: "compatible", bump: "minor", title: "What is new:" },
  { severity: "documentation", bump: "patch", title: "Documentation:" },
] as const;
const { ONLY_CONTRACT, RELEASE_REPOSITORY } = process.env;
const client = readManifest(".");

function main(): void {
  if (git("status", "--porcelain") !== "")
    throw new Error("The tree has changes that are not committed: commit or stash them.");
  const last = lastVersion();
  const changes = last === undefined ? new Map<string, Change[]>() : changesSince(`${client.name}@${last}`);
  if (last === client.version) {
    writeChangesets(changes, last);
    runTool("changeset", ["version"]);
  } else {
    checkStep(last, [...changes.values()].flat());
    console.log(`${client.version} is not released yet, so no other version is taken.`);
  }
  for (const { folder } of RELEASE_REPOSITORY ? readWorkspaces(".") : []) {
    const url = `repository.url=git+${RELEASE_REPOSITORY}.git`;
    npm(["pkg", "set", "repository.type=git", url, `repository.directory=${folder}`], folder);
  }
  npm(["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"], ".");
  if (git("status", "--porcelain") === "") return;
  git("add", "--all");
  git("commit", "--quiet", "--message", `Release ${readManifest(".").version}`);
}

/**
 * Returns the highest version among the client's tags that are ancestors of HEAD; undefined before the first release.
 */
function lastVersion(): string | undefined {
  const tags = git("tag", "--list", `${client.name}@*`, "--merged", "HEAD", "--sort=-version:refname").split("\n");
  return tags[0]?.split("@").at(-1) || undefined;
}

/** Returns the changes since a tag, by the name of their package. */
function changesSince(tag: string): Map<string, Change[]> {
  const old = mkdtempSync(join(tmpdir(), "last-release-"));
  try {
    git("archive", "--output", join(old, "tree.tar"), tag, "wsdl", "api", "generated");
    execFileSync("tar", ["-xf", "tree.tar"], { cwd: old });
    const contract = contractChanges(join(old, "wsdl"), "wsdl");
    const changes = new Map([[client.name, contract]]);
    if (ONLY_CONTRACT && contract.length === 0) return new Map();
    const names = readWorkspaces(".")
      .map(({ manifest }) => manifest.name)
      .sort((a, b) => b.length - a.length);
    for (const [entry, found] of interfaceChanges(old, ".")) {
      const name = names.find((each) => entry === each || entry.startsWith(`${each}-`)) ?? client.name;
      changes.set(name, [...(changes.get(name) ?? []), ...found]);
    }
    return changes;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/** Writes the changesets. A release that a person requests without any change is a patch. */
function writeChangesets(changes: ReadonlyMap<string, readonly Change[]>, last: string): void {
  const write = (name: string, bump: string, text: string) =>
    writeFileSync(`.changeset/${name}-${bump}.md`, `---\n"${name}": ${bump}\n---\n\n${text}\n`);
  for (const [name, all] of changes) {
    for (const { severity, bump, title } of severities) {
      const lines = all.filter((change) => change.severity === severity).map(lineOf);
      if (lines.length > 0) write(name, bump, `${title}\n\n${lines.join("\n")}`);
    }
  }
  if (!ONLY_CONTRACT && !readdirSync(".changeset").some((file) => file.endsWith(".md")))
    write(client.name, "patch", `Corrections. Contract and interface are as in ${last}.`);
}

/** @throws Error when an unreleased version is too small a step for the changes since it was chosen. */
function checkStep(last: string | undefined, changes: readonly Change[]): void {
  if (last === undefined) return;
  const [old, now] = [last, client.version].map((version) => version.split("."));
  const step = now![0] !== old![0] ? 0 : now![1] !== old![1] ? 1 : 2;
  const tooLarge = severities.slice(0, step).map(({ severity }) => severity);
  const larger = changes.filter(({ severity }) => tooLarge.some((each) => each === severity));
  if (larger.length === 0) return;
  throw new Error(
    `${client.version} is too small a step from ${last}. Take the commit that chose it back.\n${larger.map(lineOf).join("\n")}`,
  );
}

try {
  main();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
