/** The first page: services with their operations, and exchanges as they happen. */
import type { RecordedExchange } from "../exchange-log";
import type { SandboxState } from "../sandbox-state";
import { documentationOf } from "./documentation";
import { page } from "./layout";
import { html, type Markup } from "./markup";

/** The overview as a page. */
export function overviewPage(sandbox: SandboxState): string {
  const services = sandbox.services.map((service, index) => serviceCard(sandbox, service, index));
  const recent = [...sandbox.exchanges].reverse().map(exchangeRow);
  return page(
    "Services",
    html`${services}
<section aria-labelledby="exchanges-title"><h2 id="exchanges-title">Exchanges</h2><p class="soft">The last ${sandbox.options.keepExchanges ?? 200} requests, newest first. New ones appear as they happen.</p>
<div class="scroll" role="region" aria-label="Table of exchanges" tabindex="0"><table><thead><tr><th scope="col">Time</th><th scope="col">Operation</th><th scope="col">Status</th><th scope="col">Took</th><th scope="col">Notes</th></tr></thead><tbody id="exchanges" data-last="${sandbox.log.lastId}">${recent}</tbody></table></div>${recent.length === 0 && html`<p id="none">No request has come yet.</p>`}</section>`,
  );
}

function serviceCard(sandbox: SandboxState, service: SandboxState["services"][number], index: number): Markup {
  const texts = documentationOf(service.wsdl);
  const operations = service.service.operations.map(
    ({ name, method }) =>
      html`<li><a href="/page/operations/${index}/${encodeURIComponent(method)}">${name}</a><br><span class="soft">${texts.get(name) ?? ""}</span></li>`,
  );
  return html`<section aria-labelledby="service-${index}"><h2 id="service-${index}">${service.service.name}</h2><p class="address">${sandbox.url}${service.path} <a href="${service.path}?WSDL">WSDL</a></p><ul class="plain">${operations}</ul></section>`;
}

/** What a row shows of an exchange; the page's script shows the same of later ones. */
export function rowOf({ id, at, operation, path, status, elapsedMs, mistakes, trouble }: RecordedExchange) {
  const notes = [
    trouble === undefined ? "" : `trouble: ${trouble}`,
    mistakes.length === 0 ? "" : `${mistakes.length} forgiven`,
  ];
  return {
    id,
    time: new Date(at).toISOString().slice(11, 23),
    operation: operation ?? path,
    status: status === undefined ? "none" : String(status),
    failed: status === undefined || status >= 400,
    elapsed: `${elapsedMs.toFixed(1)} ms`,
    note: notes.filter((text) => text !== "").join(", "),
  };
}

function exchangeRow(exchange: RecordedExchange): Markup {
  const { id, time, operation, status, failed, elapsed, note } = rowOf(exchange);
  return html`<tr><td>${time}</td><td><a href="/page/exchanges/${id}">${operation}</a></td><td class="${failed ? "bad" : "good"}">${status}</td><td>${elapsed}</td><td>${note}</td></tr>`;
}
