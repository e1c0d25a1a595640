import { setFlagsFromString } from "node:v8";

const longRunning = ["export", "worker"];

/**
 * Makes V8 compile undici's parser (WebAssembly) only once. It would compile it again in the background, for speed, and
 * Node waits for that at the end of the command: for 100 to 200 ms. In exports and workers, the number of calls makes
 * the speed worth it. undici compiles it for the first connection, so call this before.
 */
export function compileOnce(command: string | undefined): void {
  if (!longRunning.includes(command ?? "")) setFlagsFromString("--liftoff-only");
}
