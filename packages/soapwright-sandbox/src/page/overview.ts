/** The first page: services with their operations, and the last exchanges. */
import type { OperationNode } from "soapwright-runtime/tables";
import { html, type Markup } from "soapwright-runtime/xsd";
import type { RecordedExchange } from "../record/exchange-log";
import { HostedService } from "../service/hosted-service";
import type { SandboxState } from "../service/sandbox-state";
import type { ServiceOptions } from "../service/service-options";
import { documentationOf } from "./documentation";
import { fieldsOf } from "./form-values";
import { groupsOf } from "./groups";
import { copied, page, statusTag } from "./layout";
import { requestOf, sampleXml } from "./sample-request";
import { asCurl } from "./snippets";

/** With more operations in all, the page has a search field. */
const searchable = 12;

export function overviewPage(sandbox: SandboxState): string {
  const services = sandbox.services.map((service, index) => serviceCard(sandbox, service, index));
  const recent = [...sandbox.exchanges].reverse().map(exchangeRow);
  const count = sandbox.services.reduce((sum, { service }) => sum + service.operations.length, 0);
  const search =
    count > searchable &&
    html`<div class="search"><label for="search">Find an operation <span class="soft">of ${count}</span></label><input id="search" type="search" autocomplete="off" spellcheck="false" data-filter="operations"><p class="soft" id="found" role="status"></p></div>`;
  return page(
    sandbox,
    "/",
    "Overview",
    html`<div class="columns"><div id="operations">${search}${services}</div>
<section class="exchanges" aria-labelledby="exchanges-title"><h2 id="exchanges-title">Exchanges</h2>${
      recent.length === 0
        ? firstSteps(sandbox)
        : html`
<div class="scroll" role="region" aria-label="Table of exchanges" tabindex="0"><p class="soft">The last ${sandbox.options.keepExchanges ?? 200} requests, newest first.<noscript> Load the page again to see later ones.</noscript></p><table class="list"><thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Response</th></tr></thead><tbody id="exchanges">${recent}</tbody></table></div>`
    }</section></div>`,
  );
}

function firstSteps(sandbox: SandboxState): Markup {
  const [service] = sandbox.services;
  const command = service && commandOf(service, sandbox);
  return html`<div><p><strong>No request has come yet.</strong><noscript> Load the page again after the first one.</noscript></p>${command !== undefined && html`<h3>Make the first call</h3>${copied("first-command", "command", command)}`}<h3>Base URL</h3>${copied("base-url", "base URL", sandbox.url)}</div>`;
}

function commandOf(service: ServiceOptions, sandbox: SandboxState): string | undefined {
  if (service.firstCommand) return service.firstCommand(sandbox.url);
  const { operations } = service.service;
  const isShort = ({ input }: OperationNode): boolean => input.body.every((body) => fieldsOf(body, "") !== undefined);
  const operation = operations.find(isShort) ?? operations[0];
  if (operation === undefined) return undefined;
  const hosted = new HostedService(service, sandbox.options.namespaceBaseUrl ?? sandbox.url);
  const version = service.service.ports[0]?.soapVersion ?? "1.1";
  const { headers, text } = requestOf(
    hosted,
    operation,
    version,
    sampleXml(hosted, operation, operation.input.body),
    sampleXml(hosted, operation, operation.input.headers),
  );
  return asCurl({ path: service.path, requestHeaders: headers, requestBody: text }, sandbox.url);
}

function serviceCard(sandbox: SandboxState, service: ServiceOptions, index: number): Markup {
  const { name, operations, ports } = service.service;
  const texts = documentationOf(service);
  const groups = groupsOf(operations.map((operation) => operation.name));
  const byGroup = new Map<string, Markup[]>();
  operations.forEach((operation, at) => {
    const text = texts.get(operation.name);
    const item = html`<li data-name="${operation.name}"><a href="/page/operations/${index}/${encodeURIComponent(operation.method)}"><bdi>${operation.name}</bdi></a>${text !== undefined && html`<br><span class="soft" dir="auto">${text}</span>`}</li>`;
    const group = groups[at]!;
    if (byGroup.has(group)) byGroup.get(group)!.push(item);
    else byGroup.set(group, [item]);
  });
  const lists = [...byGroup].map(([group, items]) =>
    byGroup.size === 1
      ? html`<ul class="plain">${items}</ul>`
      : html`<details class="group"${byGroup.size < 6 && html` open`}><summary><bdi>${group === "" ? "Others" : group}</bdi> <span class="soft">${items.length}</span></summary><ul class="plain">${items}</ul></details>`,
  );
  const versions = [...new Set(ports.map(({ soapVersion }) => soapVersion))].sort().join(" and ");
  return html`<section class="service" aria-labelledby="service-${index} address-${index}"><h2 id="service-${index}" dir="auto">${name}</h2><p class="address" id="address-${index}">${sandbox.url}${service.path}</p><p class="soft">SOAP ${versions} · <a href="${service.path}?WSDL">WSDL</a> · <a href="/page/contract#service/${index}">Contract</a></p>${lists}</section>`;
}

function exchangeRow(exchange: RecordedExchange): Markup {
  const { id, at, operation, path, status, elapsedMs, mistakes, trouble, soapVersion, fault } = exchange;
  const notes = [
    trouble === undefined ? "" : "injected error",
    mistakes.length === 0 ? "" : `${mistakes.length} forgiven ${mistakes.length === 1 ? "mistake" : "mistakes"}`,
  ];
  const time = new Date(at).toISOString().slice(11, 23);
  return html`<tr><td><span class="time">${time}</span><span class="soft">${elapsedMs.toFixed(1)} ms</span></td><td><a href="/page/exchanges/${id}"><bdi>${operation ?? path}</bdi></a> <span class="soft">${soapVersion === undefined ? "" : `SOAP ${soapVersion}`}</span><span class="args" dir="auto">${exchange.arguments ?? ""}</span></td><td>${statusTag(status)} <span class="soft">${notes.filter((text) => text !== "").join(", ")}</span><span class="reason" dir="auto">${fault === undefined ? "" : shortened(fault.text)}</span></td></tr>`;
}

/** The last cause of a chain names the problem. */
function shortened(text: string): string {
  const last = text.split(" ---> ").at(-1)!.replace(/\s+/g, " ");
  return last.length <= 160 ? last : `${last.slice(0, 160)}…`;
}
