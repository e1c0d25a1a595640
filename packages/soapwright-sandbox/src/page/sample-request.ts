/** A sample request of an operation, with generated values. */
import { randomUUID } from "node:crypto";
import { requestAction } from "soapwright-features/wire";
import { type ElementNode, escapeText } from "soapwright-runtime/codecs";
import { isArgumentError } from "soapwright-runtime/errors";
import { ADDRESSING_TERMS } from "soapwright-runtime/extend";
import type { OperationNode } from "soapwright-runtime/tables";
import { contentTypes, envelopeText, type SoapVersion } from "../asmx/envelope-text";
import { SandboxFault } from "../asmx/fault";
import { templateOf } from "../asmx/mistakes";
import type { HostedService } from "../service/hosted-service";
import { generateArgument } from "../service/sample-values/made-values";
import { block } from "../service/sandbox-addressing";

/** A value that refers to a part is its own path, for the reader who fills the part in. */
const attachments = {
  attach: () => undefined,
  refer: (_octets: unknown, path: string) => `cid:${path.replace(/[^\w.]+/g, "-")}`,
};

/** An element for which no value can be generated shows types in place of values. */
export function sampleXml(hosted: HostedService, operation: OperationNode, elements: readonly ElementNode[]): string {
  return elements
    .map((element) => {
      try {
        const value = generateArgument(element, operation, hosted.rename);
        return hosted.codec.encode(element, value, element.name.local, { attachments });
      } catch (error) {
        if (!(error instanceof SandboxFault) && !isArgumentError(error)) throw error;
        return templateOf(element, hosted.rename);
      }
    })
    .join("");
}

export function requestOf(
  hosted: HostedService,
  operation: OperationNode,
  version: SoapVersion,
  body: string,
  header: string,
): { readonly headers: Readonly<Record<string, string>>; readonly text: string } {
  const action = hosted.rename(operation.soapAction[version] ?? "");
  const headers = {
    "Content-Type": contentTypes[version],
    ...(version === "1.1" ? { SOAPAction: `"${action}"` } : {}),
  };
  return { headers, text: envelopeText(body, version, addressingBlocks(hosted, operation, version, action) + header) };
}

/** The message addressing properties that a client sends (WS-Addressing 1.0 SOAP Binding, 3). */
function addressingBlocks(
  { options: { service }, rename }: HostedService,
  operation: OperationNode,
  version: SoapVersion,
  soapAction: string,
): string {
  const port = service.ports.find(({ soapVersion }) => soapVersion === version);
  if (port?.addressing === undefined) return "";
  const terms = ADDRESSING_TERMS[port.addressing.version];
  const properties = {
    To: rename(port.address),
    Action: requestAction({ operation, service, rename, soapAction, version: port.addressing.version }) ?? soapAction,
    MessageID: `urn:uuid:${randomUUID()}`,
  };
  const blocks = Object.entries(properties).map(([name, text]) => block(terms, name, escapeText(text)));
  const replyTo = block(terms, "ReplyTo", `<wsa:Address>${terms.anonymous}</wsa:Address>`);
  return [...blocks, ...(operation.output === undefined ? [] : [replyTo])].join("");
}
