/** Whose turn a call of the gateway takes in the queue of its client. */
import { types } from "node:util";
import type { FastifyRequest } from "fastify";
import { digest } from "./access";

/** Deeper options are told apart by the address of the caller alone. */
const MOST_DEPTH = 16;

/**
 * Returns the tenant of a call: the name of its caller, else equal options of `credentials`, else the address that the
 * request comes from. A function among the options is another one for each request, so the address counts instead.
 */
export function tenantOf(name: string | undefined, callers: object | undefined, { ip }: FastifyRequest): unknown {
  // The rules of `fairness` see names, and take what begins with U+0001 for one.
  if (name !== undefined) return `\u0001${name}`;
  const text = callers === undefined ? undefined : textOf(callers, 0);
  const key = text === undefined ? ip : text.includes("\u0000") ? `${text}\u0000${ip}` : text;
  // Equal numbers are one key of a map, and no text that statistics could show.
  return BigInt(`0x${digest(key).toString("hex")}`);
}

/** Returns one text for equal values, with U+0000 for those that cannot be compared. */
function textOf(value: unknown, depth: number): string {
  if (typeof value === "function" || typeof value === "symbol" || depth > MOST_DEPTH) return "\u0000";
  if (typeof value !== "object" || value === null)
    return JSON.stringify(`${typeof value} ${String(value)}`).replaceAll("\u0000", "");
  if (types.isUint8Array(value)) return `octets ${Buffer.from(value).toString("base64")}`;
  if (Array.isArray(value)) return `[${value.map((each) => textOf(each, depth + 1)).join()}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return "\u0000";
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each, depth + 1)}`).join()}}`;
}
