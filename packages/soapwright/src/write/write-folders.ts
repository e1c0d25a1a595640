/** Puts generated files on disk: all of them change, or none. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSameText, type OutputFolder, staleFiles, textOf } from "./output-folder";

/** A path that cannot be written to; the message says why. */
export class OutputProblem extends Error {}

/** One file that changes place, and how to take that back. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes every file beside its place, then moves all of them in, the old ones out. When a move fails, those before it are
 * taken back: the folders are as they were. Generated files that are no longer made go in the same way.
 *
 * @throws {OutputProblem} when something cannot be written to. Nothing has changed then.
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
    // A folder for which there are no files goes with the last of them.
    for (const { folder, files } of outputs) if (isDone && files.size === 0) removeEmpty(folder);
    if (!isDone) for (const folder of madeFolders.reverse()) removeEmpty(folder);
  }
}

/** Writes the files into the stage. What is replaced and what is stale moves into it, out of the way. */
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

/** Makes a folder with those above it; the ones that it made, topmost first. */
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
    // Something else has come into it, or it was never made.
  }
}

/** A link would take the output out of its folder, and a folder in a file's place holds what is not ours. */
function refuseOddTargets({ folder, files }: OutputFolder): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory())
    throw new OutputProblem(
      `${folder} is ${found.isSymbolicLink() ? "a symbolic link" : "not a folder"}. Remove it, or choose another --out.`,
    );
  for (const name of files.keys()) {
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new OutputProblem(`${path} is a folder, and a file is to be written there. Remove it.`);
  }
}

/** An error of the file system as a problem of the output; any other as it is. */
function problemOf(error: unknown): unknown {
  if (error instanceof OutputProblem || typeof error !== "object" || error === null || !("code" in error)) return error;
  const path = "dest" in error ? error.dest : "path" in error ? error.path : undefined;
  const where = typeof path === "string" ? path : "The output";
  return new OutputProblem(`${where} cannot be written (${error.code}). No file was changed.`, { cause: error });
}
