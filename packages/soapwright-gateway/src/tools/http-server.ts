/** Streamable HTTP: the checks in front of it, the sessions of clients of the 2025 revisions, and the end. */
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostHeaderValidation, originValidation, toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  type Server,
} from "@modelcontextprotocol/server";
import { isLoopback } from "soapwright-runtime/xsd";
import { digest } from "../access";
import { closeAfterBody, hasUnreadBody } from "../unread-body";
import { Sessions } from "./sessions";
import { type HttpOptions, type RunningTools, ToolOptionError } from "./tool-options";

const PATH = "/mcp";
const MAX_BODY_BYTES = 1_048_576;
const LEAST_TOKEN_LENGTH = 16;
const SERVER = {
  // A slow caller may not hold a connection while its request arrives.
  requestTimeout: 60_000,
  headersTimeout: 60_000,
  // Longer than clients keep idle connections, so that none sends a request into a closing one.
  keepAliveTimeout: 75_000,
};
const BACKLOG = 2_048;

/** Serves the connections that `connect` makes. Throws `ToolOptionError`. */
export async function serveHttp(connect: () => Server, options: HttpOptions): Promise<RunningTools> {
  const { port, host = "127.0.0.1", token } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ToolOptionError("port is no whole number from 0 to 65535.", "port");
  const isLocal = isLoopback(host);
  if (!isLocal && token === undefined)
    throw new ToolOptionError(
      `On the host ${host}, other machines can call the tools with the credentials of this server. Set a token.`,
      "token",
    );
  if (token !== undefined && (token.length < LEAST_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)))
    throw new ToolOptionError(
      `The token has fewer than ${LEAST_TOKEN_LENGTH} characters, or others than printable ASCII without spaces.`,
      "token",
    );
  const sessions = new Sessions(connect, MAX_BODY_BYTES);
  const modern = createMcpHandler(connect, { legacy: "reject", maxRequestBodySize: MAX_BODY_BYTES });
  const handle = toNodeHandler(
    {
      fetch: async (request) => {
        const isOld = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
        return isOld ? sessions.fetch(request) : modern.fetch(request);
      },
    },
    { maxRequestBodySize: MAX_BODY_BYTES },
  );
  const isWelcome = guards(isLocal, token);
  const server = createServer(SERVER, (request, response) => {
    if (hasUnreadBody(request, MAX_BODY_BYTES)) {
      response.setHeader("Connection", "close");
      closeAfterBody(request);
    }
    if (!isWelcome(request, response)) return;
    // Requests that a server has received have both.
    if (pathOf(request) === PATH) {
      // A body of no length that is read has an end.
      if (request.headers["transfer-encoding"] !== undefined) response.removeHeader("Connection");
      void handle(request as IncomingMessage & { method: string; url: string }, response);
    } else refuse(response, 404, `There is nothing at this path. The tools are at ${PATH}.`);
  });
  await listen(server, port, host);
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}${PATH}`,
    ended: new Promise(() => {}),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([sessions.close(), modern.close()]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: NodeServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "it is already in use" : (error.code ?? error.message);
      reject(new ToolOptionError(`Port ${port} of ${host} cannot be opened: ${why}. Choose another port.`, "port"));
    });
    server.listen(port, host, BACKLOG, resolve);
  });
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0]!;
}

/** Returns a function that responds to requests that are not served, and returns whether one is. */
function guards(isLocal: boolean, token: string | undefined) {
  const isOwnHost = hostHeaderValidation(localhostAllowedHostnames());
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { host = "", authorization = "" } = request.headers;
    // By its own name, the page of another site cannot be one of this server (DNS rebinding).
    if (isLocal && !isOwnHost(request, response)) return false;
    const own = isLocal ? localhostAllowedHostnames() : [hostnameOf(host)];
    if (!originValidation(own)(request, response)) return false;
    if (expected === undefined || timingSafeEqual(digest(authorization), expected)) return true;
    response.setHeader("WWW-Authenticate", 'Bearer realm="tools"');
    refuse(response, 401, "Send the token of this server as Authorization: Bearer TOKEN.");
    return false;
  };
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(problem(message)));
}

function problem(message: string): object {
  return { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
}
