/** One exchange: both sides, and what to make of them. */
import type { RecordedExchange } from "../exchange-log";
import { highlighted } from "./highlight";
import { page } from "./layout";
import { html, type Markup } from "./markup";
import { asCurl, asFixture, asTypeScript } from "./snippets";

/** The exchange as a page. */
export function exchangePage(exchange: RecordedExchange, url: string): string {
  const { operation, path, status, elapsedMs, at, mistakes, trouble } = exchange;
  const title = `${operation ?? path}: ${status ?? "no response"}`;
  return page(
    title,
    html`<p class="soft">${new Date(at).toISOString()}, ${elapsedMs.toFixed(1)} ms, <code>${path}</code>${trouble !== undefined && html`, trouble: ${trouble}`}</p>
${mistakes.length > 0 && html`<section><h2>Forgiven in silence</h2><ul>${mistakes.map((text) => html`<li>${text}</li>`)}</ul></section>`}
<div class="pair">${side("Request", exchange.requestHeaders, exchange.requestBody)}${side("Response", exchange.responseHeaders, exchange.responseBody)}</div>
<section><h2>Copy as</h2>${snippet("curl", "curl", asCurl(exchange, url))}${snippet("typescript", "TypeScript", asTypeScript(exchange, url))}${snippet("fixture", "Test fixture", asFixture(exchange))}</section>`,
  );
}

function side(title: string, headers: Readonly<Record<string, string>>, body: string): Markup {
  const lines = Object.entries(headers).map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  );
  return html`<section><h2>${title}</h2><details><summary>Headers (${lines.length})</summary><table><tbody>${lines}</tbody></table></details><pre tabindex="0" aria-label="${title} body">${highlighted(body)}</pre></section>`;
}

function snippet(id: string, title: string, text: string): Markup {
  return html`<details><summary>${title}</summary><button type="button" class="small" data-copy="${id}" hidden>Copy</button><pre id="${id}" tabindex="0" aria-label="${title}">${text}</pre></details>`;
}
