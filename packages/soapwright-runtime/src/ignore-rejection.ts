/** Handles promises of user functions that nothing awaits. */

/**
 * Returns `value`. If it is a promise, for example because a user passed an async callback, its rejection does not end
 * the process.
 */
export function ignoreRejection<T>(value: T): T {
  if (typeof value === "object" && value !== null) Promise.resolve(value).catch(nothing);
  return value;
}

function nothing(): void {}
