/** How callers may keep the responses of a gateway (RFC 9111). */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ConfigurationError } from "soapwright-runtime";
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
      option: "cache",
    });
  }

  sendJson(one: ServedOperation, text: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const rule = this.setHeaders(one, request, reply);
    const type = "application/json; charset=utf-8";
    if (rule?.etag !== true) return reply.type(type).send(text);
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    reply.header("etag", etag);
    const known = (request.headers["if-none-match"] ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
    return known.includes(etag) || known.includes("*") ? reply.code(304).send() : reply.type(type).send(text);
  }

  /** Sets the headers of a GET that may be kept, and returns its rule. Other credentials and media types are told apart. */
  setHeaders({ operation }: ServedOperation, { method }: FastifyRequest, reply: FastifyReply): CacheRule | undefined {
    const name = [operation.name, operation.method].find((each) => Object.hasOwn(this.rules, each));
    if (name === undefined || method === "POST") return undefined;
    const rule = this.rules[name]!;
    const varied = "Accept, Authorization";
    reply.header("vary", reply.hasHeader("vary") ? `${String(reply.getHeader("vary"))}, ${varied}` : varied);
    if (rule.cacheControl !== undefined) reply.header("cache-control", rule.cacheControl);
    return rule;
  }
}
