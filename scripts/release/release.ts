/**
 * A release, step by step. Until the publish nothing changes outside a temporary clone. From then on nothing is taken back: a second
 * run finds what is published, compares it and does what is missing.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { billOfMaterials } from "./bill-of-materials";
import { type Change, changeLine, decideVersion, levelOf } from "./changes";
import { changesSince, contractChanges } from "./contract-changes";
import { findHistory, type History, type LastRelease, missingTag } from "./last-release";
import { type Packed, packPackage } from "./pack";
import { readPackages } from "./packages";
import { packedProblems, packedSizes } from "./packed-checks";
import { Registry } from "./registry";
import { ReleaseError } from "./release-error";
import { checkRepository, commitOf, isTagged, pushRelease, type Start, takeOver } from "./repository";
import { runGit } from "./run";
import { buildClone, commitRelease, makeClone } from "./staging";
import { runStep, stepsFor } from "./steps";
import { parseVersion } from "./version";

/** What the person or the workflow that makes the release says. */
export interface ReleaseOptions {
  readonly root: string;
  /** Without it nothing is published: the release is made, checked and described. */
  readonly publish?: boolean;
  /** A version of the maintainer's choice, at least what the changes call for. */
  readonly version?: string;
  /** A commit that has passed every test: they do not run again for it. */
  readonly tested?: string;
  /** The project's address, the one setting for `repository`, `homepage` and `bugs`. */
  readonly repository?: string;
  /** Have npm prove where the package was built. */
  readonly provenance?: boolean;
  /** Release only when the contract has changed. */
  readonly onlyContract?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
}

/** What a release came to. */
export interface Released {
  readonly version: string;
  readonly published: readonly string[];
}

