/** The terminal of this process. */
import { AbortError } from "soapwright-runtime/errors";
import { safeLine } from "soapwright-runtime/xsd";
import { UsageError } from "../end/command-end";
import { type Ask, longestInput, NOT_UTF8, type Terminal } from "./terminal";

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
    process.stderr.write(safeLine`error: Standard output cannot be written: ${error.message}.\n`);
    process.exit(1);
  });
  // An unwritable stderr has no reader; the exit code reports the error.
  process.stderr.on("error", () => {});
  const { stdout } = process;
  return {
    environment: process.env,
    args: process.argv.slice(2),
    out,
    err: (text) => process.stderr.write(text),
    input: async () => {
      stop.signal.addEventListener("abort", () => process.stdin.destroy(new AbortError("Standard input was left.")));
      return inputText(process.stdin);
    },
    stopped: () => stopped,
    signal: stop.signal,
    ...(process.stdin.isTTY && stdout.isTTY ? { ask } : {}),
    ...(stdout.isTTY ? { screen: { columns: stdout.columns, colors: stdout.hasColors() } } : {}),
  };
}

const ask: Ask = async (place, text) => {
  const { askInTerminal } = await import("../call/ask");
  return askInTerminal(place, text);
};

/** See `Terminal.input`. */
export async function inputText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  try {
    for await (const part of stream) {
      text += decoder.decode(part, { stream: true });
      // Leaving the loop closes the stream.
      if (text.length > longestInput) return text;
    }
    return text + decoder.decode();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    throw new UsageError(`standard input ${NOT_UTF8}`);
  }
}

/** Resolves when the reader has room for more. */
function out(text: string): void | Promise<void> {
  if (process.stdout.write(text)) return undefined;
  return new Promise((resolve) => {
    process.stdout.once("drain", resolve);
  });
}
