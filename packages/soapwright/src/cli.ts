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

/** A reader that closes early, such as `head`, is not a failure. */
function print(text: string): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  process.stdout.write(text);
}

async function main(): Promise<void> {
  keepCompiled();
  const { run } = await import("./program");
  await run();
}

if (first === "--version" || first === "-V") print(`${VERSION}\n`);
else void main();
