/** How callers may keep the responses of a gateway (RFC 9111). */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ConfigurationError } from "soapwright-runtime/errors";
import { hintFor } from "./named-operations";
import type { Served, ServedOperation } from "./operations";

/** How responses of a GET may be kept. */
export interface CacheRule {
  /** The value of `Cache-Control`, for example `private, max-age=60`. Default: none. */
  readonly cacheControl?: string | undefined;
  /** Whether JSON has an `ETag`, and a request whose `If-None-Match` has it gets a 304. Default: false. */
  readonly etag?: boolean | undefined;
}

/** The rules of operations by name in the WSDL or by method. */
export type CacheRules = Readonly<Record<string, CacheRule>>;

/** Sends responses with the headers of their rules. */
export class Cache {
  /** @throws ConfigurationError for a rule of an operation that is not there. */
  constructor(
    private readonly rules: CacheRules = {},
    { operations }: Served,
  ) {
    const names = operations.flatMap(({ operation: { name, method } }) => [name, method]);
    const idle = Object.keys(rules).find((name) => !names.includes(name));
    if (idle === undefined) return;
    const known = [...new Set(operations.map(({ operation }) => operation.name))];
    throw new ConfigurationError(`There is no operation ${idle}, which cache names. ${hintFor(idle, known)}`, {
      reason: "cached-operation-unknown",
      option: "cache",
    });
  }

  sendJson(one: ServedOperation, text: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const rule = this.ruleOf(one, request);
    if (rule?.cacheControl !== undefined) reply.header("cache-control", rule.cacheControl);
    const type = "application/json; charset=utf-8";
    if (rule?.etag !== true) return reply.type(type).send(text);
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    reply.header("etag", etag);
    const known = (request.headers["if-none-match"] ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
    return known.includes(etag) || known.includes("*") ? reply.code(304).send() : reply.type(type).send(text);
  }

  /** Returns the rule of a GET; undefined without one. */
  ruleOf({ operation }: ServedOperation, { method }: FastifyRequest): CacheRule | undefined {
    if (method === "POST") return undefined;
    const name = [operation.name, operation.method].find((each) => Object.hasOwn(this.rules, each));
    return name === undefined ? undefined : this.rules[name];
  }
}

/**
 * Tells responses of other media types and credentials apart (RFC 9111, 4.1). `names` are the headers that callers are
 * known by; undefined if they are known by anything else, so that no cache may keep the response.
 */
export function setVary(reply: FastifyReply, names: readonly string[] | undefined): void {
  if (names === undefined) reply.header("cache-control", "no-store");
  const before = String(reply.getHeader("vary") ?? "");
  if (before.includes("*")) return;
  const all = [...before.split(","), "Accept", "Authorization", ...(names ?? [])].map((each) => each.trim());
  const kept = all.filter((each, at) => each !== "" && all.findIndex((other) => isSame(other, each)) === at);
  reply.header("vary", kept.join(", "));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
