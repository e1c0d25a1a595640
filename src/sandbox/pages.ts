/** What a sandbox answers to anything but a POST to a service: help page, WSDL, and what is not there. */
import { escapeText } from "../xml/escape";
import type { HostedService } from "./hosted-service";

/** A page. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The page for a request; `service` is the one at its path. */
export function pageFor(method: string, query: string, service: HostedService | undefined, url: string): Page {
  if (!service) return htmlPage(404, "The resource cannot be found.", "");
  if (method !== "GET") return htmlPage(405, "Method not allowed.", "");
  const { wsdl, service: node } = service.options;
  if (/^wsdl$/i.test(query) && wsdl !== undefined) {
    return { status: 200, contentType: "text/xml; charset=utf-8", body: rebasedWsdl(wsdl, service, url) };
  }
  const operations = node.operations.map(({ name }) => `<li>${escapeText(name)}</li>`).join("");
  return htmlPage(200, `${node.name} Web Service`, `<p><a href="?wsdl">WSDL</a></p><ul>${operations}</ul>`);
}

/** The WSDL with its namespaces below the base URL of the service, and its addresses at `url`. */
export function rebasedWsdl(wsdl: string, { options, baseUrl }: HostedService, url: string): string {
  const declared = options.declaredBaseUrl;
  if (declared === undefined) return wsdl;
  return wsdl.replaceAll(`location="${declared}/`, `location="${url}/`).replaceAll(`"${declared}/`, `"${baseUrl}/`);
}

function htmlPage(status: number, title: string, content: string): Page {
  const body = `<!DOCTYPE html><html><head><title>${escapeText(title)}</title></head><body><h1>${escapeText(title)}</h1>${content}</body></html>`;
  return { status, contentType: "text/html; charset=utf-8", body };
}
