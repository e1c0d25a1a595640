import { type FaultError, isFaultError } from "../errors/fault-error";
import type { Operation } from "../schema/codec";

/**
 * Returns whether `error` is a fault that `operation` (`schemas.getPrice` of a generated client) declares in the WSDL.
 * If so, `error.fault.detail` is typed: `$type` is the name of the fault, `value` its content.
 */
export function isFaultOf<A, R, H, F, B>(
  error: unknown,
  operation: Operation<A, R, H, F, B>,
): error is FaultError<F> & { readonly fault: { readonly detail: F } } {
  if (!isFaultError(error) || error.operation !== operation.name) return false;
  const type = error.fault.detail?.$type;
  return operation.faults.some(({ name }) => name === type);
}
