/** The way of one call: from a request to the client, and from its result to a response. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServiceClient } from "soapwright-runtime";
import { contentOf } from "soapwright-runtime/codecs";
import { isArgumentError, isServiceError } from "soapwright-runtime/errors";
import { toJson } from "soapwright-runtime/json";
import type { Cache } from "./cache";
import type { CallEnd } from "./call-end";
import { argumentRefusal, argumentsOf, jsonGiven, jsonOf } from "./call-json";
import type { CallLog } from "./call-log";
import type { Callers } from "./callers";
import { following, linesOf, NDJSON } from "./ndjson";
import type { ServedOperation } from "./operations";
import type { OwnCredentials } from "./own-credentials";
import { type ProblemResponse, Refusal, textOf } from "./problems";
import type { Refusals } from "./refusals";
import { traceOf } from "./trace-context";

type Call<R> = (args: unknown, options: object) => R;
/** What a method of a client returns. A test double may be a promise alone. */
type StartedCall = Promise<unknown> & {
  withResponse?(): Promise<{ readonly notes?: readonly { readonly path: string }[] }>;
};

/** Answers the requests of operations. */
export class Answers {
  constructor(
    private readonly callers: Callers,
    private readonly cache: Cache,
    private readonly refusals: Refusals,
    private readonly own: OwnCredentials,
    private readonly log: CallLog,
  ) {}

  /** Makes the call of one request. Rejects with a `Refusal` of arguments, or of a form that the result has not. */
  async answer(
    one: ServedOperation,
    given: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { operation } = one;
    const args = argumentsOf(one, given);
    const form = formOf(one, request);
    const { life, options: callers } = this.callers.of(request);
    // The headers say all that there is to say, and nobody would read the lines.
    if (form === "ndjson" && request.method === "HEAD") return reply.headers(OF_LINES).send(Readable.from([]));
    life.run();
    const isOwn = callers === undefined;
    const begunAt = performance.now();
    try {
      const client = this.callers.clientOf(request, { client: this.own.clientFor(one.client) });
      const options = { signal: life.signal, ...(one.isSafe ? { safe: true } : {}), ...traceOf(request) };
      if (form === "ndjson") {
        const lines = await this.#lines(one, client, args, options, life, (error) =>
          this.refusals.of(error, request, one, callers),
        );
        if (isOwn) this.own.succeeded(begunAt);
        this.log.note(request, 1);
        return reply.headers(OF_LINES).send(lines);
      }
      const call = (Reflect.get(client, operation.method) as Call<StartedCall>).call(client, args, options);
      const result = await call;
      if (one.validation === "lenient") warnOf((await call.withResponse?.())?.notes, reply);
      await this.log.count(request, call);
      if (isOwn) this.own.succeeded(begunAt);
      if (operation.output === undefined) return reply.code(202).send();
      const json = jsonOf(one, () =>
        toJson(operation.output!, result, { name: operation.name, validation: one.validation }),
      );
      return json === undefined
        ? reply.code(204).send()
        : this.cache.sendJson(one, JSON.stringify(json), request, reply);
    } catch (error) {
      if (isServiceError(error)) this.log.note(request, error.attempts);
      if (isOwn) this.own.failed(error, one.client, one.isSafe ? (client) => callOf(client, one, args) : undefined);
      const found = isArgumentError(error) ? (argumentRefusal(one, jsonGiven(one, given)) ?? error) : error;
      return this.refusals.send(found, request, reply, one, callers);
    } finally {
      if (form === "json") life.end();
    }
  }

  /** The first item is awaited, so that an error before it has a status of its own. */
  async #lines(
    one: ServedOperation,
    client: ServiceClient,
    args: unknown,
    options: object,
    life: CallEnd,
    problemOf: (error: unknown) => ProblemResponse,
  ) {
    const { operation } = one;
    const method = Reflect.get(client, `${operation.method}Stream`) as Call<AsyncIterator<unknown>>;
    const items = method.call(client, args, options);
    const first = await items.next();
    // A stream has no time limit but the client's.
    life.pause();
    const { type } = contentOf(operation.output!);
    const lines = linesOf(
      following(first, items),
      (item) =>
        `${JSON.stringify(jsonOf(one, () => toJson(type, item, { name: operation.name, validation: one.validation })))}\n`,
      (error) => `{"$error":${textOf(problemOf(error).problem)}}\n`,
    );
    // A response that waits behind others of its connection has no end of its own.
    life.signal.addEventListener("abort", () => lines.destroy(), { once: true });
    return lines;
  }
}

/** A list that breaks off is a whole response of status 200, which no cache may keep. */
const OF_LINES = { "content-type": NDJSON, "cache-control": "no-store" };

function callOf(client: ServiceClient, { operation }: ServedOperation, args: unknown): Promise<unknown> {
  return (Reflect.get(client, operation.method) as Call<Promise<unknown>>).call(client, args, { safe: true });
}

/** Tells the caller where a lenient client has read what the contract does not allow. A path has no value in it. */
function warnOf(notes: readonly { readonly path: string }[] = [], reply: FastifyReply): void {
  const [first] = notes;
  if (first === undefined) return;
  const more = notes.length > 1 ? ` and at ${notes.length - 1} more places` : "";
  const path = first.path.replace(/[^\x20-\x7e]|["\\]/g, "?").slice(0, 500);
  reply.header("warning", `199 - "The response departs from its contract at ${path}${more}."`);
}

/** @throws Refusal with 406 for lines of a result that is not a list. */
function formOf({ isList, isLines, operation }: ServedOperation, { headers }: FastifyRequest): "json" | "ndjson" {
  if (isLines) return "ndjson";
  const { accept = "" } = headers;
  if (!/json/i.test(accept)) return "json";
  const wanted = accept.split(",").map((each) => {
    const [type = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const qualityOf = (...types: readonly string[]): number =>
    Math.max(0, ...wanted.filter(({ type }) => types.includes(type)).map(({ quality }) => quality));
  const lines = qualityOf(NDJSON, "application/ndjson", "application/jsonl");
  if (lines === 0 || lines < qualityOf("application/json")) return "json";
  if (isList) return "ndjson";
  if (qualityOf("application/json", "application/*", "*/*") > 0) return "json";
  throw new Refusal(406, `The result of ${operation.name} is not a list, and has no lines. Accept application/json.`);
}
