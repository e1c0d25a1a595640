/**
 * The kinds of ts-morph's structures and their printer. Importing ts-morph takes half a second and seventy megabytes, and
 * nearly all of it is the compiler, which only its syntax trees need. So it is loaded here with a substitute for the
 * package that has the compiler. What cannot be printed without is printed by the whole ts-morph, which is slower and
 * no different; so is everything where ts-morph does not look as expected. Others in the process get the whole one.
 */
import Module, { createRequire } from "node:module";
import type { Structures } from "ts-morph";
import { commonSubstitute, WholeNeeded } from "./ts-morph-common";

type TsMorph = typeof import("ts-morph");

function loadPrinter(): TsMorph {
  const path = require.resolve("ts-morph");
  let common: string | undefined;
  try {
    common = createRequire(path).resolve("@ts-morph/common");
    return require.cache[path] === undefined ? loadWithout(common, path) : requireWhole();
  } catch {
    return requireWhole();
  }
}

function loadWithout(common: string, path: string): TsMorph {
  const before = require.cache[common];
  const { exports, finishLoading } = commonSubstitute();
  const substitute = new Module(common);
  substitute.exports = exports;
  substitute.loaded = true;
  require.cache[common] = substitute;
  try {
    const tsMorph = requireWhole();
    finishLoading();
    return tsMorph;
  } finally {
    delete require.cache[path];
    if (before === undefined) delete require.cache[common];
    else require.cache[common] = before;
  }
}

function requireWhole(): TsMorph {
  return require("ts-morph") as TsMorph;
}

const printer = loadPrinter();

export const { StructureKind, VariableDeclarationKind } = printer;

/** The text of a structure. */
export function printStructure(structure: Structures, options: { readonly indentNumberOfSpaces: number }): string {
  try {
    return printer.printStructure(structure, options);
  } catch (error) {
    if (!(error instanceof WholeNeeded)) throw error;
    return requireWhole().printStructure(structure, options);
  }
}
