/** Responses of ASP.NET to requests other than SOAP: help page, WSDL, discovery, and unknown addresses. */
import { escapeAttribute } from "soapwright-runtime/codecs";
import { html, type Markup } from "soapwright-runtime/xsd";
import { sampleEnvelope } from "../asmx/sample-envelope";
import type { HostedService } from "../service/hosted-service";
import { percentDecoded } from "./content-type";
import type { HttpResponse } from "./http-writer";

const maxAge = "private, max-age=0";
const NOTHING = html``;

/** `address` is the address that the caller used. */
export function servicePage(service: HostedService, query: string, address: string): HttpResponse {
  const parameters = queryOf(query);
  const name = parameters.get("wsdl") ?? parameters.get("xsd");
  const document = name === undefined ? undefined : service.options.documents?.(name, address);
  if (document !== undefined) return xmlPage(document);
  // ASP.NET has no names for the documents of a service with one description and one schema.
  if (parameters.has("schema")) return textResponse(500, "Schema not found.");
  if (parameters.has("wsdl")) return textResponse(500, "XML Web service description was not found.");
  const bare = parameters.get("")?.toLowerCase();
  if (bare === "wsdl") {
    const wsdl = wsdlOf(service, address);
    if (wsdl !== undefined) return xmlPage(wsdl);
    return textResponse(404, "This sandbox was given no WSDL. Pass it as wsdl or documents of its service.");
  }
  if (bare === "disco") return xmlPage(discovery(service, address));
  const operation = parameters.get("op");
  return operation === undefined ? helpPage(service, address) : operationPage(service, operation, address);
}

/** ASP.NET sends no max-age with an error page. */
export function errorPage(status: number, title: string): HttpResponse {
  return htmlPage(status, title, NOTHING, "private");
}

/** ASP.NET responds with one line of text to a wrong request at the address of the test form. */
export function textResponse(status: number, text: string, cacheControl = maxAge): HttpResponse {
  const page = pageOf(status, "text/plain; charset=utf-8", `${text}\n`, cacheControl);
  // The text repeats the request: browsers must not sniff it as HTML.
  return { ...page, headers: { ...page.headers, "X-Content-Type-Options": "nosniff" } };
}

export function xmlPage(body: string): HttpResponse {
  return pageOf(200, "text/xml; charset=utf-8", body, maxAge);
}

/** Namespaces move to the base URL of the service; addresses are those that the caller used. */
function wsdlOf(service: HostedService, address: string): string | undefined {
  const { options, baseUrl } = service;
  const { wsdl, documents, declaredBaseUrl: declared } = options;
  const wsdlText = documents?.("", address);
  if (wsdlText !== undefined) return wsdlText;
  if (wsdl === undefined || declared === undefined) return wsdl;
  const url = new URL(address).origin;
  return wsdl.replaceAll(`location="${declared}/`, `location="${url}/`).replaceAll(`"${declared}/`, `"${baseUrl}/`);
}

/**
 * Names are in lower case, and the first parameter of each name counts. A parameter without `=` is a value without a
 * name, as in ASP.NET: `?WSDL&x=1` has the value `WSDL` under `""`, and `x`.
 */
function queryOf(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const part of query.replaceAll("+", " ").split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at < 0 ? "" : percentDecoded(part.slice(0, at)).toLowerCase();
    if (!parameters.has(name)) parameters.set(name, percentDecoded(part.slice(at + 1)));
  }
  return parameters;
}

function discovery({ options, rename }: HostedService, address: string): string {
  const place = escapeAttribute(address);
  const namespace = escapeAttribute(rename(options.service.targetNamespace));
  const ports = options.service.ports.map(
    ({ name }, index) =>
      `  <soap address="${place}" xmlns:q${index + 1}="${namespace}" binding="q${index + 1}:${escapeAttribute(name)}" xmlns="http://schemas.xmlsoap.org/disco/soap/" />`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.xmlsoap.org/disco/">',
    `  <contractRef ref="${place}?wsdl" docRef="${place}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
    ...ports,
    "</discovery>",
  ].join("\n");
}

function helpPage({ options }: HostedService, address: string): HttpResponse {
  const { service, path } = options;
  const operations = service.operations.map(
    ({ name }) => html`<li><a href="?op=${encodeURIComponent(name)}">${name}</a></li>`,
  );
  const content = html`<p>The following operations are supported. For a formal definition, please review the <a href="?WSDL">Service Description</a>.</p><ul>${operations}</ul>`;
  // The tools of .NET follow this link from a service's address to its description.
  const head = html`<link rel="alternate" type="text/xml" href="${path}?disco"/>`;
  return htmlPage(200, `${service.name} Web Service`, content, maxAge, head, address);
}

function operationPage(service: HostedService, name: string, address: string): HttpResponse {
  const operation = service.options.service.operations.find((one) => one.name === name);
  if (!operation) return htmlPage(500, `Operation '${name}' is not available.`, NOTHING, maxAge);
  const samples = service.options.service.ports.map(({ soapVersion }) => {
    const { head, body } = sampleEnvelope(service, operation, soapVersion, address);
    return html`<h3>SOAP ${soapVersion}</h3><pre>${head}\n\n${body}</pre>`;
  });
  return htmlPage(200, `${service.options.service.name}: ${name}`, html`${samples}`, maxAge);
}

function htmlPage(
  status: number,
  title: string,
  content: Markup,
  cacheControl: string,
  head = NOTHING,
  address = "",
): HttpResponse {
  const place = address === "" ? NOTHING : html`<p><code>${address}</code></p>`;
  const body = html`<!DOCTYPE html><html lang="en"><head>${head}<title>${title}</title></head><body><h1>${title}</h1>${place}${content}</body></html>`;
  return pageOf(status, "text/html; charset=utf-8", body.html, cacheControl);
}

function pageOf(status: number, contentType: string, body: string, cacheControl: string): HttpResponse {
  return { status, headers: { "Content-Type": contentType, "Cache-Control": cacheControl }, body };
}
