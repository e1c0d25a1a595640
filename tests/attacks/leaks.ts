/** Looks for the credentials in everything that a failure can print. */
import { inspect } from "node:util";
import { MARKERS } from "./markers";

/** The domain is an identifier: messages show it. */
const { domain: _shown, ...SECRETS } = MARKERS;

/** `marker in place` for each that is found. */
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
