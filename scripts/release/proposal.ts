/** A pull request with what changed in the service's contract: its WSDLs, the code generated from them, and the changes in words. */
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Change, changeLine, levelOf } from "./changes";
import { contractChanges } from "./contract-changes";
import { liveContract, type Service } from "./live-contract";
import { checkRepository } from "./repository";
import { run, runGit } from "./run";

/** The branch of the pull request; undefined when there is nothing to propose. */
export async function propose(
  root: string,
  service: Service,
  log: (line: string) => void,
): Promise<string | undefined> {
  const { branch: base } = checkRepository(root);
  const live = await liveContract(root, service);
  const changes = changesTo(root, live);
  if (changes.every(({ severity }) => severity === "documentation")) {
    log("The service's contract is the one in wsdl/.");
    return undefined;
  }
  const digest = createHash("sha256")
    .update(JSON.stringify([...live]))
    .digest("hex")
    .slice(0, 12);
  const branch = `contract-${digest}`;
  if (runGit(["ls-remote", "--heads", "origin", branch], root) !== "") {
    log(`The change is proposed already, on the branch ${branch}.`);
    return undefined;
  }
  runGit(["checkout", "--quiet", "-b", branch], root);
  try {
    for (const [name, text] of live) writeFileSync(join(root, "wsdl", name), text);
    run("make", ["--no-print-directory", "generate"], root);
    runGit(["add", "--all", "--", "wsdl", "generated"], root);
    runGit(["commit", "--quiet", "--message", "Take the service's contract of today"], root);
    runGit(["push", "--quiet", "origin", branch], root);
    const title = `The service's contract has changed: a ${levelOf(changes)} version`;
    run("gh", ["pr", "create", "--base", base, "--head", branch, "--title", title, "--body", words(changes)], root);
    log(`Proposed ${changes.length} changes on the branch ${branch}.`);
    return branch;
  } finally {
    runGit(["checkout", "--quiet", "--force", base], root);
  }
}

/** From our WSDLs to the service's: what callers would notice. */
function changesTo(root: string, live: ReadonlyMap<string, string>): Change[] {
  const scratch = mkdtempSync(join(tmpdir(), "contract-"));
  try {
    const now = join(scratch, "now");
    cpSync(join(root, "wsdl"), now, { recursive: true });
    const ours = new Map(
      [...live.keys()].map((name) => [`wsdl/${name}`, readFileSync(join(root, "wsdl", name), "utf8")]),
    );
    for (const [name, text] of live) writeFileSync(join(now, name), text);
    return contractChanges(root, { version: "of today", from: "tag", files: ours }, join(scratch, "old"), now);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function words(changes: readonly Change[]): string {
  return [
    "The WSDLs that the service shows differ from those in wsdl/. The code is generated anew. For callers this means:",
    "",
    ...changes.map((change) => `${changeLine(change)} (${change.severity})`),
    "",
    "Documentation in our WSDLs that the service's do not have is gone in this change: bring back what is still right.",
  ].join("\n");
}
