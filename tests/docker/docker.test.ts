/** The steps of examples/docker/Dockerfile, in an empty folder instead of an image: `make docker-test`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { packAll } from "../../scripts/workspaces";
import { Image, plain } from "./image";

const image = new Image("examples/docker/Dockerfile");
beforeAll(() => {
  image.build((context) => {
    copyFileSync("examples/docker/Dockerfile", join(context, "Dockerfile"));
    // The image has the client and the packages that it depends on.
    for (const { name, file } of packAll(".", context)) if (name === "soapwright") rmSync(file);
  });
}, 300_000);
afterAll(() => image.remove());

test("it starts from a Node that the package runs on", () => {
  const [, version] = /^node:(\d+)-slim$/.exec(image.only("FROM")) ?? [];
  expect([22, 24]).toContain(Number(version));
});

test("the image holds the package and its run-time dependencies, and neither cache nor packed file", () => {
  const folder = image.folder;
  expect(readdirSync(folder).sort()).toEqual(["node_modules", "package-lock.json", "package.json"]);
  const installed = readdirSync(join(folder, "node_modules"));
  expect(installed).toEqual(expect.arrayContaining(["employee-service-client", "commander", "soap", "undici"]));
  for (const bundled of ["table", "csv-stringify", "string-width"]) expect(installed).not.toContain(bundled);
  const whole = join(folder, "node_modules", "employee-service-client");
  expect(statSync(join(folder, "node_modules", "soapwright-cli", "THIRD-PARTY.txt")).size).toBeGreaterThan(10_000);
  expect(statSync(join(whole, "dist", "sandbox-data.schema.json")).size).toBeGreaterThan(1_000);
});

test("without arguments it prints the help, with --version the version", () => {
  const help = image.run(JSON.parse(image.only("CMD")) as string[]);
  expect([help.status, help.stdout]).toEqual([0, expect.stringMatching(/^Usage: employee-service /)]);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(image.run(["--version"]).stdout).toBe(`${version}\n`);
});

test("a wrong environment is exit code 3, as outside", () => {
  expect(image.run(["cost-centers", "1"]).status).toBe(3);
});

test("the sandbox runs until SIGTERM, as docker stop sends it, and the command calls it", async () => {
  // In a container the host is 0.0.0.0. A test stays on loopback.
  const [file, args] = image.entryPoint(["sandbox", "--host", "127.0.0.1", "--port", "0"]);
  const sandbox = spawn(file, args, { cwd: image.folder, env: plain, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(sandbox, "exit") as Promise<[number | null, string | null]>;
  try {
    const [address] = (await once(sandbox.stdout.setEncoding("utf8"), "data")) as [string];
    const call = image.run(["cost-centers", "1003", "--format", "csv"], {
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
