/** A release from a git repository to a registry on loopback, and every way in which it must not begin. */

import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { isSlow, slowTest } from "../stage/slow";
import { Project, Registry } from "./project";

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
  test("is dry unless it is told to publish", async () => {
    const before = project.state();
    const { released, said } = project.release();
    expect(released).toEqual({ version: "0.1.0", published: [] });
    expect(said).toMatch(
      /No release was found: this is the first one\.\n[\s\S]*The version is 0\.1\.0, from package\.json\./,
    );
    expect(said).toMatch(/PUBLISH=1 publishes small-client@0\.1\.0 to http/);
    expect(project.state()).toEqual(before);
    expect(await registry.versions()).toEqual([]);
  });

  test("publishes what it has checked, and tags its commit", async () => {
    project.publish();
    expect(await registry.versions()).toEqual(["0.1.0"]);
    expect(project.git("tag")).toBe("v0.1.0");
    expect(project.git("rev-parse", "v0.1.0^{commit}")).toBe(project.git("rev-parse", "main"));
    expect(project.git("status", "--porcelain")).toBe("");
  });
});

describe("is refused, and nothing is half done:", () => {
  test("a tree with changes", async () => {
    project.write("README.md", "# Other\n");
    project.write("new.txt", "");
    expect(await refused(() => project.release())).toBe(
      "The tree has changes that are not committed: README.md, new.txt. Commit or stash them.",
    );
  });

  test("a detached head", async () => {
    project.git("checkout", "--quiet", "--detach");
    expect(await refused(() => project.release())).toMatch(/^HEAD is detached: .* Check out a branch first\.$/);
  });

  test("a shallow clone, which has no tags", async () => {
    project.change("documentation", "Order", "is described");
    project.git("clone", "--quiet", "--depth=1", `file://${project.root}`, join(project.root, "reports/shallow"));
    const root = join(project.root, "reports/shallow");
    expect(await refused(() => project.release({ root }))).toMatch(/^(The clone is shallow|git does not know)/);
  });

  test("a folder without a repository", async () => {
    const message = await refused(() => project.release({ root: join(project.root, "..") }));
    expect(message).toMatch(/ is no git repository\. Make the release in a clone\.$/);
  });

  test("a publish without the project's address, before anything is sent", async () => {
    await registry.stop();
    expect(() => project.release({ publish: true })).toThrow(
      "The manifest has no repository. Set RELEASE_REPOSITORY to the project's address, and run again.",
    );
    expect(() => project.publish({ repository: "forge" })).toThrow(/^RELEASE_REPOSITORY forge is no web address\./);
  });

  slowTest("no network", async () => {
    project.write(".npmrc", "registry=http://registry.invalid/\n");
    project.commit("Move");
    expect(await refused(() => project.release())).toMatch(
      /^The registry http:\/\/registry\.invalid\/ cannot be found \(\w+\)\. Check the network/,
    );
  });

  test("no registry at the address", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    server.close();
    project.write(".npmrc", `registry=http://127.0.0.1:${port}/\n`);
    project.commit("Move");
    expect(await refused(() => project.release())).toMatch(
      /^The registry http:\/\/127\.0\.0\.1:\d+\/ cannot be reached \(ECONNREFUSED\)\./,
    );
  });

  test.each([["wrong credentials", "wrong", /does not accept the credentials/]])(
    "%s",
    async (_what, token, message) => {
      const line = token === "" ? "" : `${registry.address.replace("http:", "")}/:_authToken=${token}\n`;
      project.write(".npmrc", `registry=${registry.address}/\n${line}`);
      project.commit("Change the token");
      expect(await refused(() => project.publish())).toMatch(message);
    },
  );
});

// Each publishes first, and asks npm a dozen times.
if (isSlow) {
  describe("is refused after a publish:", () => {
    test("a version that is published already, with other content", async () => {
      project.publish();
      project.git("tag", "--delete", "v0.1.0");
      project.git("tag", "v0.0.9", "HEAD");
      project.change("documentation", "Order", "is described");
      expect(await refused(() => project.publish({ version: "0.1.0" }))).toMatch(/^small-client@0\.1\.0 is published/);
    });

    test("a published version whose tag is missing, and which is not what the tree makes", async () => {
      project.publish();
      project.git("tag", "--delete", "v0.1.0");
      project.write("README.md", "# Other\n");
      project.commit("Reword");
      expect(await refused(() => project.publish())).toMatch(/has no tag v0\.1\.0.*Find its commit and tag it/);
    });

    test("a tag that exists already", async () => {
      project.publish();
      project.git("checkout", "--quiet", "-b", "other");
      project.change("documentation", "Order", "is described");
      project.git("tag", "v0.2.0");
      project.git("checkout", "--quiet", "main");
      project.change("compatible", "Order.Note", "is added");
      expect(await refused(() => project.publish({ version: "0.2.0" }))).toBe(
        "The tag v0.2.0 exists already. Choose a higher VERSION.",
      );
    });
  });
}
