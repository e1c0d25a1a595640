/** Variables of the environment in values of the command line. */
import { UsageError } from "../end/command-end";
import type { Environment } from "../terminal/terminal";

/**
 * Returns the text with the values of the variables that it names as `${NAME}`, which keeps secrets out of command lines.
 * Throws `UsageError` for a variable that is not set.
 */
export function withVariables(
  text: string,
  { environment }: { readonly environment: Environment },
  place: string,
): string {
  return text.replace(/\$\{(\w+)\}/g, (_, variable: string) => variableOf(variable, { environment }, place));
}

/** Throws `UsageError` for a variable that is not set. `place` is the option that names it. */
export function variableOf(
  name: string,
  { environment }: { readonly environment: Environment },
  place: string,
): string {
  const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (found === undefined || found === "")
    throw new UsageError(`the environment variable ${name} of ${place} is not set.`);
  return found;
}
