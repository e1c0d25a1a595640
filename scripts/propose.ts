// `make propose`: when the service's contract differs from the one in wsdl/, creates a branch with the code generated
// from it, and describes the changes in reports/proposal. `make pull-request` opens a pull request with both.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printable } from "soapwright-runtime/xsd";
import { type Change, contractChanges, lineOf } from "./changes";
import { git } from "./workspaces";

const { EMPLOYEE_SERVICE_BASE_URL: baseUrl, EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: namespaceBaseUrl = baseUrl } =
  process.env;
const folder = "reports/proposal";
const withoutSlash = (address: string) => address.replace(/\/+$/, "");

async function main(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  if (!baseUrl) return console.log("EMPLOYEE_SERVICE_BASE_URL is not set: there is no service to ask.");
  if (git("status", "--porcelain") !== "")
    throw new Error("The tree has changes that are not committed: commit or stash them.");
  const live = new Map<string, string>();
  for (const name of readdirSync("wsdl").filter((file) => file.endsWith(".wsdl")))
    live.set(name, await liveWsdl(readFileSync(join("wsdl", name), "utf8"), baseUrl));
  const changes = changesTo(live);
  if (changes.every(({ severity }) => severity === "documentation"))
    return console.log("The service's contract is the one in wsdl/.");
  commit(live, changes);
}

/** Returns a WSDL of the service, with its base URL replaced by the one in our WSDL. */
async function liveWsdl(wsdlPath: string, base: string): Promise<string> {
  const location = /:address\s+location\s*=\s*"([^"]+)"/.exec(wsdlPath)?.[1];
  if (location === undefined) throw new Error("A WSDL in wsdl/ has no address, so the service's own cannot be found.");
  const address = `${withoutSlash(base)}${new URL(location).pathname}?wsdl`;
  const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(60_000) }).catch(
    (error: Error) => {
      throw new Error(`${address} cannot be reached: ${(error.cause as Error | undefined)?.message || error.message}.`);
    },
  );
  const text = await readText(response, address);
  if (response.status !== 200 || !/<(\w+:)?definitions[\s>]/.test(text))
    throw new Error(
      `${address} shows something else than a WSDL (status ${response.status}). Check EMPLOYEE_SERVICE_BASE_URL.`,
    );
  return text.replaceAll(withoutSlash(namespaceBaseUrl!), new URL(location).origin).replace(/\r\n/g, "\n");
}

/** Far more than a WSDL has. The unit is bytes. */
const MAX_WSDL_BYTES = 16 * 1024 * 1024;

async function readText({ body }: Response, address: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > MAX_WSDL_BYTES)
      throw new Error(`${address} shows more than 16 MiB, which no WSDL has. Check EMPLOYEE_SERVICE_BASE_URL.`);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function changesTo(live: ReadonlyMap<string, string>): Change[] {
  const now = mkdtempSync(join(tmpdir(), "contract-"));
  try {
    cpSync("wsdl", now, { recursive: true });
    for (const [name, text] of live) writeFileSync(join(now, name), text);
    return contractChanges("wsdl", now);
  } finally {
    rmSync(now, { recursive: true, force: true });
  }
}

/** Commits on a new branch, and leaves the checked-out branch unchanged. */
function commit(live: ReadonlyMap<string, string>, changes: readonly Change[]): void {
  const base = git("branch", "--show-current");
  const branch = `contract-${createHash("sha256")
    .update(JSON.stringify([...live]))
    .digest("hex")
    .slice(0, 12)}`;
  git("checkout", "--quiet", "-B", branch);
  try {
    for (const [name, text] of live) writeFileSync(join("wsdl", name), text);
    // `make generate` also writes api/, if generated code has changed.
    execFileSync("make", ["--no-print-directory", "generate"], { stdio: "inherit" });
    git("add", "--all", "--", "wsdl", "generated", "api");
    git("commit", "--quiet", "--message", "Take the service's contract of today");
    mkdirSync(folder, { recursive: true });
    git("bundle", "create", "--quiet", join(folder, "proposal.bundle"), `${base}..${branch}`);
  } finally {
    git("checkout", "--quiet", "--force", base);
  }
  writeFileSync(join(folder, "branch"), branch);
  writeFileSync(
    join(folder, "body.md"),
    [
      "The WSDLs that the service shows differ from those in wsdl/. The code is generated anew. For callers this means:\n",
      // Names and values of the service are text, neither Markdown nor HTML. A line begins with a dash, and ends no fence.
      "~~~text",
      ...changes.map((change) => printable(`${lineOf(change)} (${change.severity})`)),
      "~~~",
      "\nDocumentation in our WSDLs that the service's do not have is gone in this change: bring back what is still right.\n",
    ].join("\n"),
  );
  console.log(`${changes.length} changes are on the branch ${branch}. make pull-request proposes them.`);
}

main().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
