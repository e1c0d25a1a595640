import { LoadProblem } from "./load-problem";

/** The name of stdin on the command line. */
export const stdinName = "-";
/** The name of stdin in messages and generated files. */
export const stdinShown = "stdin";

/** Returns the bytes piped into this process. @throws LoadProblem when nothing is piped, and for too much. */
export async function readStdin(maxBytes: number): Promise<Uint8Array> {
  const { stdin } = process;
  if (stdin.isTTY)
    throw new LoadProblem("nothing is piped into the command", "for example curl ADDRESS | … generate -");
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stdin as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > maxBytes)
      throw new LoadProblem(`${stdinShown} is larger than ${maxBytes} bytes`, "raise the limit with --max-file-bytes");
    pieces.push(piece);
  }
  if (length === 0) throw new LoadProblem("nothing came from stdin", "check the command before the pipe");
  return Buffer.concat(pieces);
}
