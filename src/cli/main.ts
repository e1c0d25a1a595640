#!/usr/bin/env node
/** The command `employee-service`. The version alone needs neither the commands nor what they call with. */
import { ownVersion } from "./own-version";

const args = process.argv.slice(2);
const [first] = args;

async function main(): Promise<void> {
  const { processTerminal, run } = require("#run") as typeof import("./run");
  process.exitCode = await run(args, processTerminal());
}

if (first === "--version" || first === "-V") process.stdout.write(`${ownVersion()}\n`);
else void main();
