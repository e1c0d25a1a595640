import { stackOf } from "../errors/error-message";

/** Where a call was made. Its frames become text when somebody needs it. */
export interface CallSite {
  readonly stack?: string;
}

/**
 * Returns the stack above `below`, including async callers. V8 finds async callers without any cost for successful
 * calls.
 */
export function captureStack(below: (...args: never[]) => unknown): CallSite {
  const here: CallSite = {};
  Error.captureStackTrace?.(here, below);
  return here;
}

/**
 * Appends the caller's frames to the error's stack, which may come from an event.
 *
 * @param before The message that the error had when its stack may have been read.
 */
export function showCaller(error: Error, site: CallSite, before = error.message): void {
  const own = stackOf(error);
  if (own === undefined) return;
  const stack = own.includes(error.message) ? own : own.replace(before, () => error.message);
  const frames = (stackOf(site) ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !stack.includes(line));
  if (frames.length > 0 || stack !== own) error.stack = [stack, ...frames].join("\n");
}
