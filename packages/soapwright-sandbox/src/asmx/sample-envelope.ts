/** A sample request of an operation, as on the help pages of ASP.NET. */

import type { ElementNode } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import type { HostedService } from "../service/hosted-service";
import { contentTypes, envelopeNamespaces, type SoapVersion } from "./envelope-text";
import { templateOf } from "./mistakes";

export function sampleEnvelope(
  service: HostedService,
  operation: OperationNode,
  version: SoapVersion,
  address: string,
): { readonly head: string; readonly body: string } {
  const action = service.rename(operation.soapAction[version] ?? "");
  const { host, pathname } = new URL(address);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${contentTypes[version]}`,
    "Content-Length: length",
  ];
  if (version === "1.1") lines.push(`SOAPAction: "${action}"`);
  const text = (elements: readonly ElementNode[]): string =>
    elements.map((element) => indented(templateOf(element, service.rename), 2)).join("\n");
  const headers =
    operation.input.headers.length > 0 ? `  <soap:Header>\n${text(operation.input.headers)}\n  </soap:Header>\n` : "";
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">\n${headers}  <soap:Body>\n${text(operation.input.body)}\n  </soap:Body>\n</soap:Envelope>`;
  return { head: lines.join("\n"), body };
}

/** Returns XML with one element a line, for people. The text is not parsed: comments and CDATA sections stay as they are. */
export function indented(xml: string, depth = 0): string {
  const lines: string[] = [];
  let level = depth;
  for (const [piece] of xml.matchAll(
    /<[^/?!<>](?:[^<>]*[^/<>])?>[^<>]*<\/[^<>]*>(?:…)?|<\/[^<>]*>(?:…)?|<[^<>]*>|[^<>]+/g,
  )) {
    const isEnd = piece.startsWith("</");
    const isStart = /^<[^/?!][^<>]*[^/]>$|^<[^/?!]>$/.test(piece);
    if (isEnd) level--;
    if (piece.trim() !== "") lines.push(`${"  ".repeat(Math.max(0, level))}${piece.trim()}`);
    if (isStart) level++;
  }
  return lines.join("\n");
}
