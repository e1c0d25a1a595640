#!/usr/bin/env node
/** The command `employee-service`. The version and a script of completion need neither the commands nor what they call with. */
import { ownVersion } from "./own-version";

const args = process.argv.slice(2);
const [first, second] = args;

/** A reader that closes early, such as `head`, is not a failure. */
function print(text: string): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  process.stdout.write(text);
}

async function main(): Promise<void> {
  if (first === "completion" && args.length === 2) {
    const { completionScript } = await import("soapwright-cli/program");
    const script = completionScript("employee-service", second);
    if (script !== undefined) {
      print(script);
      return;
    }
  }
  const { processTerminal, run } = await import("./run");
  process.exitCode = await run(args, processTerminal());
}

if (first === "--version" || first === "-V") print(`${ownVersion()}\n`);
else void main();
