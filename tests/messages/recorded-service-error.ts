/** In the place of `packages/soapwright-runtime/src/errors/service-error.ts` while messages are collected. */

import type { ErrorSentence } from "soapwright-runtime";
import { ServiceError as Real } from "soapwright-runtime";
import { adviceInWords, type ClassDefaults, OF_CLIENT, type ServiceErrorOptions } from "soapwright-runtime/internal";
import { record } from "./record";

export type { ErrorCode } from "soapwright-runtime";
export { isAuthenticationError, isServiceError } from "soapwright-runtime";
export type { ServiceErrorOptions } from "soapwright-runtime/internal";
export { type CallContext, hasCode, withContext } from "soapwright-runtime/internal";

export abstract class ServiceError extends Real {
  protected constructor(sentence: ErrorSentence, options: ServiceErrorOptions, defaults: ClassDefaults) {
    super(sentence, options, defaults);
    if (!isOurs()) return;
    const remedy = adviceInWords(this.advice, OF_CLIENT);
    const from = new.target.name;
    // The subclass sets its own fields later: what it is made with says the same.
    const about: unknown = Reflect.get(options, "reason") ?? Reflect.get(options, "phase") ?? this.kind;
    record({ from, text: this.message, remedy, about: String(about) });
  }
}

/** Whether the package makes the error, not a test that makes one of its own. */
function isOurs(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  let stack: unknown;
  try {
    stack = new Error().stack;
  } catch {
    // A test's own preparer of stacks.
  }
  Error.stackTraceLimit = stackTraceLimit;
  // A test may have a preparer of stacks that makes something else of them.
  if (typeof stack !== "string") return false;
  const maker = stack
    .split("\n")
    .slice(1)
    .find((frame) => !/[\\/](?:tests[\\/]messages|src[\\/]errors)[\\/]/.test(frame));
  return maker !== undefined && /[\\/]src[\\/]/.test(maker);
}
