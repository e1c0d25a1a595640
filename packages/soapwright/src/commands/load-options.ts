import { defaultLimits, type LoadLimits, type LoadOptions } from "soapwright-contract";
import { optionsIn } from "../config/stage-options";
import type { LoadFlags } from "./shared-options";

const limits = Object.keys(defaultLimits) as (keyof LoadLimits)[];

/** Returns the options of loading that flags of a command line set. */
export function loadOptions(flags: LoadFlags): LoadOptions {
  const given = limits.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]]));
  return {
    ...optionsIn(flags).load,
    ...(flags.catalog && { catalogs: flags.catalog }),
    ...(flags.skipOperation && { skipOperations: flags.skipOperation }),
    ...(given.length > 0 && { limits: Object.fromEntries(given) }),
  };
}
