import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** The garbage collector, without a command line flag. */
export const collectGarbage = runInNewContext("gc") as () => void;
