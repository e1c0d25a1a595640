/** Formats generated files with the target project's Biome or Prettier and its settings. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { nearestWith } from "../config/find-config";
import type { OutputFolder } from "./output-folder";

/** An installed formatter failed. The message contains the first line of its output. */
export class FormatProblem extends Error {}

/**
 * A formatter of the project. It runs in its own process, so that a plugin that ends the process or never resolves is a
 * failure of the formatter, not of the generator.
 */
interface Formatter {
  readonly name: "Biome" | "Prettier";
  readonly script: string;
  argumentsFor(path: string): readonly string[];
}

const PATIENCE_MS = 60_000;

/**
 * Returns the TypeScript files in the format of the project's formatter; unchanged without a formatter.
 *
 * @throws FormatProblem when the formatter fails, or takes longer than `patienceMs` for a file.
 */
export async function formatFolder(
  { folder, files }: OutputFolder,
  patienceMs: number = PATIENCE_MS,
): Promise<OutputFolder> {
  const formatter = findFormatter(resolve(folder));
  if (formatter === undefined) return { folder, files };
  const cwd = existingFolder(resolve(folder));
  const formatted = await Promise.all(
    [...files].map(async ([name, text]) => {
      if (!name.endsWith(".ts")) return [name, text] as const;
      return [name, await run(formatter, text, join(resolve(folder), name), cwd, patienceMs)] as const;
    }),
  );
  return { folder, files: new Map(formatted) };
}

const biomeSettings = ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"];

/** Of two formatters, the project's settings decide. */
function findFormatter(folder: string): Formatter | undefined {
  const projectRequire = createRequire(join(folder, "x.js"));
  const biome = commandOf(projectRequire, "@biomejs/biome", "biome");
  const prettier = commandOf(projectRequire, "prettier", "prettier");
  const hasSettings = biomeSettings.some((name) => nearestWith(name, folder) !== undefined);
  if (biome !== undefined && (prettier === undefined || hasSettings))
    return { name: "Biome", script: biome, argumentsFor: (path) => ["format", `--stdin-file-path=${path}`] };
  if (prettier === undefined) return undefined;
  // Prettier 3 skips by default files that git ignores, which generated files often are.
  const ignore = join(nearestWith(".prettierignore", folder) ?? dirname(prettier), ".prettierignore");
  const argumentsFor = (path: string) => ["--stdin-filepath", path, "--ignore-path", ignore];
  return { name: "Prettier", script: prettier, argumentsFor };
}

function commandOf(projectRequire: NodeJS.Require, name: string, command: string): string | undefined {
  let manifest: string;
  try {
    manifest = projectRequire.resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin?: string | { readonly [name: string]: string } };
  const path = typeof bin === "string" ? bin : bin?.[command];
  return path === undefined ? undefined : join(dirname(manifest), path);
}

/** A process needs an existing folder as its working directory. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

/** The formatter reads stdin, and uses its settings for `path`. */
function run(
  { name, script, argumentsFor }: Formatter,
  text: string,
  path: string,
  cwd: string,
  patienceMs: number,
): Promise<string> {
  return new Promise((succeed, fail) => {
    const limits = { timeout: patienceMs, killSignal: "SIGKILL", maxBuffer: Infinity } as const;
    const child = execFile(process.execPath, [script, ...argumentsFor(path)], { cwd, ...limits }, (error, out, err) => {
      const reason = firstLine(err);
      if (error === null && (out !== "" || text === "")) succeed(out);
      else if (error === null) fail(new FormatProblem(`${name} ended without a text for ${path}. ${reason}`));
      else if (error.signal)
        fail(new FormatProblem(`${name} took longer than ${patienceMs / 1000} s for ${path}, or was ended. ${reason}`));
      else if (typeof error.code === "string") fail(new FormatProblem(`${name} cannot run: ${error.message}.`));
      else fail(new FormatProblem(`${name} could not format ${path}: ${reason}`));
    });
    // An ended child reads no more; its exit reports the reason.
    child.stdin?.on("error", () => {});
    child.stdin?.end(text);
  });
}

function firstLine(text: string): string {
  const line = text.split("\n").find((each) => /\w/.test(each)) ?? "It gave no reason";
  return `${line.trim().replace(/\.$/, "")}.`;
}
