import { AbortError } from "soapwright-runtime/errors";
import { longestInput, type Terminal } from "./terminal";

/** Takes over the signals and the standard streams of the process. Called once. */
export function processTerminal(): Terminal {
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
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes early, such as `head`, is not a failure.
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(`error: Standard output cannot be written: ${error.message}.\n`);
    process.exit(1);
  });
  // An unwritable stderr has no reader; the exit code reports the error.
  process.stderr.on("error", () => {});
  const { stdout } = process;
  return {
    environment: process.env,
    out,
    err: (text) => process.stderr.write(text),
    input: async () => {
      stop.signal.addEventListener("abort", () => process.stdin.destroy(new AbortError("Standard input was left.")));
      let text = "";
      for await (const part of process.stdin.setEncoding("utf8")) {
        text += part;
        // Leaving the loop closes the stream.
        if (text.length > longestInput) break;
      }
      return text;
    },
    stopped: () => stopped,
    signal: stop.signal,
    ...(stdout.isTTY ? { screen: { columns: stdout.columns, colors: stdout.hasColors() } } : {}),
  };
}

/** Resolves when the reader has room for more. */
function out(text: string): void | Promise<void> {
  if (process.stdout.write(text)) return undefined;
  return new Promise((resolve) => {
    process.stdout.once("drain", resolve);
  });
}
