/** Sends what a form says to the sandbox's own address, as any client would: over HTTP, as SOAP. */
import { request as httpRequest } from "node:http";
import type { ElementNode, OperationNode } from "../../schema/codec";
import { escapeAttribute, escapeText } from "../../tool-imports";
import { contentTypes, envelopeText, type SoapVersion } from "../envelope-text";
import { HostedService } from "../hosted-service";
import type { ServiceOptions } from "../service-options";
import { simpleMembers } from "./operation-page";

/** Sends the request. Resolves when the response has come, whatever it says. */
export async function tryOperation(
  service: ServiceOptions,
  operation: OperationNode,
  form: URLSearchParams,
  place: { readonly url: string; readonly baseUrl: string },
): Promise<void> {
  const hosted = new HostedService(service, place.baseUrl);
  const version: SoapVersion = form.get("version") === "1.2" ? "1.2" : "1.1";
  const written = (element: ElementNode, prefix: string): string => elementText(hosted, element, prefix, form);
  const header = operation.input.headers.map((block) => written(block, `header.${block.key}`)).join("");
  const [body] = operation.input.body;
  const xml = form.get("xml");
  const content = xml ?? (body ? written(body, "body") : "");
  const action = hosted.rename(operation.soapAction[version] ?? "");
  const text = envelopeText(content, version, header);
  const headers = {
    "Content-Type": contentTypes[version],
    ...(version === "1.1" ? { SOAPAction: `"${action}"` } : {}),
    "Content-Length": Buffer.byteLength(text),
  };
  await new Promise<void>((resolve) => {
    const outgoing = httpRequest(place.url + service.path, { method: "POST", headers, agent: false }, (response) => {
      response.on("error", () => resolve());
      response.on("close", () => resolve());
      response.resume();
    });
    // Trouble may end the connection, or never respond: the exchange says so.
    outgoing.setTimeout(15_000, () => outgoing.destroy());
    outgoing.on("error", () => resolve());
    outgoing.end(text);
  });
}

/** An element with the fields that were filled in; nothing when none was and it may be missing. */
function elementText(hosted: HostedService, element: ElementNode, prefix: string, form: URLSearchParams): string {
  const children = (simpleMembers(element) ?? []).map((member) => {
    const value = form.get(`${prefix}.${member.key}`);
    if (value === null || (value === "" && member.min === 0)) return "";
    const { local } = member.name;
    return `<${local}>${escapeText(value)}</${local}>`;
  });
  if (prefix !== "body" && children.every((child) => child === "")) return "";
  const { local, namespace } = element.name;
  return `<${local} xmlns="${escapeAttribute(hosted.rename(namespace))}">${children.join("")}</${local}>`;
}
