#!/usr/bin/env node
import module from "node:module";
import { VERSION } from "./names";

/**
 * The generator's command line. Exit codes: 0 success, 1 a problem of a document or a difference, 2 wrong usage. The version
 * alone needs no arguments of commands.
 */
const [first] = process.argv.slice(2);

/** From version 22.8 on, Node.js keeps compiled code for the next run, below its folder for temporary files. */
function keepCompiled(): void {
  const enable: unknown = Reflect.get(module, "enableCompileCache");
  if (typeof enable === "function") Reflect.apply(enable, module, []);
}

async function main(): Promise<void> {
  keepCompiled();
  const { run } = await import("./program");
  await run();
}

if (first === "--version" || first === "-V") process.stdout.write(`${VERSION}\n`);
else void main();
