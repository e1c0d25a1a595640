/** Formats generated files with the Biome or Prettier of the project that they go into, by its own settings. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { OutputFolder } from "./output-folder";

/** A formatter that is there and failed. The message says what it said. */
export class FormatProblem extends Error {}

/** Formats the text of a file that is to be at `path`. */
type Formatter = (text: string, path: string) => Promise<string>;

/** The TypeScript files as the project's formatter writes them; as they are when it has none. */
export async function formatFolder({ folder, files }: OutputFolder): Promise<OutputFolder> {
  const format = await findFormatter(resolve(folder));
  if (format === undefined) return { folder, files };
  const formatted = await Promise.all(
    [...files].map(async ([name, text]) => {
      if (!name.endsWith(".ts")) return [name, text] as const;
      return [name, await format(text, join(resolve(folder), name))] as const;
    }),
  );
  return { folder, files: new Map(formatted) };
}

const biomeSettings = ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"];

/** Of two, the one that the project has settings for. */
async function findFormatter(folder: string): Promise<Formatter | undefined> {
  const own = createRequire(join(folder, "x.js"));
  const [biome, prettier] = [
    packageFolder(own, "@biomejs/biome/package.json"),
    packageFolder(own, "prettier/package.json"),
  ];
  if (biome !== undefined && (prettier === undefined || hasAbove(folder, biomeSettings)))
    return biomeFormatter(join(biome, "bin", "biome"), folder);
  return prettier === undefined ? undefined : prettierFormatter(own, prettier, folder);
}

function packageFolder(own: NodeJS.Require, manifest: string): string | undefined {
  try {
    return dirname(own.resolve(manifest));
  } catch {
    return undefined;
  }
}

function hasAbove(folder: string, names: readonly string[]): boolean {
  if (names.some((name) => existsSync(join(folder, name)))) return true;
  return folder !== dirname(folder) && hasAbove(dirname(folder), names);
}

/** The nearest folder that exists: a program cannot run in another. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

/** Biome reads the text from stdin, and takes its settings for the path. */
function biomeFormatter(script: string, folder: string): Formatter {
  const cwd = existing(folder);
  return (text, path) =>
    new Promise((give, fail) => {
      const child = spawn(process.execPath, [script, "format", `--stdin-file-path=${path}`], { cwd });
      let [out, err] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (piece: string) => {
        out += piece;
      });
      child.stderr.setEncoding("utf8").on("data", (piece: string) => {
        err += piece;
      });
      child.on("error", (error) => fail(new FormatProblem(`Biome cannot run: ${error.message}.`)));
      child.on("close", (code) => {
        if (code === 0) give(out);
        else fail(new FormatProblem(`Biome could not format ${path}: ${firstLine(err)}`));
      });
      // A child that has ended reads no more; its exit says why.
      child.stdin.on("error", () => {});
      child.stdin.end(text);
    });
}

/** What is used of Prettier 3, and of 2, whose functions give values as well as promises. */
interface Prettier {
  resolveConfig(path: string, options: { readonly editorconfig: boolean }): unknown;
  getFileInfo(path: string, options: { readonly ignorePath: string }): unknown;
  format(text: string, options: object): unknown;
}

async function prettierFormatter(own: NodeJS.Require, root: string, folder: string): Promise<Formatter> {
  const path = own.resolve("prettier");
  const loaded = (await import(pathToFileURL(path).href)) as { readonly default?: Prettier } & Prettier;
  const prettier = loaded.default ?? loaded;
  const ignorePath = nearest(folder, ".prettierignore") ?? join(root, "none");
  return async (text, file) => {
    try {
      const { ignored } = (await prettier.getFileInfo(file, { ignorePath })) as { readonly ignored: boolean };
      if (ignored) return text;
      const settings = (await prettier.resolveConfig(file, { editorconfig: true })) as object | null;
      return String(await prettier.format(text, { ...settings, filepath: file }));
    } catch (error) {
      throw new FormatProblem(`Prettier could not format ${file}: ${firstLine((error as Error).message)}`);
    }
  };
}

function nearest(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  return folder === dirname(folder) ? undefined : nearest(dirname(folder), name);
}

function firstLine(text: string): string {
  const line = text.split("\n").find((each) => /\w/.test(each)) ?? "it gave no reason";
  return `${line.trim().replace(/\.$/, "")}.`;
}
