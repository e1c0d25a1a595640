#!/usr/bin/env node
/** The command `employee-service`. */
import { text as textOf } from "node:stream/consumers";
import { AbortError } from "soapwright-runtime";
import { run } from "./run";

const stop = new AbortController();
const stopped = new Promise<void>((resolve) => {
  // A second signal finds no listener, and ends the process.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stop.abort();
      resolve();
    });
  }
});

async function text(): Promise<string> {
  stop.signal.addEventListener("abort", () => process.stdin.destroy(new AbortError("Standard input was left.")));
  return textOf(process.stdin);
}

/** Resolves when the reader has room for more. */
function out(text: string): void | Promise<void> {
  if (process.stdout.write(text)) return undefined;
  return new Promise((resolve) => {
    process.stdout.once("drain", resolve);
  });
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closes early, such as `head`, is not a failure.
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`error: Standard output cannot be written: ${error.message}.\n`);
  process.exit(1);
});
// An unwritable stderr has no reader; the exit code reports the error.
process.stderr.on("error", () => {});

void run(process.argv.slice(2), {
  environment: process.env,
  out,
  err: (text) => process.stderr.write(text),
  input: text,
  stopped: () => stopped,
  signal: stop.signal,
  ...(process.stdout.isTTY ? { screen: { columns: process.stdout.columns, colors: process.stdout.hasColors() } } : {}),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
