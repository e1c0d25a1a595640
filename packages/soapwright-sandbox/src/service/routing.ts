/**
 * Finds the operation of a request: by SOAPAction in SOAP 1.1, by `action` in SOAP 1.2; where they are absent, by the
 * `Action` of WS-Addressing or the body's element.
 */
import type { OperationNode } from "soapwright-runtime/tables";
import type { TreeElement } from "../asmx/element-tree";
import type { RequestEnvelope } from "../asmx/envelope-reader";
import { SandboxFault } from "../asmx/fault";
import { percentDecoded, type RequestContentType, unquoted } from "../http/content-type";
import type { HostedService } from "./hosted-service";
import { RequestAddressing } from "./sandbox-addressing";

/** Throws a `SandboxFault` with ASP.NET's message if there is no operation. */
export function operationOf(
  service: HostedService,
  contentType: RequestContentType,
  soapActionHeader: string | undefined,
  envelope: RequestEnvelope,
): OperationNode {
  const element = firstElement(envelope.body);
  const addressed = RequestAddressing.of(service, undefined, envelope)?.action;
  const byAddress = addressed === undefined ? undefined : service.operationByAction(addressed, element);
  const byElement = byAddress ?? service.operationByElement(element);
  const header = contentType.version === "1.1" ? soapActionHeader?.trim() : contentType.action;
  if (header === undefined || header === "") {
    if (byElement) return byElement;
    throw new SandboxFault(
      "Unable to handle request without a valid action parameter. Please supply a valid soap action.",
    );
  }
  if (contentType.version === "1.1") {
    const action = percentDecoded(unquoted(header));
    const operation = service.operationByAction(action, element);
    if (operation) return operation;
    throw new SandboxFault(`Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
  }
  const operation = service.operationByAction(header, element) ?? byElement;
  if (operation) return operation;
  throw new SandboxFault(`Unable to handle request. The action '${header}' was not recognized.`);
}

/** Returns undefined if the Body starts with text. */
function firstElement(body: TreeElement | undefined): TreeElement | undefined {
  const first = body?.children.find((node) => typeof node !== "string" || node.trim() !== "");
  return typeof first === "string" ? undefined : first;
}
