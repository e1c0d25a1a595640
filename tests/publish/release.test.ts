/** What a release does and refuses beyond `tests/release`: each of these makes whole releases, so `make publish-test` runs them. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Project, Registry } from "../release/project";

jest.setTimeout(300_000);

let registry: Registry;
let project: Project;

beforeEach(async () => {
  registry = await Registry.start();
  project = new Project(registry.address);
});
afterEach(async () => {
  project.remove();
  await registry.stop();
});

/** The message of a release that fails, which must leave repository and registry as they were. */
async function refused(run: () => unknown): Promise<string> {
  const [before, published] = [project.state(), await registry.versions()];
  let message = "";
  try {
    run();
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).not.toBe("");
  expect(project.state()).toEqual(before);
  expect(await registry.versions()).toEqual(published);
  return message;
}

describe("a release", () => {
  test("publishes, tags, and takes the next version from the contract", async () => {
    project.publish();
    expect(await registry.versions()).toEqual(["0.1.0"]);
    expect(project.git("tag")).toBe("v0.1.0");

    project.change("compatible", "Order.Code", "is new");
    const { released, said } = project.publish();
    expect(released?.version).toBe("0.2.0");
    expect(said).toContain("The last release is 0.1.0, from the registry.");
    expect(JSON.parse(project.read("package.json"))).toMatchObject({
      version: "0.2.0",
      repository: { url: "git+https://forge.example/small-client.git" },
      bugs: { url: "https://forge.example/small-client/issues" },
    });
    expect(project.read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## 0\.2\.0\n\n### What is new\n\n- Order\.Code: is new\n\n## 0\.1\.0\n/,
    );
    expect(project.git("status", "--porcelain")).toBe("");
    expect(project.git("log", "-1", "--format=%s %D")).toBe("Release 0.2.0 HEAD -> main, tag: v0.2.0");
    expect(await registry.versions()).toEqual(["0.1.0", "0.2.0"]);
    expect(project.publish().said).toContain("This commit is v0.2.0: nothing to release.");
  });

  test("compares with the last tag where nothing is published, and with the interface too", () => {
    project.git("tag", "v1.4.0");
    project.write("api/index.api.md", "```ts\nexport const two = 2;\n```\n");
    project.commit("Rename");
    const { released, said } = project.release();
    expect(said).toContain("The last release is 1.4.0, from the tag.");
    expect(said).toContain("- index one: is gone (breaking)");
    expect(released?.version).toBe("2.0.0");
  });

  test("runs no full tests for a commit that has passed them, and for another it does", () => {
    project.release({ tested: project.git("rev-parse", "HEAD") });
    expect(project.targets()).toEqual(["check", "api-check"]);
    project.release({ tested: "0".repeat(40), environment: { EMPLOYEE_SERVICE_BASE_URL: "https://service.example" } });
    expect(project.targets().slice(2)).toEqual(["check", "test", "slow-test", "contract", "api-check"]);
  });

  test("goes to the remote, branch and tag together", () => {
    const remote = join(project.root, ".git/remote.git");
    mkdirSync(remote);
    project.git("init", "--quiet", "--bare", remote);
    project.git("remote", "add", "origin", remote);
    expect(project.publish().said).toContain("Tagged v0.1.0. Pushed branch and tag.");
    expect(project.git("ls-remote", "origin")).toMatch(/refs\/heads\/main[\s\S]*refs\/tags\/v0\.1\.0/);
  });

  test("for a changed contract alone says when there is none", () => {
    project.publish();
    project.write("README.md", "# Other\n");
    project.commit("Reword");
    expect(project.publish({ onlyContract: true })).toMatchObject({
      released: undefined,
      said: expect.stringContaining("The contract has not changed since then: nothing to release."),
    });
    expect(project.release().released?.version).toBe("0.1.1");
  });

  test("leaves a bill of materials and licences beside the package, the same each time", () => {
    const bill = () => project.read("reports/release/small-client-0.1.0.cdx.json");
    project.release();
    const first = bill();
    expect(JSON.parse(first)).toMatchObject({
      bomFormat: "CycloneDX",
      components: [{ name: "commander" }, { name: "soap" }, { name: "undici" }],
    });
    expect(project.read("reports/release/small-client-0.1.0.licences.txt")).toBe(
      "commander@1.0.0\tMIT\nsoap@1.0.0\tMIT\nundici@1.0.0\tMIT\n",
    );
    project.release();
    expect(bill()).toBe(first);
  });
});

