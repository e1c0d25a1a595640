// `make changed-packages`: the packages beside the core whose jobs a change needs, as JSON for the matrix of a workflow.
// BASE is the commit to compare with. Where it is absent, as in a new branch, all packages are listed.
import { appendFileSync } from "node:fs";
import { besideCore, brokenBy } from "./circles";
import { git } from "./workspaces";

function changedFiles(base: string): string[] | undefined {
  try {
    return git("diff", "--name-only", base, "HEAD").split("\n").filter(Boolean);
  } catch {
    return undefined;
  }
}

const files = changedFiles(process.env.BASE || "HEAD^1");
const names = files === undefined ? besideCore().map(({ manifest }) => manifest.name) : brokenBy(files);
const line = `packages=${JSON.stringify(names)}\n`;
if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, line);
else process.stdout.write(line);
