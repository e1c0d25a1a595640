/** The router of the page for people, for requests from this machine alone. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isConfigurationError } from "soapwright-runtime/errors";
import { html } from "soapwright-runtime/xsd";
import { refusedBecause } from "../http/access";
import type { RecordedExchange } from "../record/exchange-log";
import type { SandboxState } from "../service/sandbox-state";
import { contractPage } from "./contract/contract-page";
import { changeErrors, errorsPage } from "./errors-page";
import { exchangePage, messageParts, type Side } from "./exchange-page";
import { isReference } from "./form-parts";
import { allFields, formOf, problemsOf } from "./form-values";
import { isPlace, page, type Reply, redirect, send } from "./layout";
import { operationPage } from "./operation-page";
import { overviewPage } from "./overview";
import { browserScript } from "./script";
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
  send(response, ...(await replyTo(sandbox, path, request)));
  return true;
}

const scriptType = "text/javascript; charset=utf-8";

async function replyTo(sandbox: SandboxState, path: string, request: IncomingMessage): Promise<Reply> {
  const isPost = request.method === "POST";
  if (path === "/page/style.css") return [200, style, "text/css; charset=utf-8"];
  if (path === "/page/icon.svg") return [200, icon, "image/svg+xml"];
  if (path === "/page/sign-in" && isPost) return signIn(sandbox, request);
  const reason = refusedBecause(request, sandbox.access);
  if (reason !== undefined) return [403, refusal(reason, sandbox.access.token !== undefined)];
  if (!isPost && request.method !== "GET") return [405, page(sandbox, "/", "This method is not allowed", html``)];
  const [, , kind = "", first = "", second = ""] = path.split("/");
  switch (kind) {
    case "":
      return [200, overviewPage(sandbox)];
    case "script.js":
      return [200, browserScript("page"), scriptType];
    case "exchanges": {
      const exchange = sandbox.log.find(Number(first));
      if (!exchange) return notFound(sandbox);
      return second === "" ? [200, exchangePage(sandbox, exchange)] : partOf(sandbox, exchange, second);
    }
    case "contract.js":
      return [200, browserScript("contract"), scriptType];
    case "contract":
      return [200, contractPage(sandbox)];
    case "errors":
      return isPost ? postErrors(sandbox, request) : [200, errorsPage(sandbox)];
    case "operations":
      return operationReply(sandbox, Number(first), second, request);
    default:
      return notFound(sandbox);
  }
}

function notFound(sandbox: SandboxState): Reply {
  return [404, page(sandbox, "/", "This page does not exist", html`<p><a href="/">Overview</a></p>`)];
}

/** `name` is `response-1` for the first part beside the response. */
function partOf(sandbox: SandboxState, exchange: RecordedExchange, name: string): Reply {
  const [, side, number] = /^(request|response)-(\d+)$/.exec(name) ?? [];
  const part = side === undefined ? undefined : messageParts(exchange, side as Side)?.[Number(number)];
  if (part === undefined) return notFound(sandbox);
  const disposition = `attachment; filename="${exchange.id}-${name}"`;
  return [200, part.octets, "application/octet-stream", { "Content-Disposition": disposition }];
}

/** The form is checked here too, because the script may not have run. */
async function operationReply(
  sandbox: SandboxState,
  index: number,
  method: string,
  request: IncomingMessage,
): Promise<Reply> {
  const service = sandbox.services[index];
  const operation = service?.service.operations.find((one) => encodeURIComponent(one.method) === method);
  const hosted = service && sandbox.destination(service.path, request.headers.host)?.service;
  if (!operation || !hosted) return notFound(sandbox);
  if (request.method !== "POST") {
    const query = new URL(request.url ?? "", sandbox.url).searchParams;
    const from = sandbox.log.find(Number(query.get("from")));
    const form = from && formOf(hosted, operation, from);
    const asXml = query.get("as") === "xml";
    return [200, operationPage(sandbox, hosted, index, operation, { form, asXml })];
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
    return [400, operationPage(sandbox, hosted, index, operation, { form, problems, asXml: isXml })];
  }
  const exchange = await tryOperation(sandbox, hosted, operation, sent);
  return redirect(exchange ? `/page/exchanges/${exchange.id}` : "/");
}

async function postErrors(sandbox: SandboxState, request: IncomingMessage): Promise<Reply> {
  const { fields: form } = await sentForm(request);
  try {
    changeErrors(sandbox, form);
    const back = form.get("back");
    return redirect(isPlace(back) ? back : "/page/errors");
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return [400, errorsPage(sandbox, error.message, form)];
  }
}

async function signIn({ access }: SandboxState, request: IncomingMessage): Promise<Reply> {
  const token = (await sentForm(request)).fields.get("token") ?? "";
  if (access.token === undefined || token !== access.token) return [403, refusal("The control token is wrong.", true)];
  const cookie = `sandbox-token=${encodeURIComponent(token)}; HttpOnly; SameSite=Strict; Path=/`;
  return redirect("/", { "Set-Cookie": cookie });
}

function refusal(reason: string, asksToken: boolean): string {
  const form = html`<form method="post" action="/page/sign-in"><label for="token">Control token</label><input id="token" name="token" type="password" autocomplete="off" required><br><button>Sign in</button></form>`;
  return page(undefined, "/", "This page is not open to you", html`<p>${reason}</p>${asksToken && form}`);
}