describe("an interrupted release", () => {
  test("is finished by a second run: what is published is compared, the missing tag is set", async () => {
    project.publish();
    project.change("breaking", "Order.Code", "is gone");
    const before = project.git("rev-parse", "HEAD");
    project.publish();
    // As if the process had ended between the publish and the tag.
    project.git("tag", "--delete", "v1.0.0");
    project.git("reset", "--quiet", "--hard", before);
    const { released, said } = project.publish();
    expect(said).toContain("small-client@1.0.0 was published before and is the same.");
    expect(released).toEqual({ version: "1.0.0", published: [] });
    expect(project.git("tag")).toBe("v0.1.0\nv1.0.0");
    expect(await registry.versions()).toEqual(["0.1.0", "1.0.0"]);
  });

  test("of which the tree makes another thing is told, with the tag that is missing", async () => {
    project.publish();
    project.git("tag", "--delete", "v0.1.0");
    project.write("README.md", "# Other\n");
    project.commit("Reword");
    expect(await refused(() => project.publish())).toBe(
      "small-client@0.1.0 is published, has no tag v0.1.0, and is not what this tree makes. Find its commit and tag it: git tag v0.1.0 COMMIT.",
    );
  });
});

describe("is refused, and nothing is half done:", () => {
  test("a version that is published with other content", async () => {
    project.publish();
    project.git("tag", "--delete", "v0.1.0");
    project.git("tag", "v0.0.9", "HEAD");
    project.change("documentation", "Order", "is described");
    expect(await refused(() => project.publish({ version: "0.1.0" }))).toMatch(/^small-client@0\.1\.0 is published/);
  });

  test("provenance where nothing proves it; without it that is said", async () => {
    expect(await refused(() => project.publish({ provenance: true }))).toMatch(/^PROVENANCE=1 needs a workflow/);
    expect(project.publish().said).toContain("This release has no provenance");
  });

  test("no credentials", async () => {
    project.write(".npmrc", `registry=${registry.address}/\n`);
    project.commit("Change the token");
    expect(await refused(() => project.publish())).toMatch(
      /wants credentials and npm has none|does not accept the credentials/,
    );
  });

  test("credentials that may not publish", async () => {
    const line = `${registry.address.replace("http:", "")}/:_authToken=other\n`;
    project.write(".npmrc", `registry=${registry.address}/\n${line}`);
    project.commit("Change the token");
    expect(await refused(() => project.publish())).toMatch(/does not accept the credentials/);
  });

  test.each(["check", "test", "api-check", "build"])("a failing make %s", async (target) => {
    const makefile = project.read("Makefile").replace(/^build:[\s\S]*/m, "");
    const others = makefile.replace(new RegExp(`(^| )${target}(?= |:)`), "");
    project.write(
      "Makefile",
      `${others}\n${target === "build" ? "" : "build:\n\t@node build.mjs\n"}${target}:\n\t@echo broken; exit 1\n`,
    );
    project.commit("Break");
    expect(await refused(() => project.publish())).toMatch(/broken/);
  });

  test("a packed file that is not right", async () => {
    project.write("build.mjs", project.read("build.mjs").replace("index.js.map", "other.map"));
    project.commit("Break");
    expect(await refused(() => project.publish())).toMatch(
      /^The packed file of small-client is not right:\ndist\/index\.js names the source map/,
    );
  });

  test("a dependency without a permissive licence", async () => {
    project.write(
      "package-lock.json",
      project.read("package-lock.json").replace(/("node_modules\/soap": \{[^}]*)"MIT"/, '$1"UNLICENSED"'),
    );
    project.commit("Change the lock");
    expect(await refused(() => project.publish())).toMatch(
      /^These dependencies have no permissive licence: soap@1\.0\.0 \(.*\)\.$/,
    );
  });

  test("a step that is too small, with the list of what breaks", async () => {
    project.publish();
    project.change("breaking", "Order.Code", "is gone");
    project.change("compatible", "Order.Name", "is new");
    expect(await refused(() => project.publish({ version: "0.2.0" }))).toBe(
      "VERSION 0.2.0 is too small a step from 0.1.0: 1 of the changes need a major version, 1.0.0 or higher.\n- Order.Code: is gone",
    );
    expect(await refused(() => project.publish({ version: "0.1.0" }))).toMatch(
      /^VERSION 0\.1\.0 is not higher than the last release, 0\.1\.0\./,
    );
    expect(await refused(() => project.publish({ version: "1.0" }))).toBe(
      "1.0 is not a version. Give three numbers, for example 1.2.0.",
    );
  });
});
