/**
 * The control endpoint `/control`: lists exchanges and injects errors in JSON, for tests in other languages and for the
 * page.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { readMimeType } from "soapwright-features/wire";
import { isConfigurationError } from "soapwright-runtime/errors";
import { send } from "../page/layout";
import type { SandboxState } from "../service/sandbox-state";
import { refusedBecause } from "./access";
import { bodyOf } from "./content-type";

const mostBytes = 1_000_000;

/** Resolves to false for any other path. */
export async function serveControl(
  sandbox: SandboxState,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (path !== "/control" && !path.startsWith("/control/")) return false;
  const [status, value] = await outcomeOf(sandbox, path, request);
  send(response, status, JSON.stringify(value), "application/json; charset=utf-8");
  return true;
}

/** The status of a response, and the value that its body has as JSON. */
type Outcome = readonly [status: number, value: unknown];

async function outcomeOf(sandbox: SandboxState, path: string, request: IncomingMessage): Promise<Outcome> {
  const reason = refusedBecause(request, sandbox.access);
  if (reason !== undefined) return [403, { error: reason }];
  const [, , kind = "", id] = path.split("/");
  const route = routes[`${request.method} ${kind}${id === undefined ? "" : "/*"}`];
  if (!route) return [404, { error: `There is no ${request.method} ${path}. See docs/sandbox.md.` }];
  try {
    return await route(sandbox, id ?? "", request);
  } catch (error) {
    if (!isConfigurationError(error) && !(error instanceof BadRequest)) throw error;
    return [400, { error: error.message }];
  }
}

type Route = (sandbox: SandboxState, id: string, request: IncomingMessage) => Outcome | Promise<Outcome>;

/** A request that is answered with status 400. */
class BadRequest extends Error {
  override readonly name = "BadRequest";
}

const routes: Readonly<Record<string, Route>> = {
  "GET ": ({ url, services, requestCount, openConnections, troubles }) => {
    const named = services.map(({ path, service }) => ({ path, name: service.name }));
    return [200, { url, services: named, requestCount, openConnections, troubles: troubles.length }];
  },
  "GET trouble": (sandbox) => [200, sandbox.troubles],
  "POST trouble": async (sandbox, _id, request) => {
    const rule = (await jsonOf(request)) as Parameters<SandboxState["addTrouble"]>[0];
    return [201, { id: sandbox.addTrouble(rule) }];
  },
  "DELETE trouble": (sandbox) => {
    sandbox.clearTrouble();
    return [200, {}];
  },
  "DELETE trouble/*": (sandbox, id) =>
    sandbox.removeTrouble(Number(id)) ? [200, {}] : [404, { error: `There is no injected error with the id ${id}.` }],
  "GET exchanges": (sandbox) => [200, sandbox.exchanges],
  "DELETE exchanges": (sandbox) => {
    sandbox.log.clear();
    return [200, {}];
  },
  "GET exchanges/*": (sandbox, id) => {
    const found = sandbox.log.find(Number(id));
    return found ? [200, found] : [404, { error: `There is no exchange with the id ${id}.` }];
  },
};

/** JSON is required, because a form of another site cannot send it without a CORS preflight. */
async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const { type } = readMimeType(request.headers["content-type"] ?? "");
  if (type !== "application/json") throw new BadRequest("Content-Type has to be application/json.");
  const { bytes, isCut } = await bodyOf(request, mostBytes);
  if (isCut) throw new BadRequest(`The body is over ${mostBytes} bytes.`);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BadRequest("The body is not JSON.");
  }
}
