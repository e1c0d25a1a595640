import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** The garbage collector, without a flag on the command line. */
export const collectGarbage = runInNewContext("gc") as () => void;
