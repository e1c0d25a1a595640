/** A summary of an exchange: its arguments, and why it failed. */
import { childOf, textOf } from "./element-tree";
import { rootOf } from "./request-text";

/** A fault in a response, as code and text. */
export interface FaultSummary {
  /** The local part of the code, as the response writes it: `Client`, `soap:Server`. */
  readonly code: string;
  readonly text: string;
}

const longestArguments = 120;
/** Only headers precede a fault, so this many characters suffice. */
const startOfBody = 20_000;

/** The text is such as `OrderId: 7, Year: 2026`, and empty for an operation without arguments. */
export function argumentsText(args: unknown): string {
  const text = wordsOf(args, 0);
  return text.length <= longestArguments ? text : `${text.slice(0, longestArguments).trimEnd()}…`;
}

function wordsOf(value: unknown, depth: number): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value.length <= longestArguments ? value : value.slice(0, longestArguments + 1);
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  if (Array.isArray(value)) {
    const [first, ...others] = value as unknown[];
    if (first === undefined) return "[]";
    return `[${wordsOf(first, depth + 1)}${others.length === 0 ? "" : `, ${others.length} more`}]`;
  }
  if (depth > 3) return "{…}";
  const members: string[] = [];
  let length = 0;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    members.push(`${name}: ${wordsOf(member, depth + 1)}`);
    length += members.at(-1)!.length;
    if (length > longestArguments) break;
  }
  const text = members.join(", ");
  return depth === 0 ? text : `{ ${text} }`;
}

/** Returns undefined for a response without a fault, or one that cannot be read. */
export function faultOf(body: string): FaultSummary | undefined {
  if (!/<(?:[^\s<>:/]+:)?Fault[\s>]/.test(body.slice(0, startOfBody))) return undefined;
  const fault = childOf(childOf(rootOf(body), "Body"), "Fault");
  if (fault === undefined) return undefined;
  const code = childOf(fault, "faultcode") ?? childOf(childOf(fault, "Code"), "Value");
  const text = childOf(fault, "faultstring") ?? childOf(childOf(fault, "Reason"), "Text");
  return { code: code ? textOf(code).trim() : "", text: text ? textOf(text).trim() : "" };
}
