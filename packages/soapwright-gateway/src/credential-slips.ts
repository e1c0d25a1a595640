/** Whose mistake a wrong option of `credentials` is: a text in it is the caller's, all else is the function's. */

import type { ServiceClient } from "soapwright-runtime";
import { ConfigurationError, isConfigurationError } from "soapwright-runtime/errors";

/**
 * Returns a client with the options of `credentials`.
 *
 * @throws ConfigurationError of the option whose text is wrong, and of `credentials` for a slip of the function.
 */
export function clientWith(client: ServiceClient, options: object): ServiceClient {
  try {
    return client.with(options);
  } catch (error) {
    if (!isConfigurationError(error) || (isText(options, error) && isTaken(client, options, error))) throw error;
    throw new ConfigurationError(`credentials returned what client.with() does not take: ${error.message}`, {
      reason: "credentials-unusable",
      option: "credentials",
      cause: error,
    });
  }
}

/** Whether the option that an error names is a text, which is the caller's. */
export function isText(options: object, { option }: ConfigurationError): boolean {
  return typeof stepsTo(options, option)?.at(-1)?.value === "string";
}

/** Whether the options are right with another text for the one that the error names. */
function isTaken(client: ServiceClient, options: object, { option }: ConfigurationError): boolean {
  const other = stepsTo(options, option)!.reduceRight<unknown>(
    (inner, { parent, key }) => (Array.isArray(parent) ? parent.with(Number(key), inner) : { ...parent, [key]: inner }),
    "x",
  );
  try {
    client.with(other as object);
    return true;
  } catch {
    return false;
  }
}

interface Step {
  readonly parent: object;
  readonly key: string;
  readonly value: unknown;
}

/** Returns the steps to `headers.Session.Key`; undefined if it is not there. The keys tell which dots are those of names. */
function stepsTo(options: object, path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let parent: unknown = options;
  let rest = path;
  while (rest !== "") {
    if (typeof parent !== "object" || parent === null) return undefined;
    const inside = rest.replace(/^\./, "").replace(/^\[(\d+)\]/, "$1");
    const keys = Object.keys(parent).filter(
      (each) => inside.startsWith(each) && /^(?:$|[.[])/.test(inside.slice(each.length)),
    );
    const key = keys.sort((one, other) => other.length - one.length)[0];
    if (key === undefined) return undefined;
    const value: unknown = Reflect.get(parent, key);
    steps.push({ parent, key, value });
    parent = value;
    rest = inside.slice(key.length);
  }
  return steps;
}
