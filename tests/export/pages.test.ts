/** The commands in docs/export.md and the compose file exist and work. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { sampleOf } from "soapwright-testing/stage/slow";
import { parse } from "yaml";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

const folder = temporaryFolder();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startStaff();
  writeFileSync(join(folder.path, "staff.csv"), "EmployeeId\n1001\n1003\n");
});
afterAll(async () => {
  await sandbox.close();
  folder.remove();
});

const shown = [...readFileSync("docs/export.md", "utf8").matchAll(/^npx employee-service (export .*)$/gm)].map(
  ([, words]) => words!,
);

test("the page shows every kind of output", () => {
  for (const kind of [".csv", ".ndjson", ".parquet", "postgres://"])
    expect(shown.some((words) => words.includes(kind))).toBe(true);
});

test.each(
  sampleOf(
    shown.filter((words) => !words.includes("postgres://")),
    3,
  ),
)("as printed: %s", async (words) => {
  const ran = await runCommand(words.split(" "), { cwd: folder.path, env: environmentOf(sandbox.url) });
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("Complete: ")]);
});

interface Service {
  readonly image: string;
  readonly command?: string;
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}
const compose = parse(readFileSync("examples/queue/compose.yaml", "utf8"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
};

describe("the compose file", () => {
  const own = Object.entries(compose.services).flatMap(([name, { command = "" }]) =>
    command.startsWith("npx employee-service ") ? [{ name, words: command.split(" ").slice(2) }] : [],
  );

  test("every service has an image, and what it needs is there", () => {
    expect(Object.keys(compose.services).sort()).toEqual(["database", "export", "queue", "status", "worker"]);
    for (const { image, depends_on = [], volumes = [] } of Object.values(compose.services)) {
      expect(image).toMatch(/^[a-z]+(?:\/[a-z]+)?:\d+/);
      for (const name of depends_on) expect(Object.keys(compose.services)).toContain(name);
      for (const name of volumes.map((volume) => volume.split(":")[0]!).filter((path) => !path.startsWith(".")))
        expect(Object.keys(compose.volumes)).toContain(name);
    }
  });

  test("the queue keeps what it is given, and its ports serve this machine alone", () => {
    expect(compose.services.queue?.command).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/);
    for (const { ports = [] } of Object.values(compose.services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
  });

  test("addresses in commands are those of its services", () => {
    expect(own.map(({ name }) => name).sort()).toEqual(["export", "status", "worker"]);
    for (const { words } of own) {
      expect(words).toContain("redis://queue:6379");
      expect(words).toContain("postgres://export@database:5432/export");
    }
    expect(compose.services.database?.environment).toMatchObject({ POSTGRES_USER: "export", POSTGRES_DB: "export" });
  });

  test.each(own)("every option of $name exists", async ({ words }) => {
    const help = await runCommand([words[0]!, "--help"], { cwd: folder.path, env: environmentOf(sandbox.url) });
    const flags = words.filter((word) => word.startsWith("--"));
    expect(flags.length).toBeGreaterThan(1);
    for (const flag of flags) expect(help.out).toMatch(new RegExp(`^\\s+${flag}\\b`, "m"));
  });
});
