#!/usr/bin/env node
import { VERSION } from "./names";
/**
 * The generator's command line. Exit codes: 0 success, 1 a problem of a document or a difference, 2 wrong usage. The version
 * alone needs no arguments of commands.
 */
import type * as Program from "./program";

const [first] = process.argv.slice(2);

async function main(): Promise<void> {
  const { run } = require("#program") as typeof Program;
  await run();
}

if (first === "--version" || first === "-V") process.stdout.write(`${VERSION}\n`);
else void main();
