/**
 * The release of a grown contract, up to its version: a clone with packages of its own, in which each case runs `make
 * generate` and `make release STEP=version`. The expected versions are those that `docs/growing.md` names.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractChanges } from "../../scripts/changes";
import { ONE_VERSION } from "../../scripts/circles";
import { git, readWorkspaces } from "../../scripts/workspaces";
import { changes } from "./changes";
import { type Variant, variants } from "./variants";

type Bump = "major" | "minor" | "patch" | "none";
interface Case {
  readonly name: string;
  readonly files: Variant;
  /** Without it, what `soapwright diff` says. */
  readonly expected?: Bump;
  readonly settings?: readonly string[];
}

const page = readFileSync("docs/growing.md", "utf8");
const v3 = "wsdl/employee-service.v3.wsdl";
const after = { major: "1.0.0", minor: "0.2.0", patch: "0.1.1", none: "0.1.0" };

/** Returns the names of the cases that end with another version, after a line about each. */
export function rehearseReleases(): string[] {
  const folder = mkdtempSync(join(tmpdir(), "growth-release-"));
  try {
    prepare(folder);
    return cases(folder)
      .filter((one) => !isRight(folder, one))
      .map(({ name }) => name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, program: string, ...words: readonly string[]): string {
  const who = { NAME: "Maintainer", EMAIL: "maintainer@service.example" };
  const names = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const env = { ...process.env, MAKEFLAGS: "", ...Object.fromEntries(names) };
  return execFileSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    env,
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Makes the clone at the contract that growth starts from, with the tag of its release. */
function prepare(folder: string): void {
  for (const path of git("ls-files", "--cached", "--others", "--exclude-standard").split("\n"))
    cpSync(path, join(folder, path), { verbatimSymlinks: true });
  for (const name of readdirSync(join(folder, "wsdl"))) if (name.endsWith(".wsdl")) rmSync(join(folder, "wsdl", name));
  const start = "packages/soapwright/tests/commands/two-operations";
  for (const version of ["v2.1", "v3"])
    copyFileSync(join(start, `${version}.wsdl`), join(folder, `wsdl/employee-service.${version}.wsdl`));
  copyFileSync("tests/growth/start-versions.json", join(folder, "wsdl/versions.json"));
  run(folder, "git", "init", "--quiet", "--initial-branch", "main");
  run(folder, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error");
  run(folder, "make", "generate");
  commit(folder, "Begin");
  for (const { manifest } of readWorkspaces(folder)) run(folder, "git", "tag", `${manifest.name}@${manifest.version}`);
}

function commit(folder: string, subject: string): void {
  run(folder, "git", "add", "--all");
  run(folder, "git", "commit", "--quiet", "--allow-empty", "--message", subject);
}

function cases(folder: string): readonly Case[] {
  const small = Object.entries(changes).map(([name, changed]) => {
    const said = new RegExp(`<!-- diff: ${name} -->[\\s\\S]*?: a (major|minor|patch) version`).exec(page)?.[1];
    return { name, files: new Map([[v3, changed()]]), expected: said as Bump };
  });
  const nothing = { files: new Map<string, string>() };
  return [
    ...small,
    { name: "v4", files: newVersion(folder), expected: "minor" },
    { name: "nothing", ...nothing, expected: "patch" },
    { name: "nothing, of the contract alone", ...nothing, expected: "none", settings: ["ONLY_CONTRACT=1"] },
    ...Object.entries(variants).map(([name, make]) => ({ name: `variant ${name}`, files: make(folder) })),
  ];
}

/** The row that the page prints, pasted below the others, with a WSDL. `make lint` takes it as it stands. */
function newVersion(folder: string): Variant {
  const row = /```json\n([\s\S]*?)```/.exec(page)![1]!;
  const path = "wsdl/versions.json";
  const table = readFileSync(join(folder, path), "utf8").replace(/\n {2}\]\n\}\n$/, () => `,\n${row}  ]\n}\n`);
  const biome = [process.execPath, "node_modules/@biomejs/biome/bin/biome", "format", `--stdin-file-path=${path}`];
  const [program, ...words] = biome;
  if (execFileSync(program!, words, { input: table, encoding: "utf8" }) !== table)
    throw new Error("make lint does not take the row of docs/growing.md.");
  const wsdl = "wsdl/employee-service.v4.wsdl";
  return new Map([
    [path, table],
    [wsdl, variants["third-version"]!(folder).get(wsdl)!],
  ]);
}

function isRight(folder: string, { name, files, expected, settings = [] }: Case): boolean {
  run(folder, "git", "checkout", "--quiet", "--force", "main");
  run(folder, "git", "checkout", "--quiet", "--detach");
  run(folder, "git", "clean", "--quiet", "--force", "-d");
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  // What is installed is what main needs, whatever the times of its files say.
  for (const path of [".installed", ".package-lock.json"])
    utimesSync(join(folder, "node_modules", path), new Date(), new Date());
  run(folder, "make", "generate");
  const wanted = expected ?? diffOf(folder);
  commit(folder, `Grow by ${name}`);
  const versions = () => new Map(readWorkspaces(folder).map(({ manifest }) => [manifest.name, manifest.version]));
  const before = versions();
  run(folder, "make", "release", "STEP=version", ...settings);
  const now = versions();
  // Packages beside the core follow a major version alone, whose number their ranges leave out.
  const followed = [...now].filter(([name, version]) => !ONE_VERSION.includes(name) && version !== before.get(name));
  const client = now.get(ONE_VERSION[0]!);
  const right = client === after[wanted] && (wanted === "major" || followed.length === 0);
  const also = followed.map((each) => each.join("@")).join(", ");
  console.log(
    `release of ${name}: ${client}, ${right ? "as expected" : `FAILED: expected ${after[wanted]}; with it ${also || "none"}`}`,
  );
  return right;
}

function diffOf(folder: string): Bump {
  const old = mkdtempSync(join(tmpdir(), "growth-before-"));
  try {
    for (const name of run(folder, "git", "ls-tree", "--name-only", "main:wsdl").trim().split("\n"))
      writeFileSync(join(old, name), run(folder, "git", "show", `main:wsdl/${name}`));
    const found = new Set(contractChanges(old, join(folder, "wsdl")).map(({ severity }) => severity));
    return found.has("breaking") ? "major" : found.has("compatible") ? "minor" : "patch";
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}
