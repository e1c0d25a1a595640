/** Every code block of the pages is type-checked (ts) or executed (sh), and the output that they show is current. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, normalize, resolve } from "node:path";
import { SaxesParser } from "saxes";
import { sampleOf } from "soapwright-testing/stage/slow";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const README = "README.md";
const pages = [
  README,
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SKILL.md",
  "AGENTS.md",
  "wsdl/README.md",
  "examples/README.md",
  ...readdirSync("packages").map((name) => `packages/${name}/README.md`),
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const textOf = new Map(pages.map((page) => [page, readFileSync(page, "utf8")]));
const blocks: Block[] = [...textOf].flatMap(([page, text]) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    language: match[1]!,
    text: match[2]!,
    line: text.slice(0, match.index).split("\n").length + 1,
  })),
);
const commands = blocks
  .filter((block) => block.language === "sh")
  .flatMap(({ page, line, text }) =>
    text
      .trim()
      .split("\n")
      .map((command) => ({ command, page, line })),
  );

let sandbox: Sandbox;
beforeAll(async () => {
  if (!existsSync("dist/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
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

/** `npx` finds the command of the installed package. Here it runs the built one. */
const built = (command: string) => command.replaceAll("npx employee-service", `"${process.execPath}" dist/cli/main.js`);

/** Runs a command beside the sandbox of this process. It is asynchronous, so that the sandbox can respond. */
async function runCommand(command: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile("sh", ["-ec", built(command)], { env: environment() }, (error, stdout, stderr) =>
      error ? fail(new Error(stderr)) : done(stdout),
    );
  });
}

test("there are blocks of every kind, and of no other", () => {
  const languages = [...new Set(blocks.map((block) => block.language))].sort();
  expect(languages).toEqual(["js", "json", "mermaid", "sh", "text", "ts", "xml"]);
});

test.each(blocks.filter(({ language }) => language === "xml"))("$page:$line: XML is well-formed", ({ text }) => {
  const problems: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", ({ message }) => problems.push(message));
  parser.write(text).close();
  expect(problems).toEqual([]);
});

