import { setFlagsFromString } from "node:v8";

const longRunning = ["export", "worker"];

/**
 * Has V8 compile undici's parser (WebAssembly) once. It would compile it again in the background, for speed, and Node waits
 * for that when the command is done: for 100 to 200 ms. Exports and workers make so many calls that the speed pays. undici
 * compiles it for the first connection: call this before.
 */
export function compileOnce(command: string | undefined): void {
  if (!longRunning.includes(command ?? "")) setFlagsFromString("--liftoff-only");
}
