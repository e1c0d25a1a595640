// `make release STEP=propose-release`: when something is to be released, chooses the versions on a branch, and describes
// them in reports/proposal. `make release STEP=pull-request` opens a pull request with both.
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git, readManifest, readWorkspaces } from "./workspaces";

const branch = "release-main";
const folder = "reports/proposal";

function main(): void {
  rmSync(folder, { recursive: true, force: true });
  checkChangesets();
  const start = git("rev-parse", "HEAD");
  const base = git("branch", "--show-current") || start;
  git("checkout", "--quiet", "-B", branch);
  try {
    execFileSync("make", ["--no-print-directory", "version"], { stdio: "inherit" });
    if (git("rev-parse", "HEAD") === start) {
      console.log("There is nothing to release.");
      return;
    }
    mkdirSync(folder, { recursive: true });
    git("bundle", "create", "--quiet", join(folder, "proposal.bundle"), `${start}..${branch}`);
    const added = git("diff", "--unified=0", start, branch, "--", "*CHANGELOG.md").split("\n");
    const lines = added.filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1));
    writeFileSync(join(folder, "body.md"), `${lines.join("\n").slice(0, 60_000)}\n`);
    writeFileSync(join(folder, "branch"), branch);
    console.log(
      `Release ${readManifest(".").version} is on the branch ${branch}. make release STEP=pull-request proposes it.`,
    );
  } finally {
    git("checkout", "--quiet", "--force", base);
  }
}

/** A changeset is a file of ours that names our packages: Changesets reads whatever it finds. */
function checkChangesets(): void {
  const own = new Set(readWorkspaces(".").map(({ manifest }) => manifest.name));
  for (const name of readdirSync(".changeset").filter((file) => file.endsWith(".md") && file !== "README.md")) {
    const path = join(".changeset", name);
    if (!lstatSync(path).isFile()) throw new Error(`${path} is not a plain file.`);
    const [, head = ""] = /^---\r?\n([\s\S]*?)^---\r?$/m.exec(readFileSync(path, "utf8")) ?? [];
    for (const line of head.split(/\r?\n/).filter(Boolean)) {
      const [, named = "", bump] = /^["']?([^"':]+)["']?: (major|minor|patch|none)$/.exec(line) ?? [];
      if (bump === undefined || !own.has(named))
        throw new Error(`${path} has ${JSON.stringify(line)}, which is no step of a package of ours.`);
    }
  }
}

try {
  main();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