test("every ts block compiles by itself", () => {
  mkdirSync("reports", { recursive: true });
  const folder = mkdtempSync(resolve("reports/readme-"));
  try {
    // Generates the files that docs/migrating.md generates first.
    execFileSync(process.execPath, [
      "packages/soapwright/dist/cli.js",
      ...["generate", "tests/migrating/orders.wsdl", "--out", join(folder, "orders"), "--extension", "js", "--quiet"],
    ]);
    // Writes the schema from which docs/generator.md generates.
    const schema = join(folder, "orders.xsd");
    const written = blocks.find(({ page, text }) => page.endsWith("generator.md") && text.startsWith("<xs:schema"));
    writeFileSync(schema, written!.text);
    execFileSync(process.execPath, [
      "packages/soapwright/dist/cli.js",
      ...["generate", schema, "--out", join(folder, "documents"), "--extension", "js", "--quiet"],
    ]);
    const files = blocks
      .filter((block) => block.language === "ts")
      .map((block) => {
        const file = join(folder, `${block.page.replace(/\W/g, "-")}-line-${block.line}.mts`);
        writeFileSync(file, block.text);
        return file;
      });
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
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const run = spawnSync(process.execPath, ["node_modules/typescript-7/bin/tsc", "-p", folder], { encoding: "utf8" });
    expect(run.stdout).toBe("");
    expect(files.length).toBeGreaterThan(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

// `sandbox` and `record` run until they are interrupted. Tests below and tests/cli/sandbox-command.test.ts run them.
test.each(commands.filter(({ command }) => /^npx employee-service (?!sandbox|record)/.test(command)))(
  "$page:$line: $command",
  async ({ command }) => {
    expect((await runCommand(command)).trim().length).toBeGreaterThan(0);
  },
);

test("the start works as README.md shows it: the sandbox in one terminal, a program in another", async () => {
  const own = blocks.filter(({ page }) => page === README);
  const at = own.findIndex((block) => block.language === "text");
  const [start, program, run, shown] = own.slice(at - 3, at + 1);
  expect(start!.text).toBe("npx employee-service sandbox --port 8080\n");
  expect(program!.text).toContain('"http://127.0.0.1:8080"');
  expect(run!.text).toBe("node first.mjs\n");
  // Port 8080 may be in use on this machine.
  const { child, url } = await startedSandbox(start!.text.replace("8080", "0"));
  const file = resolve("reports/first.mjs");
  writeFileSync(file, program!.text.replace("http://127.0.0.1:8080", url));
  try {
    expect(await runCommand(`"${process.execPath}" ${file}`)).toBe(shown!.text);
  } finally {
    rmSync(file);
    child.kill();
    await once(child, "exit");
  }
});

test("the first screen of the site shows what its call prints", async () => {
  const [call, shown] = blocks.filter(({ page }) => page === "docs/index.md");
  const file = resolve("reports/first-screen.mjs");
  const plain = call!.text.replace("http://127.0.0.1:8080", sandbox.url).replace(/^import type.*$|: \w+\[\]/gm, "");
  writeFileSync(file, `${plain}await client.close();\n`);
  try {
    expect(await runCommand(`"${process.execPath}" ${file}`)).toBe(shown!.text);
  } finally {
    rmSync(file);
  }
});

async function startedSandbox(command: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn("sh", ["-c", `exec ${built(command)}`], { stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes("\n")) break;
  }
  return { child, url: said.trim() };
}

test.each(commands.filter(({ command }) => command.startsWith("make ")))(
  "$page:$line: $command is a target",
  ({ command }) => {
    expect(
      execFileSync("make", ["--dry-run", ...command.split(" ").slice(1)], { encoding: "utf8" }).length,
    ).toBeGreaterThan(0);
  },
);

test.each(
  sampleOf(
    commands.filter(({ command }) => command.startsWith("npm run ") && !command.includes(" before.wsdl ")),
    3,
  ),
)(
  "$page:$line: $command",
  ({ command }) => {
    const run = spawnSync("npm", command.split(" ").slice(1), {
      encoding: "utf8",
    });
    expect([run.status, run.stderr]).toEqual([0, ""]);
  },
  60_000,
);

test("no command is left that nothing runs", () => {
  // `make examples` and tests/house/package.test.ts install. tests/house/generator-pages.test.ts runs the generator's
  // commands, tests/first-tasks those that follow an edit, and requests to the gateway, tests/house/security-pages.test.ts
  // the script that makes keys.
  const whole = new Set(["docs/security-certificate.md"]);
  const known =
    /^(npx employee-service|make|npm run) |^(curl .* \| )?npx soapwright |^curl --json |^npm (install|test)\b|^export EMPLOYEE_SERVICE_|^npx (jest$|tsc )|^node (addresses|assistant|explore|first|values)\.mjs$|^git (show|diff) /;
  expect(commands.filter(({ command, page }) => !known.test(command) && !whole.has(page))).toEqual([]);
});

describe("links", () => {
  const packed = new Set(
    (
      JSON.parse(
        execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], {
          encoding: "utf8",
        }),
      ) as [{ readonly files: readonly { readonly path: string }[] }]
    )[0].files.map(({ path }) => path),
  );
  const links = [...textOf].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target))
      .map((target) => ({
        page,
        target,
        path: normalize(join(dirname(page), target.replace(/#.*/, "") || basename(page))),
      })),
  );

  test("there are some, and pages that are packed", () => {
    expect(links.length).toBeGreaterThan(5);
    expect(pages.filter((page) => packed.has(page)).length).toBeGreaterThan(4);
  });

  test.each(links)("$page: $target leads to a file", ({ page, path }) => {
    // A site has pages and files, and no listing of a folder.
    expect(statSync(path).isFile()).toBe(true);
    if (packed.has(page))
      expect([...packed].filter((file) => file === path || file.startsWith(`${path}/`))).not.toEqual([]);
  });
});

test("the page of options has every option of a client", () => {
  const page = textOf.get("docs/options.md")!;
  const source = readFileSync("packages/soapwright-runtime/src/client/client-options.ts", "utf8");
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
  const missing = options.filter((name) => !elsewhere.has(name) && !page.includes(`| \`${name}\``));
  expect(options.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
