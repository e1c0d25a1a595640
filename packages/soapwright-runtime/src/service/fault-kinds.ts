import { isFaultError } from "../errors/fault-error";
import type { ErrorKind } from "../errors/kind";
import type { ServiceError } from "../errors/service-error";
import type { FaultRule } from "./version";

type ErrorRule = (error: ServiceError) => ErrorKind | undefined;

/** The user's rule comes first, and the rows are the fallback. */
export function kindsBy(
  rules: readonly FaultRule[] | undefined,
  userRule: ErrorRule | undefined,
): ErrorRule | undefined {
  if (rules === undefined || rules.length === 0) return userRule;
  // The client rejects a value that is not a function.
  if (userRule !== undefined && typeof userRule !== "function") return userRule;
  return (error) => userRule?.(error) ?? kindOf(error, rules);
}

function kindOf(error: ServiceError, rules: readonly FaultRule[]): ErrorKind | undefined {
  if (!isFaultError(error)) return undefined;
  const { code, subcodes, reason } = error.fault;
  const codes = [code, ...subcodes].map(({ local }) => local);
  const lowerReason = reason.toLowerCase();
  return rules.find(
    (rule) =>
      (rule.code === undefined || codes.includes(rule.code)) &&
      (rule.reason === undefined || lowerReason.includes(rule.reason.toLowerCase())),
  )?.kind;
}