/** Makes the release. @throws ReleaseError with a sentence for whoever made it. Undefined: there was nothing to release. */
export function release(options: ReleaseOptions): Released | undefined {
  const { root, log = console.log, environment = process.env } = options;
  const start = checkRepository(root);
  if (options.version !== undefined) parseVersion(options.version);
  const address = options.repository ?? manifestOf(root).repository?.url;
  if (options.publish) checkPublish(address, options, environment, log);
  const registry = new Registry(root);
  const scratch = mkdtempSync(join(tmpdir(), "release-"));
  try {
    const history = findHistory(root, registry, scratch);
    if (options.publish) registry.checkCredentials();
    const { last } = history;
    log(
      last
        ? `The last release is ${last.version}, from the ${last.from}.`
        : "No release was found: this is the first one.",
    );
    if (last && commitOf(root, last.version) === start.commit) {
      log(
        `This commit is v${last.version}: nothing to release.${options.publish && pushRelease(root, start, last.version) ? " Pushed branch and tag." : ""}`,
      );
      return undefined;
    }
    if (options.onlyContract && last && contractChanges(root, last, scratch).length === 0 && !history.untagged) {
      log("The contract has not changed since then: nothing to release.");
      return undefined;
    }
    const steps = stepsFor(environment, options.tested === start.commit);
    for (const step of steps) {
      log(`Checking ${step.words} (make ${step.target}) …`);
      const begunAt = performance.now();
      runStep(root, step);
      log(`make ${step.target} passed in ${Math.round((performance.now() - begunAt) / 1_000)} s.`);
    }
    const changes = last ? changesSince(root, last, scratch) : [];
    const version = versionOf(root, last, changes, options.version);
    describe(version, last, changes, log);
    const clone = join(scratch, "clone");
    const packed = makePackages(options, clone, start, { version, changes, repository: address }, log);
    return finish(options, { registry, history, start, clone, packed, version, log });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Finish {
  readonly registry: Registry;
  readonly history: History;
  readonly start: Start;
  readonly clone: string;
  readonly packed: readonly Packed[];
  readonly version: string;
  readonly log: (line: string) => void;
}

/** Publishes what is missing, in the order of the packages, then tags. What is published already has to be the same. */
function finish(options: ReleaseOptions, { registry, history, start, clone, packed, version, log }: Finish): Released {
  const { root } = options;
  if (history.untagged !== undefined && history.untagged !== version)
    throw missingTag(packed[0]!.name, history.untagged);
  if (isTagged(root, version)) throw new ReleaseError(`The tag v${version} exists already. Choose a higher VERSION.`);
  const missing = packed.filter(({ name, integrity }) => {
    const found = registry.integrity(name, version);
    if (found === undefined) return true;
    if (found === integrity) return false;
    if (history.untagged === version) throw missingTag(name, version);
    throw new ReleaseError(`${name}@${version} is published already, with other content. Choose a higher VERSION.`);
  });
  if (!options.publish) {
    log(
      `Nothing was published. PUBLISH=1 publishes ${namesOf(missing, version)} to ${registry.address} and tags v${version}.`,
    );
    return { version, published: [] };
  }
  for (const { name, file } of missing) {
    registry.publish(file, options.provenance ? ["--provenance"] : []);
    log(`Published ${name}@${version}.`);
  }
  for (const { name } of packed.filter((one) => !missing.includes(one)))
    log(`${name}@${version} was published before and is the same.`);
  takeOver(root, clone, start, version);
  log(`Tagged v${version}.${pushRelease(root, start, version) ? " Pushed branch and tag." : ""}`);
  return { version, published: missing.map(({ name }) => name) };
}

/** Builds, packs and checks every package in the clone; the files come to `reports/release`. */
function makePackages(
  { root }: ReleaseOptions,
  clone: string,
  { commit }: Start,
  entry: { version: string; changes: readonly Change[]; repository: string | undefined },
  log: (line: string) => void,
): Packed[] {
  makeClone(root, clone, commit);
  commitRelease(clone, entry);
  buildClone(clone);
  const left = runGit(["status", "--porcelain"], clone);
  if (left !== "")
    throw new ReleaseError(`The build changes files that are committed: ${left.trim()}. Commit what it writes.`);
  const folder = join(root, "reports/release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return readPackages(clone).map((one) => {
    const packed = packPackage(join(clone, one.folder), folder);
    const problems = [clone, root].flatMap((home) => packedProblems(packed.files, home, one));
    if (problems.length > 0)
      throw new ReleaseError(`The packed file of ${one.name} is not right:\n${[...new Set(problems)].join("\n")}`);
    const { bill, licences } = billOfMaterials(clone, one.folder);
    writeFileSync(packed.file.replace(/\.tgz$/, ".cdx.json"), bill);
    writeFileSync(packed.file.replace(/\.tgz$/, ".licences.txt"), licences);
    const { code, maps } = packedSizes(packed.files);
    log(`Packed ${basename(packed.file)}: ${packed.files.size} files, ${code} bytes, source maps ${maps} bytes.`);
    return packed;
  });
}

function checkPublish(
  address: string | undefined,
  { provenance }: ReleaseOptions,
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
): void {
  if (!address) {
    throw new ReleaseError(
      "The manifest has no repository. Set RELEASE_REPOSITORY to the project's address, and run again.",
    );
  }
  if (!URL.canParse(address.replace(/^git\+/, "")) || !/^(git\+)?https?:/.test(address)) {
    throw new ReleaseError(`RELEASE_REPOSITORY ${address} is no web address. Give one that starts with https://.`);
  }
  const canProve = Boolean(environment.ACTIONS_ID_TOKEN_REQUEST_URL ?? environment.SIGSTORE_ID_TOKEN);
  if (provenance && !canProve) {
    throw new ReleaseError(
      "PROVENANCE=1 needs a workflow that npm can prove, with the permission id-token: write. Leave it out here.",
    );
  }
  if (!provenance)
    log("This release has no provenance: it is not published by a workflow that proves where it was built.");
}

function versionOf(root: string, last: LastRelease | undefined, changes: readonly Change[], wanted?: string): string {
  if (last !== undefined) return decideVersion(last.version, changes, wanted);
  const version = wanted ?? manifestOf(root).version;
  parseVersion(version);
  return version;
}

function describe(
  version: string,
  last: LastRelease | undefined,
  changes: readonly Change[],
  log: (line: string) => void,
): void {
  if (last === undefined) {
    log(`The version is ${version}, from package.json.`);
    return;
  }
  log(
    `${changes.length === 0 ? "No change" : `${changes.length} changes`} for callers, a ${levelOf(changes)} version: ${version}.`,
  );
  for (const change of changes) log(`${changeLine(change)} (${change.severity})`);
}

function namesOf(packed: readonly Packed[], version: string): string {
  return packed.length === 0 ? "nothing" : packed.map(({ name }) => `${name}@${version}`).join(", ");
}

function manifestOf(root: string): { readonly version: string; readonly repository?: { readonly url: string } } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
}
