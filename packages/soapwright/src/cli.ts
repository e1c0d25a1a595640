#!/usr/bin/env node
/** The generator's command line. Exit codes: 0 success, 1 a problem of a document or a difference, 2 wrong usage. */
import module from "node:module";
import { CommanderError } from "commander";
import { createProgram, printError } from "./program";

/** From version 22.8 on, Node.js keeps compiled code for the next run, below its folder for temporary files. */
function keepCompiled(): void {
  const enable: unknown = Reflect.get(module, "enableCompileCache");
  if (typeof enable === "function") Reflect.apply(enable, module, []);
}

async function main(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

// Commands are loaded by `main`.
keepCompiled();
main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  printError(message, process.argv.includes("--json"));
  process.exitCode = 1;
});
