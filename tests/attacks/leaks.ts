/** Searches everything that a failure can print for credentials. */
import { inspect } from "node:util";
import { MARKERS } from "./markers";

/** Messages show the domain, because it is an identifier. */
const { domain: _shown, ...SECRETS } = MARKERS;

/** Returns `marker in place` for each marker that it finds. */
export function leaksOf(error: unknown): string[] {
  const prints: Readonly<Record<string, () => string>> = {
    message: () => String((error as Error).message),
    stack: () => String((error as Error).stack),
    inspect: () => inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON: () => JSON.stringify(error) ?? "",
    string: () => String(error),
    causes: () =>
      causesOf(error)
        .map((cause) => inspect(cause, { depth: 20, showHidden: true }))
        .join("\n"),
  };
  return Object.entries(prints).flatMap(([place, print]) => {
    const text = print();
    return Object.entries(SECRETS).flatMap(([name, marker]) => (text.includes(marker) ? [`${name} in ${place}`] : []));
  });
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = (error as Error).cause; cause !== undefined && causes.length < 20; cause = (cause as Error).cause) {
    causes.push(cause);
  }
  return causes;
}
