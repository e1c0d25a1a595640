/** The steps of examples/docker/Dockerfile, in an empty folder instead of an image: `make docker-test`. */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packAll } from "../../scripts/workspaces";

/** The instructions of the file in order, with continued lines joined. */
const instructions = readFileSync("examples/docker/Dockerfile", "utf8")
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => {
    const [, name = "", words = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { name, words };
  });
const only = (name: string): string => {
  const found = instructions.filter((each) => each.name === name);
  expect(found).toHaveLength(1);
  return found[0]!.words;
};

let root: string;
/** Returns the path that stands for a path in the image. */
const inImage = (path: string) => join(root, "image", path);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "docker-"));
  const context = join(root, "context");
  mkdirSync(context);
  copyFileSync("examples/docker/Dockerfile", join(context, "Dockerfile"));
  // The image has the client and the packages that it depends on.
  for (const { name, file } of packAll(".", context)) if (name === "soapwright") rmSync(file);
  let folder = "/";
  for (const { name, words } of instructions) {
    switch (name) {
      case "WORKDIR":
        folder = words;
        mkdirSync(inImage(folder), { recursive: true });
        break;
      case "COPY": {
        const [from = "", to = ""] = words.split(" ");
        expect(to).toBe("./");
        const files = readdirSync(context).filter((file) =>
          new RegExp(`^${from.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(file),
        );
        expect(files.length).toBeGreaterThan(0);
        for (const file of files) copyFileSync(join(context, file), join(inImage(folder), basename(file)));
        break;
      }
      case "RUN": {
        const run = spawnSync("sh", ["-c", words], { cwd: inImage(folder), encoding: "utf8" });
        expect([run.status, run.stderr.replace(/^npm warn .*\n/gm, "")]).toEqual([0, ""]);
        break;
      }
      case "FROM":
      case "USER":
      case "EXPOSE":
      case "ENTRYPOINT":
      case "CMD":
        break;
      default:
        throw new Error(`${name} is not an instruction that this test follows.`);
    }
  }
}, 300_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the entry point with arguments, as `docker run` calls it. */
function entryPoint(args: readonly string[]): [file: string, args: string[]] {
  const [file = "", ...own] = JSON.parse(only("ENTRYPOINT")) as string[];
  return [inImage(file), [...own, ...args]];
}
const plain = { PATH: process.env.PATH };
function docker(args: readonly string[], environment: Record<string, string> = {}): SpawnSyncReturns<string> {
  const [file, all] = entryPoint(args);
  return spawnSync(file, all, { cwd: inImage("/"), encoding: "utf8", env: { ...plain, ...environment } });
}

test("it starts from a Node that the package runs on", () => {
  const [, version] = /^node:(\d+)-slim$/.exec(only("FROM")) ?? [];
  expect([22, 24]).toContain(Number(version));
});

test("the image holds the package and its run-time dependencies, and neither cache nor packed file", () => {
  const folder = inImage(only("WORKDIR"));
  expect(readdirSync(folder).sort()).toEqual(["node_modules", "package-lock.json", "package.json"]);
  const installed = readdirSync(join(folder, "node_modules"));
  expect(installed).toEqual(expect.arrayContaining(["employee-service-client", "commander", "soap", "undici"]));
  for (const bundled of ["table", "csv-stringify", "string-width"]) expect(installed).not.toContain(bundled);
  const whole = join(folder, "node_modules", "employee-service-client");
  expect(statSync(join(whole, "THIRD-PARTY.txt")).size).toBeGreaterThan(10_000);
  expect(statSync(join(whole, "dist", "sandbox-data.schema.json")).size).toBeGreaterThan(1_000);
});

test("without arguments it prints the help, with --version the version", () => {
  const help = docker(JSON.parse(only("CMD")) as string[]);
  expect([help.status, help.stdout]).toEqual([0, expect.stringMatching(/^Usage: employee-service /)]);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(docker(["--version"]).stdout).toBe(`${version}\n`);
});

test("a wrong environment is exit code 3, as outside", () => {
  expect(docker(["cost-centers", "1"]).status).toBe(3);
});

test("the sandbox runs until SIGTERM, as docker stop sends it, and the command calls it", async () => {
  // In a container the host is 0.0.0.0. A test stays on loopback.
  const [file, args] = entryPoint(["sandbox", "--host", "127.0.0.1", "--port", "0"]);
  const sandbox = spawn(file, args, { cwd: inImage("/"), env: plain, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(sandbox, "exit") as Promise<[number | null, string | null]>;
  try {
    const [address] = (await once(sandbox.stdout.setEncoding("utf8"), "data")) as [string];
    const call = docker(["cost-centers", "1003", "--format", "csv"], {
      EMPLOYEE_SERVICE_BASE_URL: address.trim(),
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
    });
    expect([call.status, call.stderr]).toEqual([0, ""]);
    expect(call.stdout.trimEnd().split("\n")).toHaveLength(3);
  } finally {
    sandbox.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
});
