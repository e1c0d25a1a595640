#!/usr/bin/env node
/** The generator's command line. Exit codes: 0 success, 1 a problem of a document or a difference, 2 wrong usage. */
import { CommanderError } from "commander";
import { standardReport } from "./commands/report";
import { createProgram } from "./program";

async function main(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  standardReport({ json: process.argv.includes("--json") }).error(message);
  process.exitCode = 1;
});
