/** The way of one call: from a request to the client, and from its result to a response. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { toJson } from "soapwright-json";
import { isArgumentError, type ServiceClient } from "soapwright-runtime";
import { contentOf } from "soapwright-runtime/nodes";
import type { Cache } from "./cache";
import type { CallEnd } from "./call-end";
import { argumentRefusal, argumentsOf, jsonGiven, jsonOf } from "./call-json";
import type { Callers } from "./callers";
import { following, linesOf, NDJSON } from "./ndjson";
import type { ServedOperation } from "./operations";
import { type ProblemResponse, Refusal, textOf } from "./problems";
import type { Refusals } from "./refusals";

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
    try {
      const client = this.callers.clientOf(request, one);
      const options = { signal: life.signal, ...(one.isSafe ? { safe: true } : {}), ...traceOf(request) };
      if (form === "ndjson") {
        const lines = await this.#lines(one, client, args, options, life, (error) =>
          this.refusals.of(error, request, one, callers),
        );
        return reply.headers(OF_LINES).send(lines);
      }
      const call = (Reflect.get(client, operation.method) as Call<StartedCall>).call(client, args, options);
      const result = await call;
      if (one.validation === "lenient") warnOf((await call.withResponse?.())?.notes, reply);
      if (operation.output === undefined) return reply.code(202).send();
      const json = jsonOf(one, () =>
        toJson(operation.output!, result, { name: operation.name, validation: one.validation }),
      );
      return json === undefined
        ? reply.code(204).send()
        : this.cache.sendJson(one, JSON.stringify(json), request, reply);
    } catch (error) {
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

/** Tells the caller where a lenient client has read what the contract does not allow. A path has no value in it. */
function warnOf(notes: readonly { readonly path: string }[] = [], reply: FastifyReply): void {
  const [first] = notes;
  if (first === undefined) return;
  const more = notes.length > 1 ? ` and at ${notes.length - 1} more places` : "";
  const path = first.path.replace(/[^\x20-\x7e]|["\\]/g, "?").slice(0, 500);
  reply.header("warning", `199 - "The response departs from its contract at ${path}${more}."`);
}

/** @throws Refusal with 406 for lines of a result that is not a list. */
function formOf({ isList, operation }: ServedOperation, { headers }: FastifyRequest): "json" | "ndjson" {
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

/** 3.2.2 of Trace Context, level 1: an identifier of zeros and the version ff are not valid. */
const TRACE = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace of the caller (Trace Context, level 1). OpenTelemetry's own headers replace it where it is active. */
function traceOf({ headers }: FastifyRequest): { readonly httpHeaders?: Readonly<Record<string, string>> } {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string" || !TRACE.test(traceparent)) return {};
  const state = typeof tracestate === "string" && /^[\x20-\x7e]{1,512}$/.test(tracestate) ? { tracestate } : {};
  return { httpHeaders: { traceparent, ...state } };
}
