import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Runs the garbage collector. It needs no command-line flag. */
export const collectGarbage = runInNewContext("gc") as () => void;
