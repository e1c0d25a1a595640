/** Requests other than SOAP calls: pages of the service, its test form, and unknown addresses. */
import type { IncomingMessage } from "node:http";
import { html } from "soapwright-runtime/xsd";
import { runTestForm } from "../asmx/test-form";
import { guards, page } from "../page/layout";
import type { Destination, SandboxState } from "../service/sandbox-state";
import { mayUseTestForm, reachedAt } from "./access";
import type { HttpResponse } from "./http-writer";
import { errorPage, servicePage } from "./pages";

export async function serveOther(
  sandbox: SandboxState,
  destination: Destination | undefined,
  query: string,
  request: IncomingMessage,
): Promise<HttpResponse> {
  if (!destination) return notFound();
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

function notFound(): HttpResponse {
  const content = html`<p>Neither a service nor a page has this address. The <a href="/">overview</a> lists the services.</p>`;
  return {
    status: 404,
    // ASP.NET sends no max-age with this page.
    headers: { ...guards, "Cache-Control": "private", "Content-Type": "text/html; charset=utf-8" },
    body: page(undefined, "/", "The resource cannot be found.", content),
  };
}

function unrecognized(pathInfo: string): HttpResponse {
  return errorPage(500, `Request format is unrecognized for URL unexpectedly ending in '${pathInfo}'.`);
}
