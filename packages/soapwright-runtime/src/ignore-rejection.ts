/** What a user's function returns where nobody waits for it. */

/** `value`. If it is a promise, as of an async function where a plain one is asked for, its rejection does not end the process. */
export function ignoreRejection<T>(value: T): T {
  if (typeof value === "object" && value !== null) Promise.resolve(value).catch(nothing);
  return value;
}

function nothing(): void {}
