/**
 * The control endpoint `/control`: lists exchanges and injects errors in JSON, for tests in other languages and for the
 * page.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isConfigurationError } from "soapwright-runtime";
import { refusedBecause } from "./access";
import { bodyOf } from "./content-type";
import { send } from "./page/layout";
import type { SandboxState } from "./sandbox-state";

const mostBytes = 1_000_000;

/** Resolves to false for any other path. */
export async function serveControl(
  sandbox: SandboxState,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (path !== "/control" && !path.startsWith("/control/")) return false;
  const reason = refusedBecause(request, sandbox.access);
  if (reason !== undefined) {
    sendJson(response, 403, { error: reason });
    return true;
  }
  const steps = path.split("/").slice(2);
  const [kind = "", id] = steps;
  try {
    const route = routes[`${request.method} ${kind}${id === undefined ? "" : "/*"}`];
    if (!route) sendJson(response, 404, { error: `There is no ${request.method} ${path}. See docs/sandbox.md.` });
    else await route(sandbox, request, response, id ?? "");
  } catch (error) {
    if (!isConfigurationError(error) && !(error instanceof BadRequest)) throw error;
    sendJson(response, 400, { error: error.message });
  }
  return true;
}

type Route = (
  sandbox: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
) => Promise<void> | void;

/** A request that is answered with status 400. */
class BadRequest extends Error {
  override readonly name = "BadRequest";
}

const routes: Readonly<Record<string, Route>> = {
  "GET ": (sandbox, _request, response) => {
    const { url, requestCount, openConnections, troubles } = sandbox;
    const services = sandbox.services.map(({ path, service }) => ({ path, name: service.name }));
    sendJson(response, 200, { url, services, requestCount, openConnections, troubles: troubles.length });
  },
  "GET trouble": (sandbox, _request, response) => sendJson(response, 200, sandbox.troubles),
  "POST trouble": async (sandbox, request, response) => {
    const id = sandbox.addTrouble((await jsonOf(request)) as Parameters<SandboxState["addTrouble"]>[0]);
    sendJson(response, 201, { id });
  },
  "DELETE trouble": (sandbox, _request, response) => {
    sandbox.clearTrouble();
    sendJson(response, 200, {});
  },
  "DELETE trouble/*": (sandbox, _request, response, id) => {
    const found = sandbox.removeTrouble(Number(id));
    sendJson(response, found ? 200 : 404, found ? {} : { error: `There is no injected error with the id ${id}.` });
  },
  "GET exchanges": (sandbox, _request, response) => sendJson(response, 200, sandbox.exchanges),
  "DELETE exchanges": (sandbox, _request, response) => {
    sandbox.log.clear();
    sendJson(response, 200, {});
  },
  "GET exchanges/*": (sandbox, _request, response, id) => {
    const found = sandbox.log.find(Number(id));
    sendJson(response, found ? 200 : 404, found ?? { error: `There is no exchange with the id ${id}.` });
  },
};

/** JSON is required, because a form of another site cannot send it without a CORS preflight. */
async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    throw new BadRequest("Content-Type has to be application/json.");
  const { bytes, isCut } = await bodyOf(request, mostBytes);
  if (isCut) throw new BadRequest(`The body is over ${mostBytes} bytes.`);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BadRequest("The body is not JSON.");
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, JSON.stringify(value), "application/json; charset=utf-8");
}
