/** Generated files on disk: all of them change, or none. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isGenerated } from "./banner";

/** The files of one folder, by name. */
export interface OutputFolder {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
}

/** A path that cannot be written to; the message says why. */
export class OutputProblem extends Error {}

/** Files that differ from what they should be, those that should not be there among them, as paths. */
export function differences(outputs: readonly OutputFolder[]): string[] {
  return outputs.flatMap(({ folder, files }) => [
    ...[...files].filter(([name, text]) => textOf(join(folder, name)) !== text).map(([name]) => join(folder, name)),
    ...staleFiles(folder, files),
  ]);
}

/**
 * Writes every file beside its place, then moves all, then removes generated files that are no longer made. A folder for
 * which there are no files goes with the last of them.
 */
export function writeFolders(outputs: readonly OutputFolder[]): void {
  for (const { folder } of outputs) refuseLinks(folder);
  const moves: { readonly from: string; readonly to: string }[] = [];
  const temporary: string[] = [];
  try {
    for (const { folder, files } of outputs) {
      if (files.size === 0) continue;
      mkdirSync(folder, { recursive: true });
      const stage = mkdtempSync(join(folder, ".writing-"));
      temporary.push(stage);
      for (const [name, text] of files) {
        const to = join(folder, name);
        if (textOf(to) === text) continue;
        const from = join(stage, name);
        writeFileSync(from, text);
        moves.push({ from, to });
      }
    }
    for (const { from, to } of moves) renameSync(from, to);
    for (const { folder, files } of outputs) {
      for (const path of staleFiles(folder, files)) rmSync(path);
      if (files.size === 0 && existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    }
  } finally {
    for (const stage of temporary) rmSync(stage, { recursive: true, force: true });
  }
}

function staleFiles(folder: string, files: ReadonlyMap<string, string>): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !files.has(name))
    .map((name) => join(folder, name))
    .filter((path) => isGenerated(textOf(path) ?? ""));
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** A link would take the output out of its folder. */
function refuseLinks(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return;
  throw new OutputProblem(`${folder} is ${found.isSymbolicLink() ? "a symbolic link" : "not a folder"}`);
}
