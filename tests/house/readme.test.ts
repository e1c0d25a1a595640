/** Every code block of README.md is type-checked (ts) or executed (sh), and what it shows as output is what comes out. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { type Sandbox, startSandbox } from "../../src/sandbox/index";

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const readme = readFileSync("README.md", "utf8");
const blocks: Block[] = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  language: match[1]!,
  text: match[2]!,
  line: readme.slice(0, match.index).split("\n").length + 1,
}));
const commands = blocks
  .filter((block) => block.language === "sh")
  .flatMap((block) =>
    block.text
      .trim()
      .split("\n")
      .map((command) => ({ command, line: block.line })),
  );

let sandbox: Sandbox;
beforeAll(async () => {
  if (!existsSync("dist/src/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
    EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
    EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
    EMPLOYEE_SERVICE_DOMAIN: "sandbox",
  };
}

/** The commands run beside the sandbox of this process: synchronous calls would leave it no time to answer. */
async function runCommand(command: string): Promise<string> {
  const { execFile } = await import("node:child_process");
  const args = ["dist/src/cli/main.js", ...command.split(" ").slice(1)];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { env: environment() }, (error, stdout, stderr) =>
      error ? fail(new Error(stderr)) : done(stdout),
    );
  });
}

test("there are blocks of every kind, and of no other", () => {
  expect([...new Set(blocks.map((block) => block.language))].sort()).toEqual(["sh", "text", "ts"]);
});

test("every ts block compiles by itself", () => {
  mkdirSync("reports", { recursive: true });
  const folder = mkdtempSync(resolve("reports/readme-"));
  try {
    const files = blocks
      .filter((block) => block.language === "ts")
      .map((block) => {
        const file = join(folder, `line-${block.line}.mts`);
        writeFileSync(file, block.text);
        return file;
      });
    const doors = { "": "index", "/sandbox": "sandbox", "/runtime": "runtime", "/opentelemetry": "opentelemetry" };
    const paths = Object.fromEntries(
      Object.entries(doors).map(([door, file]) => [
        `employee-service-client${door}`,
        [resolve(`dist/esm/${file}.d.mts`)],
      ]),
    );
    const compilerOptions = {
      target: "es2022",
      lib: ["es2023", "esnext.disposable"],
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,

      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
      paths,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const run = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder], { encoding: "utf8" });
    expect(run.stdout).toBe("");
    expect(files.length).toBeGreaterThan(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

test.each(commands.filter(({ command }) => command.startsWith("employee-service ")))(
  "line $line: $command",
  async ({ command }) => {
    expect((await runCommand(command)).trim().length).toBeGreaterThan(0);
  },
);

test("the transcript is what the command prints", async () => {
  const shown = blocks.findIndex((block) => block.language === "text");
  expect(blocks[shown - 1]?.language).toBe("sh");
  expect(await runCommand(blocks[shown - 1]!.text.trim())).toBe(blocks[shown]!.text);
});

test.each(commands.filter(({ command }) => command.startsWith("make ")))(
  "line $line: $command is a target",
  ({ command }) => {
    expect(
      execFileSync("make", ["--dry-run", ...command.split(" ").slice(1)], { encoding: "utf8" }).length,
    ).toBeGreaterThan(0);
  },
);

test.each(commands.filter(({ command }) => command.startsWith("npm run ")))(
  "line $line: $command",
  ({ command }) => {
    const run = spawnSync("npm", command.split(" ").slice(1), {
      encoding: "utf8",
    });
    expect([run.status, run.stderr]).toEqual([0, ""]);
  },
  60_000,
);

test("no command is left that nothing runs", () => {
  const known = /^(employee-service|make|npm run) |^npm install employee-service-client$/;
  expect(commands.filter(({ command }) => !known.test(command))).toEqual([]);
});

test("the configuration table has every option of a client", () => {
  const source = readFileSync("src/client/options.ts", "utf8");
  const options = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map((match) => match[1]!);
  const elsewhere = new Set([
    "operation",
    "auth",
    "aborted",
    "reason",
    "signal",
    "headers",
    "namespaces",
    "ca",
    "cert",
    "key",
    "pfx",
    "passphrase",
    "servername",
    "minVersion",
  ]);
  const missing = options.filter((name) => !elsewhere.has(name) && !readme.includes(`| \`${name}\``));
  expect(options.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
