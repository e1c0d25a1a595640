/** The frame around each page, and the headers that keep it to itself. */
import type { ServerResponse } from "node:http";
import { html, Markup } from "./markup";

/** Only the sandbox's own style and script, no frame around it, no form to elsewhere. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Headers of every response of the page. */
export const guards: Readonly<Record<string, string>> = {
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/** Its end tag stands in no template: a build would rewrite that template to call a package of its own. */
const script = new Markup('<script src="/page/script.js" defer></script>');

/** A whole page. */
export function page(title: string, content: Markup): string {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Sandbox</title><link rel="stylesheet" href="/page/style.css"><link rel="icon" href="/page/icon.svg">${script}</head>
<body><header><p>Sandbox</p><nav aria-label="Pages"><a href="/">Overview</a><a href="/page/trouble">Trouble</a><a href="/page/data">Data</a></nav></header><main><h1>${title}</h1>${content}</main></body></html>`
    .html;
}

/** Sends a page, or another text of the page's own. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  contentType = "text/html; charset=utf-8",
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...guards,
    "Content-Type": contentType,
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

/** Sends the browser on, after a form. */
export function redirect(response: ServerResponse, location: string): void {
  send(response, 303, "", "text/plain; charset=utf-8", { Location: location });
}
