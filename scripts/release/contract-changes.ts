/** What changed in the contract and in the interface since the last release. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiChanges } from "./api-changes";
import type { Change, Severity } from "./changes";
import type { LastRelease } from "./last-release";
import { ReleaseError } from "./release-error";
import { ProgramError, runNpm } from "./run";

const severities: readonly string[] = ["breaking", "compatible", "documentation"] satisfies Severity[];

/** Contract first, then the names of the entry points. */
export function changesSince(root: string, last: LastRelease, scratch: string): Change[] {
  return [...contractChanges(root, last, scratch), ...interfaceChanges(root, last)];
}

/** As `codegen diff` judges the WSDLs of then and now. */
export function contractChanges(
  root: string,
  { version, files }: LastRelease,
  scratch: string,
  now: string = join(root, "wsdl"),
): Change[] {
  const old = join(scratch, "wsdl");
  rmSync(old, { recursive: true, force: true });
  const wsdls = [...files].filter(([path]) => path.startsWith("wsdl/"));
  if (!wsdls.some(([path]) => path.endsWith(".wsdl")))
    throw new ReleaseError(`The release ${version} has no WSDL to compare with.`);
  for (const [path, text] of wsdls) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), text);
  }
  return readChanges(runDiff(root, old, now));
}

function runDiff(root: string, old: string, now: string): string {
  try {
    return runNpm(["run", "--silent", "codegen", "--", "diff", old, now, "--json"], root);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    throw new ReleaseError(`The WSDLs cannot be compared: ${error.output.trim()}`);
  }
}

function readChanges(printed: string): Change[] {
  const { changes } = JSON.parse(printed) as { changes: readonly Partial<Change>[] };
  return changes.map(({ severity = "", place, words }) => {
    if (!severities.includes(severity) || place === undefined || words === undefined) {
      throw new ReleaseError(
        `codegen diff judged a change in a way that is not known: ${JSON.stringify({ severity, place, words })}.`,
      );
    }
    return { severity: severity as Severity, place, words };
  });
}

/** From the reports in `api/`. A release without reports is judged by its contract alone. */
function interfaceChanges(root: string, { files }: LastRelease): Change[] {
  const old = new Map([...files].flatMap(([path, text]) => (path.startsWith("api/") ? [[path.slice(4), text]] : [])));
  const folder = join(root, "api");
  if (old.size === 0 || !existsSync(folder)) return [];
  const now = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const generated = new Set([...namesIn(old), ...namesIn(now)]);
  const reports = [...new Set([...old.keys(), ...now.keys()])].filter((name) => name.endsWith(".api.md")).sort();
  return reports.flatMap((name) => apiChanges(name.replace(/\.api\.md$/, ""), old.get(name), now.get(name), generated));
}

function namesIn(files: ReadonlyMap<string, string>): readonly string[] {
  return JSON.parse(files.get(generatedNames) ?? "[]") as string[];
}

/** The file in `api/` that lists the names which the generator wrote. */
export const generatedNames = "generated-names.json";
