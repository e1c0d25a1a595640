/** Requests that are no SOAP: pages of the service, its test form, and what is not there. */
import type { IncomingMessage } from "node:http";
import { mayUseTestForm, reachedAt } from "./access";
import type { HttpResponse } from "./http-writer";
import { errorPage, servicePage } from "./pages";
import type { Destination, SandboxState } from "./sandbox-state";
import { runTestForm } from "./test-form";

/** The response to a request that is neither a SOAP call nor for the sandbox's own pages. */
export async function serveOther(
  sandbox: SandboxState,
  destination: Destination | undefined,
  query: string,
  request: IncomingMessage,
): Promise<HttpResponse> {
  if (!destination) return errorPage(404, "The resource cannot be found.");
  const { service, pathInfo } = destination;
  if (pathInfo === "") {
    if (request.method !== "GET") return errorPage(405, "Method not allowed.");
    return servicePage(
      service,
      query,
      reachedAt(request.headers.host, sandbox.access, sandbox.url) + service.options.path,
    );
  }
  if (request.method === "GET") return unrecognized(pathInfo);
  if (request.method !== "POST") return errorPage(405, "Method not allowed.");
  if (!mayUseTestForm(request, sandbox.access)) return unrecognized(pathInfo);
  return runTestForm(service, pathInfo.slice(1), request);
}

function unrecognized(pathInfo: string): HttpResponse {
  return errorPage(500, `Request format is unrecognized for URL unexpectedly ending in '${pathInfo}'.`);
}
