/** What the built command loads before it knows what to do. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const command = resolve("dist/cli/main.js");

/** Returns what the command prints, and the number of files that it loads, of any package. */
function runWith(...words: readonly string[]): { readonly printed: string; readonly files: number } {
  const script = `process.argv = [process.argv[0], "main.js", ${JSON.stringify(words).slice(1)};
    process.once("exit", () => process.stdout.write("\\0" + Object.keys(require.cache).length));
    require(${JSON.stringify(command)});`;
  const [printed = "", files] = execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).split("\0");
  return { printed, files: Number(files) };
}

beforeAll(() => {
  if (!existsSync(command)) throw new Error("dist/ is absent: run `make build` first");
});

test.each(["--version", "-V"])("%s loads neither commands nor run time", (word) => {
  const { version } = createRequire(__filename)("../../package.json") as { readonly version: string };
  const { printed, files } = runWith(word);
  expect(printed).toBe(`${version}\n`);
  expect(files).toBeLessThan(5);
});

test.each(["bash", "zsh", "fish"])("the script of completion for %s loads neither commands nor run time", (shell) => {
  const { printed, files } = runWith("completion", shell);
  expect(printed).toContain(`# Completion of employee-service for ${shell}.`);
  expect(files).toBeLessThan(10);
});

test("help loads neither the sandbox nor the doctor, nor what draws bars and prompts", () => {
  const script = `process.argv = [process.argv[0], "main.js", "--help"];
    process.once("exit", () => console.error(JSON.stringify(Object.keys(require.cache))));
    require(${JSON.stringify(command)});`;
  const { stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  const loaded = JSON.parse(stderr) as string[];
  const later =
    /soapwright-(sandbox|doctor|contract|verify)[\\/]dist|soapwright-command[\\/]dist[\\/]shared[\\/]bundled/;
  expect(loaded.filter((file) => later.test(file))).toEqual([]);
  expect(loaded.some((file) => /soapwright-runtime[\\/]dist/.test(file))).toBe(true);
});

test("help loads both, so that the count could show it", () => {
  const { printed, files } = runWith("--help");
  expect(printed).toContain("Usage: employee-service");
  expect(files).toBeGreaterThan(50);
});
