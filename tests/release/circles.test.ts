/** Which tests belong to the core and to each package beside it, and which packages a change can break. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { besideCore, brokenBy, ONE_VERSION, testFolders } from "../../scripts/circles";
import { readWorkspaces } from "../../scripts/workspaces";

const all = readWorkspaces(".");
const beside = besideCore(all).map(({ manifest }) => manifest.name);

test("the core is what Changesets keeps at one version", () => {
  const { fixed } = JSON.parse(readFileSync(".changeset/config.json", "utf8")) as { fixed: string[][] };
  expect(fixed).toEqual([[...ONE_VERSION].sort()]);
  const versions = all
    .filter(({ manifest }) => ONE_VERSION.includes(manifest.name))
    .map(({ manifest }) => manifest.version);
  expect(new Set(versions).size).toBe(1);
});

test("every package beside the core names it by a range, and has tests, README and changelog", () => {
  for (const { folder, manifest } of besideCore(all)) {
    if (folder === ".") continue;
    expect([manifest.name, manifest.dependencies?.["soapwright-runtime"]]).toEqual([manifest.name, ">=0.1.0 <1"]);
    for (const name of ["tests", "README.md", "CHANGELOG.md", "LICENSE"])
      expect([folder, name, existsSync(`${folder}/${name}`)]).toEqual([folder, name, true]);
  }
});

test("each test file belongs to the core or to one package", () => {
  const files = execFileSync("git", ["ls-files", "*.test.ts"], { encoding: "utf8" }).trim().split("\n");
  const owned = files.filter((file) => /^(?:tests|packages\/[^/]+\/tests)\//.test(file));
  expect(owned.length).toBeGreaterThan(200);
  const patterns = ["core", ...beside].map((name) => [name, testFolders([name], all)] as const);
  const ownersOf = (file: string) =>
    patterns.filter(([, folders]) => folders.some((one) => new RegExp(one).test(resolve(file)))).map(([name]) => name);
  expect(owned.filter((file) => ownersOf(file).length !== 1).map((file) => [file, ...ownersOf(file)])).toEqual([]);
  expect(ownersOf("tests/export/export.test.ts")).toEqual(["soapwright-export"]);
  expect(ownersOf("packages/soapwright/tests/emit/emit.test.ts")).toEqual(["core"]);
  expect(ownersOf("packages/soapwright-export/tests/files.test.ts")).toEqual(["soapwright-export"]);
});

test.each<[string, string[], readonly string[]]>([
  ["the core", ["packages/soapwright-runtime/src/kind-of.ts"], beside],
  ["what all are installed from", ["package-lock.json"], beside],
  ["what tests share", ["packages/soapwright-testing/src/stage/stage.ts"], beside],
  ["a guide", ["docs/rest.md", "README.md", "api/index.api.md"], []],
  ["a package that none needs", ["packages/soapwright-gateway/src/gateway.ts"], ["soapwright-gateway"]],
  [
    "a package that others need",
    ["docs/queue.md", "packages/soapwright-export/src/calling.ts"],
    ["soapwright-export", "soapwright-cli", "employee-service-client"],
  ],
])("a change of %s runs the jobs of what it can break", (_what, files, broken) => {
  expect(brokenBy(files, all).sort()).toEqual([...broken].sort());
});

test("a name that is unknown is refused with those that are known", () => {
  const { status, stderr } = spawnSync("make", ["--no-print-directory", "test", "PACKAGES=nothing"], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining(`PACKAGES=nothing is not known. It is one of: core, ${beside.join(", ")}.`),
  ]);
});
