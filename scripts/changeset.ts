// `make version`: writes changesets for the changes in contract and interface since the last release, and has
// Changesets choose the next version and write the changelogs. A version without its tag is an unfinished release: it
// stays.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getReleasePlan from "@changesets/get-release-plan";
import writeChangeset from "@changesets/write";
import { type Change, contractChanges, interfaceChanges, lineOf } from "./changes";
import { git, npm, packAll, readManifest, readWorkspaces, runTool } from "./workspaces";

/** The severities, largest first, with their parts of a version. */
const severities = [
  { severity: "breaking", bump: "major", title: "What breaks:" },
  { severity: "compatible", bump: "minor", title: "What is new:" },
  { severity: "documentation", bump: "patch", title: "Documentation:" },
] as const;
const { ONLY_CONTRACT } = process.env;
const client = readManifest(".");

async function main(): Promise<void> {
  if (git("status", "--porcelain") !== "")
    throw new Error("The tree has changes that are not committed: commit or stash them.");
  const last = lastVersion();
  const changes = last === undefined ? new Map<string, Change[]>() : changesSince(`${client.name}@${last}`);
  if (last === client.version) {
    await writeChangesets(changes, last);
    runTool("changeset", ["version"]);
    closeRanges();
  } else {
    checkStep(last, changes);
    console.log(`${client.version} is not released yet, so no other version is taken.`);
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

/**
 * Writes the changesets. The client's tag marks a release, so the client has a part in each: without any change, a patch.
 */
async function writeChangesets(changes: ReadonlyMap<string, readonly Change[]>, last: string): Promise<void> {
  const write = (name: string, type: "major" | "minor" | "patch", summary: string) =>
    writeChangeset({ summary, releases: [{ name, type }] }, ".", { prettier: false });
  for (const [name, all] of changes) {
    for (const { severity, bump, title } of severities) {
      const lines = all.filter((change) => change.severity === severity).map(lineOf);
      if (lines.length > 0) await write(name, bump, `${title}\n\n${lines.join("\n")}`);
    }
  }
  if (!ONLY_CONTRACT && !(await releases()).has(client.name))
    await write(client.name, "patch", `Corrections. Contract and interface are as in ${last}.`);
  const planned = await releases();
  // Nothing else is released without the client. What is in the registry with other bytes needs a version of its own.
  for (const name of planned.has(client.name) ? repacked() : [])
    if (!planned.has(name)) await write(name, "patch", "Corrections.");
}

/** Returns the packages whose packed bytes are not those of the tag of their version. */
function repacked(): string[] {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    return packAll(".", folder)
      .filter(({ id, name, integrity }) => {
        if (git("tag", "--list", id) === "") return false;
        const tagged = /^Integrity: (\S+)$/m.exec(git("tag", "--list", id, "--format=%(contents)"))?.[1];
        const home = readWorkspaces(".").find(({ manifest }) => manifest.name === name)!.folder;
        // A tag that a person set names no digest.
        return tagged === undefined ? git("diff", "--name-only", id, "HEAD", "--", home) !== "" : tagged !== integrity;
      })
      .map(({ name }) => name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the steps that Changesets would take, by the name of the package. */
async function releases(): Promise<Map<string, string>> {
  const plan = await getReleasePlan(".");
  return new Map(plan.releases.filter(({ type }) => type !== "none").map(({ name, type }) => [name, type]));
}

/** Changesets writes a range as `>=1.2.0`. Its upper bound is the next major version, with which nothing needs to run. */
function closeRanges(): void {
  for (const { folder, manifest } of readWorkspaces(".")) {
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      const major = /^>=(\d+)\.\d+\.\d+$/.exec(range)?.[1];
      if (major !== undefined) npm(["pkg", "set", `dependencies.${name}=${range} <${Number(major) + 1}`], folder);
    }
  }
}

/** @throws Error when an unreleased version is too small a step for the changes since it was chosen. */
function checkStep(last: string | undefined, all: ReadonlyMap<string, readonly Change[]>): void {
  if (last === undefined) return;
  // Packages of other versions have steps of their own.
  const sameVersion = readWorkspaces(".").filter(({ manifest }) => manifest.version === client.version);
  const changes = sameVersion.flatMap(({ manifest }) => all.get(manifest.name) ?? []);
  const [old, now] = [last, client.version].map((version) => version.split("."));
  const step = now![0] !== old![0] ? 0 : now![1] !== old![1] ? 1 : 2;
  const tooLarge = severities.slice(0, step).map(({ severity }) => severity);
  const larger = changes.filter(({ severity }) => tooLarge.some((each) => each === severity));
  if (larger.length === 0) return;
  throw new Error(
    `${client.version} is too small a step from ${last}. Take the commit that chose it back.\n${larger.map(lineOf).join("\n")}`,
  );
}

main().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
