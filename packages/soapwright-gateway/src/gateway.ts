/** The gateway as a Fastify plugin: routes, and the way of one request. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { fromJson, parseJsonText, toJson } from "soapwright-json";
import { ConfigurationError, isArgumentError, isServiceError, type ServiceClient } from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/internal";
import { contentOf } from "soapwright-runtime/nodes";
import { contractOf } from "soapwright-runtime/tables";
import { nearName } from "soapwright-runtime/xsd";
import { type AccessOptions, checkSite, checkToken, preflightHeaders, siteHeaders } from "./access";
import { Connections } from "./connections";
import { checkFit } from "./fit";
import { Admissions, type GatewayLimits, readBody } from "./limits";
import { clientsOf, hintFor } from "./named-operations";
import { following, linesOf, NDJSON } from "./ndjson";
import { documentOf, type OpenApiOptions } from "./openapi";
import { type Served, type ServedOperation, servedOperations } from "./operations";
import { PAGE_POLICY, pageFile } from "./page";
import { defaultStatuses, type Problem, pointer, problemOf, Refusal, type StatusTable, textOf } from "./problems";
import { jsonOfQuery } from "./query";

/** How responses of a GET may be kept. */
export interface CacheRule {
  /** The value of `Cache-Control`, for example `private, max-age=60`. Default: none. */
  readonly cacheControl?: string | undefined;
  /** Whether JSON has an `ETag`, and a request whose `If-None-Match` has it gets a 304. Default: false. */
  readonly etag?: boolean | undefined;
}

/** Options of a gateway. */
export interface GatewayOptions<C extends ServiceClient = ServiceClient>
  extends AccessOptions,
    Omit<OpenApiOptions<C>, "prefix" | "bearer"> {
  /**
   * Returns the options of `client.with()` for a request: the credentials of its caller. Undefined for a request
   * without credentials, which gets a 401. Default: every call has the credentials of the client.
   */
  readonly credentials?:
    | ((request: FastifyRequest) => CallerOptions<C> | undefined | Promise<CallerOptions<C> | undefined>)
    | undefined;
  /** The value of `WWW-Authenticate` of a 401 that concerns the caller's credentials. Default: `Bearer`. */
  readonly challenge?: string | undefined;
  /** Limits of requests. */
  readonly limits?: GatewayLimits | undefined;
  /** Whose rate a request counts for. Default: the address that it comes from. */
  readonly callerOf?: ((request: FastifyRequest) => string) | undefined;
  /** How responses may be kept, by name in the WSDL or by method. Default: without `Cache-Control` and `ETag`. */
  readonly cache?: Readonly<Record<string, CacheRule>> | undefined;
  /** Whether people can try the operations at `/page`. Default: true. */
  readonly page?: boolean | undefined;
  /** Whether `/health` and `/ready` are served. Default: true. */
  readonly health?: boolean | undefined;
  /** Resolves to what is different in the WSDL since the client was made; `/health` reports it. Default: none. */
  readonly contractChange?: (() => Promise<string | undefined>) | undefined;
  /** Receives each error that is not the request's. Default: Fastify's logger. */
  readonly onError?: ((error: unknown, problem: Problem) => void) | undefined;
}

/** Options of `client.with()`. */
export type CallerOptions<C extends ServiceClient> = Parameters<C["with"]>[0];

/**
 * Returns a plugin for Fastify 5 that serves the operations of a client as JSON over HTTP, with their OpenAPI document
 * at `/openapi.json`. Register it with a `prefix` to serve below a path. The client stays yours: close it after Fastify.
 *
 * @throws ConfigurationError for two operations with one path, for a name in `safe` or `cache` without operation, and for
 *   a status that is no error's.
 */
export function gateway<C extends ServiceClient>(options: GatewayOptions<C>): FastifyPluginAsync {
  checkFit("gateway");
  const clients = clientsOf(options.client);
  const served = servedOperations(clients, options);
  checkStatuses({ ...defaultStatuses, ...options.statuses });
  checkCache(options.cache, served);
  return async (app) => {
    new Gateway(served, clients, options as unknown as GatewayOptions, app.prefix).register(app);
  };
}

type Call<R> = (args: unknown, options: object) => R;

class Gateway {
  readonly #statuses: StatusTable;
  readonly #admissions: Admissions;
  #isClosing = false;

  constructor(
    private readonly served: Served,
    private readonly clients: readonly ServiceClient[],
    private readonly options: GatewayOptions,
    private readonly prefix: string,
  ) {
    this.#statuses = { ...defaultStatuses, ...options.statuses };
    this.#admissions = new Admissions(options.limits ?? {});
  }

