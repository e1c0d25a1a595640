/** The page of one exchange: both sides, and snippets of them. */
import { readMimeType } from "soapwright-features/wire";
import { html, htmlText, Markup } from "soapwright-runtime/xsd";
import { indented } from "../asmx/sample-envelope";
import { type BodyPart, bodyParts, isMultipart } from "../http/multipart-request";
import type { RecordedExchange } from "../record/exchange-log";
import type { SandboxState } from "../service/sandbox-state";
import { copied, page, statusTag } from "./layout";
import { asCurl, asFixture } from "./snippets";
import { asCall, asTypeScript } from "./typescript-call";

export function exchangePage(sandbox: SandboxState, exchange: RecordedExchange): string {
  const { operation, path, status, elapsedMs, at, mistakes, trouble, soapVersion } = exchange;
  const version = soapVersion === undefined ? [] : [html`<span class="tag">SOAP ${soapVersion}</span> `];
  const call = asTypeScript(sandbox, exchange);
  const command = asCall(sandbox, exchange);
  return page(
    sandbox,
    "/",
    `${operation ?? path}: ${status ?? "no response"}`,
    html`<p class="facts">${statusTag(status)} ${version}<span class="soft"><time datetime="${new Date(at).toISOString()}">${new Date(at).toISOString().replace("T", " ").replace("Z", " UTC")}</time> · ${elapsedMs.toFixed(1)} ms · <code>${path}</code></span></p>
${failureOf(exchange)}${formLink(sandbox, exchange)}
${mistakes.length > 0 && html`<section class="note-box"><h2>Mistakes that the real service forgives</h2><ul>${mistakes.map((text) => html`<li dir="auto">${text}</li>`)}</ul></section>`}
<div class="pair">${side(exchange, "request")}${side(exchange, "response", trouble)}</div>
<section><h2>Copy as</h2>${call === undefined ? html`<p class="soft">This request is no call that the typed client makes: curl repeats it as it is.</p>` : snippet("typescript", "TypeScript", call)}${command !== undefined && snippet("call", "Call", command)}${snippet("curl", "curl", asCurl(exchange, sandbox.url))}${snippet("fixture", "Test fixture", asFixture(exchange))}</section>`,
  );
}

function formLink(sandbox: SandboxState, { id, path, operation }: RecordedExchange): Markup | undefined {
  const index = sandbox.services.findIndex((service) => service.path === path.split("?")[0]);
  const found = sandbox.services[index]?.service.operations.find(({ name }) => name === operation);
  const address = found && `/page/operations/${index}/${encodeURIComponent(found.method)}?from=${id}`;
  return address === undefined ? undefined : html`<p><a class="button" href="${address}">Edit and send again</a></p>`;
}

function failureOf(exchange: RecordedExchange): Markup | undefined {
  const failureText = failureWords(exchange);
  if (failureText === undefined) return undefined;
  const { fault } = exchange;
  const text =
    fault && html`<p class="fault" dir="auto">${fault.text}</p><p class="soft">Code <code>${fault.code}</code></p>`;
  return html`<section class="failure" aria-labelledby="failure-title"><h2 id="failure-title">${fault ? "Fault" : "What went wrong"}</h2>${text}<p>${failureText}</p></section>`;
}

