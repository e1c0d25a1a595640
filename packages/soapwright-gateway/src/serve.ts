/** A gateway as a server of its own. */
import type { AddressInfo, Socket } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import type { ServiceClient } from "soapwright-runtime";
import { ConfigurationError } from "soapwright-runtime/errors";
import { checkWithin } from "soapwright-runtime/extend";
import { isLoopback } from "soapwright-runtime/xsd";
import { Connections } from "./connections";
import { gatewayWith } from "./gateway";
import type { GatewayOptions } from "./gateway-options";
import { MAX_BODY_BYTES } from "./limits";
import { clientsOf } from "./named-operations";
import { notFoundError } from "./not-found";
import { servedOperations } from "./operations";
import { checkGatewayOptions } from "./option-checks";
import { OwnCredentials } from "./own-credentials";
import { defaultStatuses, problemOf, requestProblem, sendProblem, textOf } from "./problems";
import { closeAfterBody, hasUnreadBody } from "./unread-body";

export interface ServeOptions<C extends ServiceClient = ServiceClient> extends GatewayOptions<C> {
  /** Port to listen on; 0 for any that is free. Default: 8080. */
  readonly port?: number | undefined;
  /** Interface to listen on. Another than loopback needs `token` or `credentials`. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
}

/** A gateway that listens. */
export interface RunningGateway {
  /** The address, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly app: FastifyInstance;
  /**
   * Takes other clients of the same services, in the same order, for example with new credentials. If the service refuses
   * the present ones, the last refused call is tried with the new ones first. Resolves to the clients that are no longer
   * used, which are yours to close: the new ones, if they are refused too.
   */
  replace(clients: readonly ServiceClient[]): Promise<readonly ServiceClient[]>;
  /** Drains the connections, then accepts no more. Resolves when every request has its response. The client stays open. */
  close(): Promise<void>;
}

/**
 * Starts a server with the gateway of a client.
 *
 * @throws ConfigurationError as `gateway` does, and for a `host` beyond loopback without `token` and `credentials`.
 */
export async function startGateway<C extends ServiceClient>(options: ServeOptions<C>): Promise<RunningGateway> {
  const { port = 8080, host = "127.0.0.1", token, credentials, limits = {} } = options;
  checkGatewayOptions(options, ["port", "host"]);
  checkWithin("port", port, { least: 0, most: 65_535, unit: "a port" });
  if (!isLoopback(host) && token === undefined && credentials === undefined)
    throw new ConfigurationError(
      "The gateway would be open to other machines: with another host than 127.0.0.1, it needs token or credentials.",
      { reason: "gateway-open", option: "token" },
    );
  const { bodyTimeoutMs = 30_000 } = limits;
  const app = fastify({
    // After the drain, idle connections are closed; requests that still arrive get their response.
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: bodyTimeoutMs + 1_000,
    connectionTimeout: 0,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: Math.min(bodyTimeoutMs, 10_000), connectionsCheckingInterval: 1_000 },
    clientErrorHandler: (error, socket) => refuseConnection(error.code, socket),
    frameworkErrors: (_error, _request, reply) =>
      void sendProblem({ problem: requestProblem(400), headers: {} }, reply as unknown as FastifyReply),
  });
  const served = servedOperations(clientsOf(options.client), options);
  const context = { statuses: defaultStatuses, callers: undefined, challenge: "" };
  const refuse = (error: unknown, reply: FastifyReply) => sendProblem(problemOf(error, context), reply);
  app.setNotFoundHandler((request, reply) => refuse(notFoundError(request, "", served), reply));
  app.setErrorHandler((error, _request, reply) => refuse(error, reply));
  // The body of a request to a path that does not exist is of no interest.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => {
    body.resume();
    done(null);
  });
  const { maxBodyBytes = MAX_BODY_BYTES } = limits;
  app.addHook("onSend", (request, reply, payload, done) => {
    if (hasUnreadBody(request.raw, maxBodyBytes)) reply.header("connection", "close");
    if (reply.getHeader("connection") === "close") closeAfterBody(request.raw);
    done(null, payload);
  });
  if (options.page !== false) app.get("/", (_, reply) => reply.redirect("/page"));
  // Node.js drops headers beyond a count, an Origin among them. Their bytes are limited.
  app.server.maxHeadersCount = 0;
  const connections = new Connections(app.server);
  const own = new OwnCredentials(clientsOf(options.client), options.onCredentials);
  await app.register(gatewayWith(options, own));
  await listen(app, port, host);
  const { address, port: bound } = app.server.address() as AddressInfo;
  const name = address.includes(":") ? `[${address}]` : address;
  return {
    url: `http://${name}:${bound}`,
    app,
    replace: (clients) => own.replace(clients),
    close: () => connections.withoutSilent(() => app.close()),
  };
}

async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === "EADDRINUSE")
      throw new ConfigurationError(`The port ${port} is in use. Choose another port.`, {
        reason: "gateway-port-in-use",
        option: "port",
        cause: error,
      });
    if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new ConfigurationError(`The gateway cannot listen at ${host}, port ${port} (${code}).`, {
        reason: "gateway-cannot-listen",
        option: "host",
        cause: error,
      });
    throw error;
  }
}

/** Statuses of what Node.js refuses before there is a request. */
const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function refuseConnection(code: string | undefined, socket: Socket): void {
  if (code === "ECONNRESET" || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const problem = requestProblem(STATUSES[code ?? ""] ?? 400);
  const text = textOf(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
