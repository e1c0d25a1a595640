#!/usr/bin/env node
/** The command `employee-service`. */
import { run } from "./run";

const stopped = () =>
  new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });

/** Standard input to its end. */
async function text(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

// A reader that closes early, such as `head`, is not a failure.
process.stdout.on("error", () => process.exit());

void run(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  input: text,
  stopped,
}).then((exitCode) => {
  process.exitCode = exitCode;
});