function side(exchange: RecordedExchange, which: Side, trouble?: string): Markup {
  const title = which === "request" ? "Request" : "Response";
  const message = messageOf(exchange, which);
  const { headers } = message;
  const parts = messageParts(exchange, which);
  const body = parts?.[0]?.octets.toString() ?? message.body;
  const lines = Object.entries(headers).map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td dir="auto">${value}</td></tr>`,
  );
  const text =
    body === ""
      ? html`<p class="soft">No body.</p>`
      : html`<pre tabindex="0" aria-label="${title} body">${highlighted(body)}</pre>`;
  return html`<section><h2>${title}${trouble !== undefined && html` <span class="tag bad">injected</span>`}</h2>${lines.length > 0 && html`<details><summary>Headers (${lines.length})</summary><table><tbody>${lines}</tbody></table></details>`}${text}${(parts ?? []).slice(1).map((part, index) => partView(part, `/page/exchanges/${exchange.id}/${which}-${index + 1}`))}</section>`;
}

/** A part with more octets is offered as a file only. */
const longestText = 10_000;

function partView({ headers, octets }: BodyPart, address: string): Markup {
  const type = headers.get("content-type") ?? "application/octet-stream";
  const isText = /^text\/|[/+](?:xml|json)\b/i.test(type) && octets.length <= longestText;
  const id = headers.get("content-id");
  return html`<section class="part"><h3>${type} <span class="soft">${octets.length.toLocaleString("en-US")} bytes</span></h3><p class="soft">${id !== undefined && html`<code>${id}</code> · `}<a href="${address}" download>Save as a file</a></p>${isText && html`<pre tabindex="0" aria-label="Text of the part">${octets.toString()}</pre>`}</section>`;
}

function snippet(id: string, title: string, text: string): Markup {
  const isOpen = id === "typescript" && html` open`;
  return html`<details${isOpen}><summary>${title}</summary>${copied(id, title, text)}</details>`;
}

export type Side = "request" | "response";

/**
 * Returns the parts of a recorded multipart message, the envelope first; of a truncated message, the complete parts;
 * undefined for a plain message.
 */
export function messageParts(exchange: RecordedExchange, side: Side): readonly BodyPart[] | undefined {
  const { headers: all, body } = messageOf(exchange, side);
  const contentType = all["content-type"] ?? all["Content-Type"];
  if (!isMultipart(contentType)) return undefined;
  const { parameters } = readMimeType(contentType);
  const { parts } = bodyParts(parameters.get("boundary") ?? "", Buffer.from(body));
  const start = parameters.get("start");
  const root = parts.find(({ headers }) => start !== undefined && headers.get("content-id") === start) ?? parts[0];
  return root === undefined ? [] : [root, ...parts.filter((part) => part !== root)];
}

function messageOf(exchange: RecordedExchange, side: Side) {
  return side === "request"
    ? { headers: exchange.requestHeaders, body: exchange.requestBody }
    : { headers: exchange.responseHeaders, body: exchange.responseBody };
}

/** Explains a failed response to a reader new to them. Returns undefined when nothing failed. */
function failureWords({ status, fault, trouble, requestHeaders }: RecordedExchange): Markup | undefined {
  if (trouble !== undefined) {
    return html`The sandbox injected this error: the request itself may be right. <a href="/page/errors">Injected errors</a> shows what is on.`;
  }
  if (fault !== undefined) return html`${faultWords(fault.code, fault.text)}`;
  if (status === undefined) return html`The connection ended without a response.`;
  if (status < 400) return undefined;
  if (status === 400)
    return html`The request could not be read: it is not well-formed XML, or a value has no text that its type allows.`;
  if (status === 415) {
    const type = requestHeaders["content-type"];
    return html`The Content-Type ${type === undefined ? "is missing" : html`<code>${type}</code> does not fit the envelope`}: SOAP 1.1 takes text/xml, SOAP 1.2 application/soap+xml.`;
  }
  return html`The service refused the request before it read the envelope.`;
}

function faultWords(code: string, text: string): string {
  const [name = ""] = code.slice(code.indexOf(":") + 1).split(".");
  if (/not.?authori[sz]ed|authenticat|credential|invalid (user|token|login)/i.test(text) || /authenticat/i.test(code)) {
    return "The service did not accept the credentials: check the header block with user name, token or domain.";
  }
  switch (name) {
    case "Client":
    case "Sender":
      return "The service says that the request is wrong: check the arguments, the header blocks and the SOAPAction.";
    case "Server":
    case "Receiver":
      return "The service failed while it worked on the request: the text says where, often at an argument that it cannot use.";
    case "MustUnderstand":
      return "A header block is missing, or one that must be understood is unknown to the service.";
    case "VersionMismatch":
      return "The envelope is of a SOAP version that the service does not take.";
    default:
      return "The service gave a code of its own: its documentation says what the code means.";
  }
}

/** Characters that are shown in colors; longer texts are not. */
const longestColored = 50_000;

/** Returns XML for people: indented, with colored names and values. Other text is shown unchanged. */
function highlighted(text: string): Markup {
  if (text.length > longestColored || !/^\s*</.test(text)) return new Markup(htmlText(text));
  const pieces = indented(text).match(/<[^<>]*>|[^<>]+|[<>]/g) ?? [];
  return new Markup(
    pieces
      .map((piece) => (piece.startsWith("<") && piece.endsWith(">") ? tag(piece) : `<b>${htmlText(piece)}</b>`))
      .join(""),
  );
}

function tag(piece: string): string {
  const [, start = "", name = "", rest = ""] = /^(<[/?!]?)([^\s/>?]*)([\s\S]*)$/.exec(piece) ?? [];
  const attributes = rest.replace(
    /([^\s=]+)(=)("[^"]*"|'[^']*')|[^\s]/g,
    (all, attribute?: string, sign?: string, value?: string) =>
      attribute === undefined ? htmlText(all) : `<i>${htmlText(attribute)}</i>${sign}<em>${htmlText(value ?? "")}</em>`,
  );
  return `${htmlText(start)}<span>${htmlText(name)}</span>${attributes}`;
}