  register(app: FastifyInstance): void {
    const { options } = this;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("application/json", (request: FastifyRequest, body: IncomingMessage) =>
      this.#read(request, body),
    );
    app.addHook("onRequest", (request, reply, done) => {
      checkSite(request.raw, options);
      reply.headers(siteHeaders(request.raw, options));
      done();
    });
    const connections = new Connections(app.server);
    app.addHook("preClose", async () => {
      this.#isClosing = true;
      // Fastify answers requests meanwhile, and tells their callers that the connection ends.
      if (app.server.listening) await connections.drained(options.limits?.drainMs ?? 200);
    });
    app.setErrorHandler((error, request, reply) => this.#refuse(error, undefined, request, reply));
    const enter = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      checkToken(request.raw, options.token);
      const leave = this.#admissions.enter(options.callerOf?.(request) ?? request.ip);
      reply.raw.once("close", leave);
      done();
    };
    const tops = new Set<string>();
    for (const one of this.served.operations) {
      const shared = { onRequest: enter, bodyLimit: Number.MAX_SAFE_INTEGER };
      const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
        this.#refuse(error, one, request, reply);
      const post = (request: FastifyRequest, reply: FastifyReply) => this.#answer(one, request.body, request, reply);
      app.post(one.path, { ...shared, errorHandler }, post);
      const { query } = one;
      if (query !== undefined)
        app.get(one.path, { ...shared, errorHandler }, (request, reply) => {
          const [, text = ""] = /\?(.*)$/s.exec(request.raw.url ?? "") ?? [];
          return this.#answer(one, jsonOfQuery(text, query), request, reply);
        });
      const top = one.path.slice(0, one.path.indexOf("/", 1) + 1);
      if (top !== "") tops.add(top);
    }
    // Other paths below those of the gateway, and other methods. Paths beside them are the application's.
    for (const top of tops)
      app.all(`${top}*`, { bodyLimit: Number.MAX_SAFE_INTEGER }, (request, reply) => this.notFound(request, reply));
    this.#registerPages(app);
  }

