#!/usr/bin/env node
/** The command `employee-service`. The version and a script of completion need neither the commands nor what they call with. */
import { ownVersion } from "./own-version";

const args = process.argv.slice(2);
const [first, second] = args;

async function main(): Promise<void> {
  if (first === "completion" && args.length === 2) {
    const { completionScript, shellNamed } = await import("soapwright-cli/completion");
    const shell = shellNamed(second);
    if (shell !== undefined) {
      process.stdout.write(completionScript("employee-service", shell));
      return;
    }
  }
  const { processTerminal, run } = await import("./run");
  process.exitCode = await run(args, processTerminal());
}

if (first === "--version" || first === "-V") process.stdout.write(`${ownVersion()}\n`);
else void main();
