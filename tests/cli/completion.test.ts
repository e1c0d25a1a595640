/** Completion: the suggestions, and that real shells accept the scripts. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { shellEnvironment } from "soapwright-testing/stage/child";
import { slowTest } from "soapwright-testing/stage/slow";
import { versions } from "../../generated/versions";
import { wordFor } from "../../packages/soapwright-cli/src/commands/operations";
import { employeeService } from "../../src/cli/employee";
import { run } from "../../src/cli/run";

async function complete(...words: string[]): Promise<string[]> {
  let printed = "";
  const exitCode = await run(["complete", "--", ...words], {
    environment: {},
    out: (text) => {
      printed += text;
    },
    err: (text) => {
      throw new Error(text);
    },
    stopped: async () => undefined,
  });
  expect(exitCode).toBe(0);
  return printed
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t", 1)[0]!);
}

const all = ["addresses", "call", "completion", "cost-centers", "help", "record", "sandbox"];
const names = [...new Set(employeeService.operations.map(wordFor))];

test.each([
  ["the start of a command", ["sa"], ["sandbox"]],
  ["operations", ["call", ""], names],
  ["the start of an operation", ["call", "Add"], names.filter((name) => name.startsWith("Add"))],
  [
    "an operation behind an option",
    ["call", "--timeout", "5s", "Cost"],
    names.filter((name) => name.startsWith("Cost")),
  ],
  ["arguments of an operation", ["call", "Address_GetList", "--y"], ["--year"]],
  ["a value of an option", ["cost-centers", "1", "--format", ""], ["table", "json", "ndjson", "csv"]],
  ["the start of a value", ["cost-centers", "1", "--format", "n"], ["ndjson"]],
  ["an attached value", ["cost-centers", "--format=cs"], ["--format=csv"]],
  ["an attached value, as bash has it", ["cost-centers", "--format", "=", "cs"], ["csv"]],
  ["the version of an interface", ["call", "--interface", ""], versions.map(({ name }) => name)],
  ["the version of an export", ["export", "--interface", ""], versions.map(({ name }) => name)],
  ["the version of a worker", ["worker", "--interface", ""], versions.map(({ name }) => name)],
  ["the version of the doctor", ["doctor", "--interface", ""], versions.map(({ name }) => name)],
  ["what can be exported", ["export", ""], ["cost-centers", "addresses", ...names]],
  ["shells", ["completion", ""], ["bash", "fish", "zsh"]],
  ["a file", ["sandbox", "--data", ""], [":files"]],
  ["nothing for a number", ["cost-centers", ""], []],
])("%s", async (_what, words, wanted) => {
  expect((await complete(...words)).sort()).toEqual([...wanted].sort());
});

test("every command, and none that is hidden", async () => {
  const found = await complete("");
  expect(found).toEqual(expect.arrayContaining(all));
  expect(found).not.toContain("complete");
});

test("options of a command are those of its help", async () => {
  const found = await complete("cost-centers", "--");
  expect(found).toEqual(expect.arrayContaining(["--format", "--json", "--timeout", "--proxy", "--no-proxy", "--help"]));
});

test("a shell that there is no script for is wrong usage", async () => {
  let err = "";
  const terminal = {
    environment: {},
    out: () => {},
    err: (text: string) => {
      err += text;
    },
    stopped: async () => undefined,
  };
  expect(await run(["completion", "tcsh"], terminal)).toBe(2);
  expect(err).toMatch(/bash, zsh, fish/);
});

/** The command is on the PATH under its own name, as a shell finds it. */
let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  if (!existsSync("dist/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
  folder = mkdtempSync(join(tmpdir(), "completion-"));
  symlinkSync(resolve("dist/cli/main.js"), join(folder, "employee-service"));
  writeFileSync(join(folder, "a file.json"), "{}");
  chmodSync(resolve("dist/cli/main.js"), 0o755);
  environment = { ...shellEnvironment, PATH: [folder, ...(process.env.PATH ?? "").split(delimiter)].join(delimiter) };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("bash", () => {
  /** Returns what bash completes each of `lines` to, with its own word splitting and our function. */
  function completed(lines: readonly string[]): string[] {
    const script = `eval "$(employee-service completion bash)"; complete -p employee-service >&2
      for line in "$@"; do
        read -ra COMP_WORDS <<< "employee-service $line"; [[ $line != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _employee_service employee-service "\${COMP_WORDS[COMP_CWORD]}" ""
        echo "\${COMPREPLY[*]}"
      done`;
    const shell = spawnSync("bash", ["-c", script, "bash", ...lines], { encoding: "utf8", env: environment });
    expect(shell.stderr).toContain("complete -F _employee_service employee-service");
    return shell.stdout.trimEnd().split("\n");
  }

  test("completes commands, operations and values", () => {
    const lines = ["ca", "call Addr", "salaries ", "call Address_GetList --per", "addresses --format = j"];
    expect(completed(lines)).toEqual(["call", "Address_GetList", "", "--period", "json"]);
  });

  slowTest("an interactive shell completes on the tab key", () => {
    // Only readline itself proves COMP_WORDS. script(1) provides a terminal for it.
    const typed = `eval "$(employee-service completion bash)"\nemployee-service call Addr\t--interf\tv3 --help\nexit\n`;
    const shell = spawnSync("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], {
      input: typed,
      encoding: "utf8",
      env: { ...environment, TERM: "dumb", COLUMNS: "200" },
      timeout: 60_000,
    });
    expect(shell.stdout).toContain("employee-service call Address_GetList");
    expect(shell.stdout).toContain("Usage: employee-service call Address_GetList");
  });
});

describe.each(["bash", "zsh", "fish"])("the script for %s", (shell) => {
  let text: string;
  beforeAll(() => {
    text = execFileSync(process.execPath, ["dist/cli/main.js", "completion", shell], { encoding: "utf8" });
  });

  test("has no syntax error, where the shell is installed", () => {
    const file = join(folder, `script.${shell}`);
    writeFileSync(file, text);
    const check = spawnSync(shell, [shell === "fish" ? "--no-execute" : "-n", file], {
      encoding: "utf8",
      env: shellEnvironment,
    });
    const isInstalled = (check.error as NodeJS.ErrnoException | undefined)?.code !== "ENOENT";
    expect(isInstalled ? [check.status, check.stderr] : [0, ""]).toEqual([0, ""]);
  });

  test("asks the command, and knows its name", () => {
    expect(text).toMatch(/complete .*employee-service|compdef _employee_service employee-service/);
    expect(text).toContain(" complete -- ");
  });
});