  #registerPages(app: FastifyInstance): void {
    const { served, clients, options, prefix } = this;
    const bearer =
      options.token !== undefined || (options.credentials !== undefined && options.challenge === undefined);
    const document = documentOf(served, clients, { ...options, prefix, bearer });
    const text = JSON.stringify(document);
    app.get("/openapi.json", (_, reply) => reply.type("application/json; charset=utf-8").send(text));
    if (options.page !== false) {
      const send = (name: string, reply: FastifyReply) => {
        const file = pageFile(name, document.info.title);
        if (file === undefined) throw new Refusal(404, "The page has no such file.");
        return reply
          .headers({
            "content-security-policy": PAGE_POLICY,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
          })
          .type(file.type)
          .send(file.text);
      };
      app.get("/page", (_, reply) => send("", reply));
      app.get<{ Params: { file: string } }>("/page/:file", ({ params }, reply) => send(params.file, reply));
    }
    if (options.health !== false) {
      app.get("/health", async (_, reply) => reply.send(await this.#health()));
      app.get("/ready", (_, reply) => {
        const isReady = !this.#isClosing;
        return reply
          .code(isReady ? 200 : 503)
          .send({ status: isReady ? "pass" : "fail", callers: this.#admissions.count });
      });
    }
  }

  async #health(): Promise<object> {
    const change = await this.options.contractChange?.();
    return {
      status: change === undefined ? "pass" : "warn",
      ...(change === undefined ? {} : { notes: [change] }),
      contracts: this.clients.map((client) => {
        const { service } = partsOf(client);
        const { sha256, version } = contractOf(service);
        return { service: service.name, sha256, ...(version === undefined ? {} : { version }) };
      }),
      operations: this.served.operations.length,
      leftOut: this.served.leftOut,
    };
  }

  /** Answers a request to a path or with a method that no operation has. */
  notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = notFoundError(request, this.prefix, this.served);
    const { allow } = error.headers;
    const preflight = allow === undefined ? undefined : preflightHeaders(request.raw, this.options, allow);
    if (preflight !== undefined) return reply.code(204).headers(preflight).send();
    return this.#refuse(error, undefined, request, reply);
  }

  /** The value of a body; undefined for an empty one. */
  async #read(request: FastifyRequest, body: IncomingMessage): Promise<unknown> {
    const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "") ?? [];
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      throw new Refusal(415, "The body has to be JSON in UTF-8, and its charset is another.");
    // RFC 9110, 12.5.3: the header names what the resource accepts.
    if (!/^(identity)?$/i.test(request.headers["content-encoding"]?.trim() ?? ""))
      throw new Refusal(415, "The body is compressed. Send it without Content-Encoding.", {
        "accept-encoding": "identity",
      });
    const text = await readBody(body, this.options.limits ?? {});
    if (text === "") return undefined;
    const parsed = parseJsonText(text);
    if ("problem" in parsed) throw new Refusal("ARGUMENT", `The body is not JSON: ${parsed.problem}.`);
    return parsed.value;
  }

  async #answer(
    one: ServedOperation,
    given: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { operation } = one;
    const args = argumentsOf(one, given);
    const form = formOf(one, request);
    const life = new CallEnd(reply, this.options.limits?.callTimeoutMs);
    let callers: object | undefined;
    try {
      callers = await this.#callersOf(request);
      const client = callers === undefined ? one.client : one.client.with(callers);
      const options = { signal: life.signal, ...(one.isSafe ? { safe: true } : {}), ...traceOf(request) };
      if (form === "ndjson") return await this.#stream(one, client, args, options, life, { callers, reply, request });
      const result = await (Reflect.get(client, operation.method) as Call<Promise<unknown>>).call(
        client,
        args,
        options,
      );
      if (operation.output === undefined) return reply.code(202).send();
      const json = jsonOf(one, () => toJson(operation.output!, result, { name: operation.name }));
      return json === undefined ? reply.code(204).send() : this.#sendJson(one, JSON.stringify(json), request, reply);
    } catch (error) {
      const found = isArgumentError(error) ? (argumentRefusal(one, jsonGiven(one, given)) ?? error) : error;
      return this.#refuse(found, one, request, reply, callers);
    } finally {
      if (form === "json") life.end();
    }
  }

  /** The first item is awaited, so that an error before it has a status of its own. */
  async #stream(
    one: ServedOperation,
    client: ServiceClient,
    args: unknown,
    options: object,
    life: CallEnd,
    {
      callers,
      reply,
      request,
    }: { readonly callers: object | undefined; readonly reply: FastifyReply; readonly request: FastifyRequest },
  ): Promise<FastifyReply> {
    const { operation } = one;
    const items = (Reflect.get(client, `${operation.method}Stream`) as Call<AsyncIterator<unknown>>).call(
      client,
      args,
      options,
    );
    const first = await items.next();
    life.keep();
    const { type } = contentOf(operation.output!);
    const lines = linesOf(
      following(first, items),
      (item) => `${JSON.stringify(jsonOf(one, () => toJson(type, item, { name: operation.name })))}\n`,
      (error) => `{"error":${textOf(this.#problem(error, one, request, callers).problem)}}\n`,
    );
    this.#cacheHeaders(one, request, reply);
    return reply.type(NDJSON).send(lines);
  }

  async #callersOf(request: FastifyRequest): Promise<object | undefined> {
    const { credentials, challenge = "Bearer" } = this.options;
    if (credentials === undefined) return undefined;
    const callers = await credentials(request);
    if (callers !== undefined) return callers;
    throw new Refusal(401, "The request has no credentials for the service.", { "www-authenticate": challenge });
  }

  #sendJson(one: ServedOperation, text: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const rule = this.#cacheHeaders(one, request, reply);
    const type = "application/json; charset=utf-8";
    if (rule?.etag !== true) return reply.type(type).send(text);
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    reply.header("etag", etag);
    const known = (request.headers["if-none-match"] ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
    return known.includes(etag) || known.includes("*") ? reply.code(304).send() : reply.type(type).send(text);
  }

  /** Returns the rule of a GET that may be kept. Responses of other credentials and media types are others. */
  #cacheHeaders(
    { operation }: ServedOperation,
    { method }: FastifyRequest,
    reply: FastifyReply,
  ): CacheRule | undefined {
    const { cache = {} } = this.options;
    const name = [operation.name, operation.method].find((each) => Object.hasOwn(cache, each));
    if (name === undefined || method === "POST") return undefined;
    const rule = cache[name]!;
    const varied = "Accept, Authorization";
    reply.header("vary", reply.hasHeader("vary") ? `${String(reply.getHeader("vary"))}, ${varied}` : varied);
    if (rule.cacheControl !== undefined) reply.header("cache-control", rule.cacheControl);
    return rule;
  }

  #problem(error: unknown, one: ServedOperation | undefined, request: FastifyRequest, callers?: object) {
    const { challenge = "Bearer", onError } = this.options;
    const context = { operation: one?.operation, statuses: this.#statuses, callers, challenge };
    const found = problemOf(error, context);
    const isOfRequest = found.problem.status < 500 || (isServiceError(error) && error.code === "ABORTED");
    if (!isOfRequest && !(error instanceof Refusal)) {
      if (onError !== undefined) onError(error, found.problem);
      // `toJSON` of our errors has no text of the service.
      else request.log.error({ err: isServiceError(error) ? error.toJSON() : error }, found.problem.detail);
    }
    return found;
  }

  #refuse(
    error: unknown,
    one: ServedOperation | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    callers?: object,
  ): FastifyReply {
    const { problem, headers } = this.#problem(error, one, request, callers);
    return reply
      .code(problem.status)
      .headers(headers)
      .type("application/problem+json; charset=utf-8")
      .send(textOf(problem));
  }
}

