/** Releases of an invented project to a registry on loopback, each with one command: `make publish-test`. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Project } from "./project";
import { installTools, Verdaccio } from "./verdaccio";

jest.setTimeout(600_000);

const names = ["small-runtime", "small-client", "small-generator"];
const code = '<xs:element name="Code" type="xs:string" minOccurs="0"/>';
let verdaccio: Verdaccio;
let project: Project;

beforeAll(installTools);
beforeEach(async () => {
  verdaccio = await Verdaccio.start();
  project = new Project(verdaccio.address, verdaccio.settings);
});
afterEach(async () => {
  project?.remove();
  await verdaccio?.stop();
});

/** Returns the versions in the registry, by package. */
function published(): Record<string, string[]> {
  const versions = (name: string): string[] => {
    try {
      return ([] as string[]).concat(JSON.parse(project.run("npm", ["view", name, "versions", "--json"])) as string[]);
    } catch (error) {
      if (!(error as Error).message.includes("E404")) throw error;
      return [];
    }
  };
  return Object.fromEntries(names.map((name) => [name, versions(name)]));
}

const everywhere = (...versions: readonly string[]) => Object.fromEntries(names.map((name) => [name, versions]));
/** Returns the message of a release that fails. */
function refused(...words: readonly string[]): string {
  try {
    project.release(...words);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The release has not failed.");
}

test("the first release has the version of the manifests, one without a change is of corrections", () => {
  const remote = join(project.root, ".git/remote.git");
  mkdirSync(remote);
  project.git("init", "--quiet", "--bare", remote);
  project.git("remote", "add", "origin", remote);
  project.release();
  expect(published()).toEqual(everywhere());
  expect(project.read(".git/targets").trim().split("\n")).toEqual(
    expect.arrayContaining(["test", "slow-test", "api-check"]),
  );

  project.release("PUBLISH=1", `TESTED=${project.git("rev-parse", "HEAD")}`);
  expect(published()).toEqual(everywhere("0.1.0"));
  expect(project.git("tag").split("\n").sort()).toEqual(names.map((name) => `${name}@0.1.0`).sort());
  expect(project.git("ls-remote", "--tags", "origin")).toContain("refs/tags/small-client@0.1.0");
  project.release("PUBLISH=1");
  expect(project.read("CHANGELOG.md")).toContain("- Corrections. Contract and interface are as in 0.1.0.");
});

test("a change of the WSDL is released in one command, and again after it was killed in the middle", () => {
  project.release("PUBLISH=1");
  project.change("wsdl/orders.wsdl", code, `${code}<xs:element name="Total" type="xs:decimal" minOccurs="0"/>`);
  const before = project.git("rev-parse", "HEAD");
  project.write(".git/kill", "");
  expect(refused("PUBLISH=1")).toMatch(/Killed|137|Error/);
  expect(published()).toEqual({ ...everywhere("0.1.0"), "small-runtime": ["0.1.0", "0.2.0"] });
  expect(project.git("tag")).not.toContain("0.2.0");

  // A workflow that starts again has no commit of the release, which only the first machine had.
  project.git("reset", "--quiet", "--hard", before);
  project.run("rm", [".git/kill"]);
  project.release("PUBLISH=1");
  expect(published()).toEqual(everywhere("0.1.0", "0.2.0"));
  expect(project.git("tag").split("\n")).toContain("small-client@0.2.0");
  expect(project.git("log", "-1", "--format=%s")).toBe("Release 0.2.0");
  expect(project.git("status", "--porcelain")).toBe("");
  expect(project.read("CHANGELOG.md")).toMatch(
    /^# Changelog\s+## 0\.2\.0\s+### Minor Changes\s+- What is new:\s+- Order\.Total: added[\s\S]*\n## 0\.1\.0\n/,
  );
  expect(JSON.parse(project.read("package.json"))).toMatchObject({
    version: "0.2.0",
    dependencies: { "small-runtime": "0.2.0" },
  });
  const bill = JSON.parse(project.read("reports/release/small-client-0.2.0.cdx.json")) as {
    components: { name: string }[];
  };
  expect(bill.components.map(({ name }) => name).sort()).toEqual(["small-client", "small-runtime"]);
});

test("the interface decides too, for the package that it is of, and a contract that stays releases nothing", () => {
  project.release("PUBLISH=1");
  project.change("api/small-runtime.api.md", "one", "two");
  expect(project.release("PUBLISH=1", "ONLY_CONTRACT=1")).toContain(
    "This version is released: there is nothing to do.",
  );
  project.release("PUBLISH=1", "RELEASE_REPOSITORY=https://forge.example/small");
  expect(published()).toEqual(everywhere("0.1.0", "1.0.0"));
  expect(project.read("packages/small-runtime/CHANGELOG.md")).toContain("- small-runtime one: is gone");
  expect(project.read("CHANGELOG.md")).not.toContain("is gone");
  expect(JSON.parse(project.read("packages/small-runtime/package.json"))).toMatchObject({
    repository: { type: "git", url: "git+https://forge.example/small.git", directory: "packages/small-runtime" },
  });
});

test("a release stops before anything is published", () => {
  project.write("wsdl/new.txt", "");
  expect(refused("PUBLISH=1")).toContain("The tree has changes that are not committed");
  project.run("rm", ["wsdl/new.txt"]);

  project.change(
    "packages/small-generator/package.json",
    `"registry": "${verdaccio.address}"`,
    '"registry": "https://registry.example/"',
  );
  expect(refused("PUBLISH=1")).toContain(
    `npm's registry is ${verdaccio.address}, but small-generator@0.1.0 names https://registry.example/ in publishConfig. Change either.`,
  );
  expect(published()).toEqual(everywhere());
  project.git("revert", "--no-edit", "HEAD");

  project.release("PUBLISH=1");
  project.git("tag", "--delete", ...names.map((name) => `${name}@0.1.0`));
  project.change("packages/small-generator/index.js", "1", "2");
  expect(refused("PUBLISH=1")).toContain("small-generator@0.1.0 is published with other content.");

  project.write("api/index.api.md", "```ts\n```\n");
  project.commit("Break");
  project.git("tag", "small-client@0.0.9", "HEAD~1");
  expect(refused("PUBLISH=1")).toContain("0.1.0 is too small a step from 0.0.9");
});
