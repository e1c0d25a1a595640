/** The router of the page for people, for requests from this machine alone. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isConfigurationError } from "soapwright-runtime";
import { refusedBecause } from "../access";
import { contractPage } from "../contract-view/contract-page";
import { contractScript } from "../contract-view/contract-script";
import type { RecordedExchange } from "../exchange-log";
import type { SandboxState } from "../sandbox-state";
import { changeErrors, errorsPage } from "./errors-page";
import { exchangePage, messageParts, type Side } from "./exchange-page";
import { isReference } from "./form-parts";
import { allFields, formOf, problemsOf } from "./form-values";
import { isPlace, page, redirect, send } from "./layout";
import { html } from "./markup";
import { operationPage } from "./operation-page";
import { overviewPage } from "./overview";
import { script } from "./script";
import { sentForm } from "./sent-form";
import { style } from "./style";
import { tryOperation } from "./try-operation";

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5cad"/><path d="M4 5h8M4 8h5M4 11h7" stroke="#fff" stroke-width="1.5"/></svg>';

/** Resolves to false for any other path. */
export async function servePage(
  sandbox: SandboxState,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (path !== "/" && !path.startsWith("/page/")) return false;
  if (path === "/page/style.css") send(response, 200, style, "text/css; charset=utf-8");
  else if (path === "/page/icon.svg") send(response, 200, icon, "image/svg+xml");
  else if (path === "/page/sign-in" && request.method === "POST") await signIn(sandbox, request, response);
  else {
    const reason = refusedBecause(request, sandbox.access);
    if (reason !== undefined) send(response, 403, refusal(reason, sandbox.access.token !== undefined));
    else await route(sandbox, path.split("/").slice(1), request, response);
  }
  return true;
}

async function route(
  sandbox: SandboxState,
  [, kind = "", first = "", second = ""]: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isPost = request.method === "POST";
  if (!isPost && request.method !== "GET")
    return send(response, 405, page(sandbox, "/", "This method is not allowed", html``));
  switch (kind) {
    case "":
      return send(response, 200, overviewPage(sandbox));
    case "script.js":
      return send(response, 200, script, "text/javascript; charset=utf-8");
    case "exchanges": {
      const exchange = sandbox.log.find(Number(first));
      if (exchange && second !== "") return sendPart(sandbox, exchange, second, response);
      return exchange ? send(response, 200, exchangePage(sandbox, exchange)) : notFound(sandbox, response);
    }
    case "contract.js":
      return send(response, 200, contractScript, "text/javascript; charset=utf-8");
    case "contract":
      return send(response, 200, contractPage(sandbox));
    case "errors":
      return isPost ? postErrors(sandbox, request, response) : send(response, 200, errorsPage(sandbox));
    case "operations":
      return serveOperation(sandbox, Number(first), second, request, response);
    default:
      return notFound(sandbox, response);
  }
}

function notFound(sandbox: SandboxState, response: ServerResponse): void {
  send(response, 404, page(sandbox, "/", "This page does not exist", html`<p><a href="/">Overview</a></p>`));
}

/** `second` is `response-1` for the first part beside the response. */
function sendPart(sandbox: SandboxState, exchange: RecordedExchange, second: string, response: ServerResponse): void {
  const [, side, number] = /^(request|response)-(\d+)$/.exec(second) ?? [];
  const part = messageParts(exchange, side as Side)?.[Number(number)];
  if (side === undefined || part === undefined) notFound(sandbox, response);
  else {
    const name = `attachment; filename="${exchange.id}-${second}"`;
    send(response, 200, part.octets, "application/octet-stream", { "Content-Disposition": name });
  }
}

/** The form is checked here too, because the script may not have run. */
async function serveOperation(
  sandbox: SandboxState,
  index: number,
  method: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const service = sandbox.services[index];
  const operation = service?.service.operations.find((one) => encodeURIComponent(one.method) === method);
  const hosted = service && sandbox.destination(service.path, request.headers.host)?.service;
  if (!operation || !hosted) return notFound(sandbox, response);
  if (request.method !== "POST") {
    const query = new URL(request.url ?? "", sandbox.url).searchParams;
    const from = sandbox.log.find(Number(query.get("from")));
    const form = from && formOf(hosted, operation, from);
    const asXml = query.get("as") === "xml";
    return send(response, 200, operationPage(sandbox, hosted, index, operation, { form, asXml }));
  }
  const sent = await sentForm(request);
  const form = sent.fields;
  const isXml = form.has("xml");
  const fields = allFields(operation).filter(
    (field) => !isReference(field) && (!isXml || field.name.startsWith("header.")),
  );
  const problems = new Map(problemsOf(fields, form));
  if (sent.isCut) problems.set("parts", "The attachments are too long for this form: 4 MB together.");
  if (problems.size > 0) {
    return send(response, 400, operationPage(sandbox, hosted, index, operation, { form, problems, asXml: isXml }));
  }
  const exchange = await tryOperation(sandbox, hosted, operation, sent);
  redirect(response, exchange ? `/page/exchanges/${exchange.id}` : "/");
}

async function postErrors(sandbox: SandboxState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { fields: form } = await sentForm(request);
  try {
    changeErrors(sandbox, form);
    const back = form.get("back");
    redirect(response, isPlace(back) ? back : "/page/errors");
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    send(response, 400, errorsPage(sandbox, error.message, form));
  }
}

async function signIn(sandbox: SandboxState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = (await sentForm(request)).fields.get("token") ?? "";
  const cookie = `sandbox-token=${encodeURIComponent(token)}; HttpOnly; SameSite=Strict; Path=/`;
  const isRight = sandbox.access.token !== undefined && token === sandbox.access.token;
  if (isRight) send(response, 303, "", "text/plain; charset=utf-8", { Location: "/", "Set-Cookie": cookie });
  else send(response, 403, refusal("The control token is wrong.", true));
}

function refusal(reason: string, asksToken: boolean): string {
  const form = html`<form method="post" action="/page/sign-in"><label for="token">Control token</label><input id="token" name="token" type="password" autocomplete="off" required><br><button>Sign in</button></form>`;
  return page(undefined, "/", "This page is not open to you", html`<p>${reason}</p>${asksToken && form}`);
}