/** @throws ConfigurationError for a status that is no error's. */
function checkStatuses({ faults, ...statuses }: StatusTable): void {
  for (const [name, status] of [...Object.entries(statuses), ...Object.entries(faults)])
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new ConfigurationError(`The status of ${name} is no status of an error: it is from 400 to 599.`, {
        option: "statuses",
      });
}

/** @throws ConfigurationError for a rule of an operation that is not there. */
function checkCache(cache: GatewayOptions["cache"] = {}, { operations }: Served): void {
  const names = operations.flatMap(({ operation: { name, method } }) => [name, method]);
  const idle = Object.keys(cache).find((name) => !names.includes(name));
  if (idle === undefined) return;
  const known = [...new Set(operations.map(({ operation }) => operation.name))];
  throw new ConfigurationError(`There is no operation ${idle}, which cache names. ${hintFor(idle, known)}`, {
    option: "cache",
  });
}

export function notFoundError(request: FastifyRequest, prefix: string, { operations, leftOut }: Served): Refusal {
  const [raw = ""] = (request.raw.url ?? "").split("?", 1);
  const path = decodedPath(raw).slice(prefix.length);
  const found = operations.find((each) => each.path === path);
  if (found !== undefined) {
    const methods = found.query === undefined ? "POST" : "GET, HEAD, POST";
    return new Refusal(405, `${path} takes ${methods}.`, { allow: methods });
  }
  const method = path.split("/").at(-1) ?? "";
  const missing = leftOut.find((each) => each.method === method);
  if (missing !== undefined) return new Refusal(404, `${missing.operation} is not served. ${missing.reason}`);
  const paths = operations.map((each) => each.path);
  const near =
    nearName(path, paths) ??
    operations.find(
      (each) =>
        each.operation.method ===
        nearName(
          method,
          operations.map(({ operation }) => operation.method),
        ),
    )?.path;
  const hint = near === undefined ? `${prefix}/openapi.json lists the operations.` : `Did you mean ${prefix}${near}?`;
  return new Refusal(404, `There is no operation at this path. ${hint}`);
}

function decodedPath(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** The end of a call: its caller leaves, or its time is over. */
class CallEnd {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #onClose: () => void;
  readonly signal = this.#controller.signal;

  constructor(
    private readonly reply: FastifyReply,
    timeoutMs: number | undefined,
  ) {
    this.#onClose = () => {
      if (!reply.raw.writableFinished) this.#controller.abort();
      this.end();
    };
    reply.raw.once("close", this.#onClose);
    if (timeoutMs !== undefined)
      this.#timer = setTimeout(
        () => this.#controller.abort(new DOMException("The call took too long.", "TimeoutError")),
        timeoutMs,
      );
  }

  /** Keeps the call of a stream, which has no time limit but the client's. */
  keep(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.reply.raw.off("close", this.#onClose);
  }
}

/** The call checks facets, once it encodes the arguments. @throws Refusal with the place of each argument that does not fit. */
function argumentsOf(one: ServedOperation, given: unknown): unknown {
  const json = jsonGiven(one, given);
  try {
    return fromJson(one.operation.input, json, { facets: false });
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    throw argumentRefusal(one, json) ?? error;
  }
}

function jsonGiven({ takesObject }: ServedOperation, given: unknown): unknown {
  return given === undefined && takesObject ? {} : given;
}

/**
 * Returns the refusal of arguments with all their mistakes, facets included; undefined without any. The path of an
 * `ArgumentError` is a text, in which names with dots are not told apart.
 */
function argumentRefusal({ args, operation }: ServedOperation, json: unknown): Refusal | undefined {
  const { issues = [] } = args["~standard"].validate(json);
  const errors = issues.map(({ path, message }) => ({ pointer: pointer(path), detail: message }));
  const [first] = errors;
  if (first === undefined) return undefined;
  return new Refusal("ARGUMENT", `The arguments of ${operation.name} do not fit. ${first.detail}`, {}, errors);
}

/** A result that has no JSON form is not the caller's error. */
function jsonOf<J>({ operation }: ServedOperation, make: () => J): J {
  try {
    return make();
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    throw new Refusal(
      "RESPONSE",
      `The result of ${operation.name} does not fit its contract: ${error.path} takes ${error.expected}.`,
    );
  }
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

/** The trace of the caller (Trace Context, level 1). OpenTelemetry's own headers replace it where it is active. */
function traceOf({ headers }: FastifyRequest): { readonly httpHeaders?: Readonly<Record<string, string>> } {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string" || !/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent))
    return {};
  const state = typeof tracestate === "string" && /^[\x20-\x7e]{1,512}$/.test(tracestate) ? { tracestate } : {};
  return { httpHeaders: { traceparent, ...state } };
}
