/** The layout of every page, and its security headers. */
import type { ServerResponse } from "node:http";
import { html, Markup } from "soapwright-runtime/xsd";
import type { SandboxState } from "../service/sandbox-state";
import { ruleWords, troubleWords } from "../trouble/trouble-words";

/** Allows only the sandbox's own style, script and pages, no framing, and no form to another origin. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const guards: Readonly<Record<string, string>> = {
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/** A bundler would rewrite a template with the end tag to call a package of its own. */
const script = new Markup('<script src="/page/script.js" defer></script>');

const pages: Readonly<Record<string, string>> = {
  "/": "Overview",
  "/page/contract": "Contract",
  "/page/errors": "Injected errors",
};

/** A page below one in the navigation has the same place. */
type PagePlace = keyof typeof pages;

/** Without a sandbox the page has no links: its reader may not open them. */
export function page(sandbox: SandboxState | undefined, place: PagePlace, title: string, content: Markup): string {
  const links = Object.entries(pages).map(
    ([address, name]) => html`<a href="${address}"${address === place && html` aria-current="page"`}>${name}</a>`,
  );
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - ${nameOf(sandbox)}</title><link rel="stylesheet" href="/page/style.css"><link rel="icon" href="/page/icon.svg">${script}</head>
<body><a class="skip" href="#main">Skip to the content</a><header><div><p class="brand"><a href="/">${nameOf(sandbox)}</a></p>${sandbox !== undefined && html`<nav aria-label="Pages">${links}</nav>`}</div></header>${sandbox !== undefined && banner(sandbox, place)}<main id="main"><h1 dir="auto">${title}</h1>${content}</main></body></html>`
    .html;
}

/** Tells the pages of several sandboxes apart. More than two services are counted, because a tab shows few words. */
function nameOf(sandbox: SandboxState | undefined): string {
  const names = [...new Set(sandbox?.services.map(({ service }) => service.name))];
  if (names.length === 0) return "Sandbox";
  const more = names.length - 2;
  return `Sandbox of ${more > 0 ? `${names.slice(0, 2).join(", ")} and ${more} more` : names.join(" and ")}`;
}

function banner(sandbox: SandboxState, place: PagePlace): Markup | false {
  const rules = sandbox.troubles.map(({ rule }) => ruleWords(rule));
  const { injected } = sandbox;
  const [next] = injected;
  const more = injected.length > 1 ? `, then ${injected.length - 1} more` : "";
  const once = next === undefined ? [] : [`Next request: ${troubleWords(next)}${more}`];
  const summaries = [...once, ...rules];
  if (summaries.length === 0) return false;
  const listed = summaries.slice(0, 3).map((text) => html`<li dir="auto">${text}</li>`);
  const rest = summaries.length > 3 && html`<li><a href="/page/errors">and ${summaries.length - 3} more</a></li>`;
  return html`<aside class="banner" aria-label="Injected errors"><div><div><p>Injected errors are on</p><ul>${listed}${rest}</ul></div><form method="post" action="/page/errors"><input type="hidden" name="end" value="all"><input type="hidden" name="back" value="${place}"><button>End them all</button></form></div></aside>`;
}

export function statusTag(status: number | undefined): Markup {
  const isBad = status === undefined || status >= 400;
  return html`<span class="tag ${isBad ? "bad" : "good"}">${status ?? "none"}</span>`;
}

/** Text with a button that copies it. */
export function copied(id: string, label: string, text: string): Markup {
  return html`<div class="copied"><pre id="${id}" tabindex="0" aria-label="${label}">${text}</pre><button type="button" class="small quiet" data-copy="${id}" aria-label="Copy: ${label}" hidden>Copy</button></div>`;
}

/** The status and the content of a response. The content type is by default that of HTML. */
export type Reply = readonly [
  status: number,
  body: string | Buffer,
  contentType?: string,
  headers?: Readonly<Record<string, string>>,
];

export function send(
  response: ServerResponse,
  ...[status, body, contentType = "text/html; charset=utf-8", headers]: Reply
): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...guards, "Content-Type": contentType, "Content-Length": length, ...headers });
  response.end(body);
}

export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return [303, "", "text/plain; charset=utf-8", { Location: location, ...headers }];
}

export function isPlace(text: string | null): text is PagePlace {
  return text !== null && Object.hasOwn(pages, text);
}
