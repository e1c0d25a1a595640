/** Operations by the names and patterns of options. */
import type { ServiceClient } from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/http";
import { nearName } from "soapwright-runtime/xsd";

/** More names than these say nothing to a reader. */
const MOST_NAMES = 12;

export function clientsOf<C extends ServiceClient>(client: C | readonly C[]): readonly C[] {
  return client instanceof Object && Symbol.iterator in client ? client : [client];
}

/** The pattern of `Get*`, in any case. */
export function patternOf(text: string): RegExp {
  const parts = text.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "iu");
}

/** Returns the patterns of the option `safe` that match no operation of a client, or of several. */
export function idlePatterns(client: ServiceClient | readonly ServiceClient[], safe: readonly string[]): string[] {
  const operations = clientsOf(client).flatMap((each) => partsOf(each).service.operations);
  return safe.filter((text) => {
    const pattern = patternOf(text);
    return !operations.some(({ name, method }) => pattern.test(name) || pattern.test(method));
  });
}

/** What may be meant by a name that no operation has. */
export function hintFor(text: string, names: readonly string[]): string {
  const near = nearName(text, names);
  return near === undefined ? `There is ${names.slice(0, MOST_NAMES).join(", ")}.` : `Did you mean ${near}?`;
}
