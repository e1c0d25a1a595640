import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSameText, type OutputFolder, staleFiles, textOf } from "./output-folder";

/** A file cannot be written; the message says why. */
export class OutputProblem extends Error {}

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes every file beside its destination, then renames all of them and moves the replaced files away. If a rename
 * fails, earlier renames are reversed, so that the folders are unchanged. Files that are no longer generated are
 * removed in the same way.
 *
 * @throws {OutputProblem} when a file cannot be written. Every file then remains as it was.
 */
export function writeFolders(outputs: readonly OutputFolder[]): void {
  const stages: string[] = [];
  const madeFolders: string[] = [];
  let isDone = false;
  try {
    for (const output of outputs) refuseOddTargets(output);
    const moves = outputs.flatMap((output) => {
      madeFolders.push(...makeFolder(output.folder));
      const stage = mkdtempSync(join(output.folder, ".writing-"));
      stages.push(stage);
      return prepareMoves(output, stage);
    });
    moveAll(moves);
    isDone = true;
  } catch (error) {
    throw problemOf(error);
  } finally {
    for (const stage of stages) rmSync(stage, { recursive: true, force: true });
    for (const { folder, files } of outputs) if (isDone && files.size === 0) removeEmpty(folder);
    if (!isDone) for (const folder of madeFolders.reverse()) removeEmpty(folder);
  }
}

/** Writes the files into the stage. The moves put replaced and stale files there too. */
function prepareMoves({ folder, files }: OutputFolder, stage: string): Move[] {
  const moves: Move[] = [];
  const moveOut = (path: string): void => {
    moves.push({ from: path, to: join(stage, `${moves.length}.old`) });
  };
  for (const [name, text] of files) {
    const to = join(folder, name);
    if (isSameText(textOf(to), text)) continue;
    const from = join(stage, `${name}.new`);
    writeFileSync(from, text);
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) moveOut(to);
    moves.push({ from, to });
  }
  for (const path of staleFiles(folder, files)) moveOut(path);
  return moves;
}

function moveAll(moves: readonly Move[]): void {
  const done: Move[] = [];
  try {
    for (const move of moves) {
      renameSync(move.from, move.to);
      done.push(move);
    }
  } catch (error) {
    for (const { from, to } of done.reverse()) renameSync(to, from);
    throw error;
  }
}

/** Creates a folder with its parents, and returns the created folders, topmost first. */
function makeFolder(folder: string): string[] {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
  mkdirSync(folder, { recursive: true });
  return missing;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder has other content, or was never created.
  }
}

/**
 * Throws for a link, which would write elsewhere, and for a folder in a file's place, which may hold the user's files.
 */
function refuseOddTargets({ folder, files }: OutputFolder): void {
  const target = lstatSync(folder, { throwIfNoEntry: false });
  if (target === undefined) return;
  if (!target.isDirectory())
    throw new OutputProblem(
      `${folder} is ${target.isSymbolicLink() ? "a symbolic link" : "not a folder"}. Remove it, or choose another --out.`,
    );
  for (const name of files.keys()) {
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new OutputProblem(`${path} is a folder, and a file is to be written there. Remove it.`);
  }
}

/** Returns an error of the file system as an `OutputProblem`, and any other error unchanged. */
function problemOf(error: unknown): unknown {
  if (error instanceof OutputProblem || typeof error !== "object" || error === null || !("code" in error)) return error;
  const path = "dest" in error ? error.dest : "path" in error ? error.path : undefined;
  const where = typeof path === "string" ? path : "The output";
  return new OutputProblem(`${where} cannot be written (${error.code}). No file was changed.`, { cause: error });
}
