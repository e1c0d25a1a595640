/** The gateway as a Fastify plugin: its routes. */

import type { IncomingMessage } from "node:http";
import type { DoneFuncWithErrOrRes, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ServiceClient } from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/http";
import { contractOf } from "soapwright-runtime/tables";
import { jsonText } from "soapwright-runtime/xsd";
import { checkSite, checkToken, preflightHeaders, siteHeaders } from "./access";
import { Answers } from "./answers";
import { Cache, setVary } from "./cache";
import { jsonOfBody } from "./call-json";
import { CallLog } from "./call-log";
import { Callers } from "./callers";
import { Connections } from "./connections";
import { onExchangeEnd } from "./exchange-end";
import type { GatewayOptions } from "./gateway-options";
import { Admissions, MAX_BODY_BYTES } from "./limits";
import { clientsOf, idlePatterns } from "./named-operations";
import { notFoundError } from "./not-found";
import { documentOf } from "./openapi";
import { type Served, type ServedOperation, servedOperations } from "./operations";
import { checkGatewayOptions } from "./option-checks";
import { type CredentialState, OwnCredentials } from "./own-credentials";
import { PAGE_POLICY, pageFile } from "./page";
import { Refusal } from "./problems";
import { jsonOfQuery } from "./query";
import { Refusals } from "./refusals";
import { closeAfterBody, hasUnreadBody } from "./unread-body";

/**
 * Returns a plugin for Fastify 5 that serves the operations of a client as JSON over HTTP, with their OpenAPI document
 * at `/openapi.json`. Register it with a `prefix` to serve below a path. The client stays yours: close it after Fastify.
 *
 * @throws ConfigurationError for two operations with one path, for a name in `safe` or `cache` without operation, for a
 *   status that is no error's, and for an option or a limit that is unknown or has a wrong value.
 */
export function gateway<C extends ServiceClient>(options: GatewayOptions<C>): FastifyPluginAsync {
  checkGatewayOptions(options);
  const clients = clientsOf(options.client);
  return gatewayWith(options, new OwnCredentials(clients, options.onCredentials));
}

/** The gateway whose clients `own` may replace. The options are checked already. */
export function gatewayWith<C extends ServiceClient>(options: GatewayOptions<C>, own: OwnCredentials) {
  const clients = clientsOf(options.client);
  const served = servedOperations(clients, options);
  const refusals = new Refusals(options);
  const cache = new Cache(options.cache, served);
  return async (app: FastifyInstance): Promise<void> => {
    new Gateway(served, clients, options as unknown as GatewayOptions, app.prefix, cache, refusals, own).register(app);
  };
}

const CREDENTIAL_NOTES: { readonly [state in CredentialState]?: string } = {
  refused: "The service refuses the credentials of the gateway.",
  unusable: "The service refuses the credentials of the gateway, and those that were to replace them.",
};

class Gateway {
  readonly #answers: Answers;
  readonly #callers: Callers;
  readonly #admissions: Admissions;
  readonly #log: CallLog;
  #isClosing = false;

  constructor(
    private readonly served: Served,
    private readonly clients: readonly ServiceClient[],
    private readonly options: GatewayOptions,
    private readonly prefix: string,
    private readonly cache: Cache,
    private readonly refusals: Refusals,
    private readonly own: OwnCredentials,
  ) {
    this.#log = new CallLog(options.onCall);
    this.#callers = new Callers(options);
    this.#answers = new Answers(this.#callers, cache, refusals, own, this.#log);
    this.#admissions = new Admissions(options.limits ?? {});
  }

  register(app: FastifyInstance): void {
    const { options } = this;
    for (const text of idlePatterns(this.clients, options.safe ?? []))
      app.log.warn(`The pattern ${JSON.stringify(text)} of safe matches no operation.`);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("application/json", (request: FastifyRequest, body: IncomingMessage) =>
      jsonOfBody(request, body, options.limits ?? {}),
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
    app.setErrorHandler((error, request, reply) => this.refusals.send(error, request, reply));
    const { maxBodyBytes = MAX_BODY_BYTES } = options.limits ?? {};
    app.addHook("onSend", (request, reply, payload, done) => {
      if (hasUnreadBody(request.raw, maxBodyBytes)) reply.header("connection", "close");
      if (reply.getHeader("connection") === "close") closeAfterBody(request.raw);
      done(null, payload);
    });
    const tops = new Set<string>();
    for (const one of this.served.operations.flatMap(routesOf)) {
      const shared = this.#sharedBy(one);
      const post = (request: FastifyRequest, reply: FastifyReply) =>
        this.#answers.answer(one, request.body, request, reply);
      app.post(one.path, shared, post);
      const { query } = one;
      if (query !== undefined)
        app.get(one.path, shared, (request, reply) => {
          const [, text = ""] = /\?(.*)$/s.exec(request.raw.url ?? "") ?? [];
          return this.#answers.answer(one, jsonOfQuery(text, query), request, reply);
        });
      const top = one.path.slice(0, one.path.indexOf("/", 1) + 1);
      if (top !== "") tops.add(top);
    }
    // Other paths below those of the gateway, and other methods. Paths beside them are the application's.
    for (const top of tops)
      app.all(`${top}*`, {
        // Nobody reads the body of such a request.
        onRequest: async (request, reply) => this.#notFound(request, reply),
        handler: (_, reply) => reply,
      });
    this.#registerPages(app);
  }

  /** What the routes of one operation have in common. Its caller is known before a body is read. */
  #sharedBy(one: ServedOperation) {
    const { options } = this;
    const isVaried = options.credentials !== undefined || options.token !== undefined;
    return {
      bodyLimit: Number.MAX_SAFE_INTEGER,
      onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        const name = options.callerOf?.(request);
        this.#log.begin(one, request, reply, name ?? request.ip);
        checkToken(request.raw, options.token);
        onExchangeEnd(reply, this.#admissions.enter(name ?? request.ip));
        await this.#callers.identify(one, name, request, reply);
      },
      onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes): void => {
        if (isVaried || this.cache.ruleOf(one, request) !== undefined) setVary(reply, this.#callers.variesBy(request));
        done(null, payload);
      },
      errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
        this.refusals.send(error, request, reply, one),
    };
  }

  #registerPages(app: FastifyInstance): void {
    const { served, clients, options, prefix } = this;
    const bearer =
      options.token !== undefined || (options.credentials !== undefined && options.challenge === undefined);
    const document = documentOf(served, clients, { ...options, prefix, bearer });
    const text = jsonText(document);
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
        const { state } = this.own;
        const status = this.#isClosing || state === "unusable" ? "fail" : state === "refused" ? "warn" : "pass";
        const notes = CREDENTIAL_NOTES[state];
        return reply
          .code(status === "fail" ? 503 : 200)
          .send({ status, ...(notes === undefined ? {} : { notes: [notes] }), callers: this.#admissions.count });
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
  #notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = notFoundError(request, this.prefix, this.served);
    const { allow } = error.headers;
    const preflight = allow === undefined ? undefined : preflightHeaders(request.raw, this.options, allow);
    if (preflight !== undefined) return reply.code(204).headers(preflight).send();
    return this.refusals.send(error, request, reply);
  }
}

/** An operation, and its lines if its result is a list. */
function routesOf(one: ServedOperation): readonly ServedOperation[] {
  return one.linesPath === undefined ? [one] : [one, { ...one, path: one.linesPath, isLines: true }];
}
