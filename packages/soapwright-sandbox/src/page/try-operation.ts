/** Sends the request of a form to the sandbox's own address, as any client would: over HTTP, as SOAP. */
import { request as httpRequest } from "node:http";
import type { OperationNode } from "soapwright-runtime/tables";
import { packMessage } from "../http/multipart-request";
import type { RecordedExchange } from "../record/exchange-log";
import type { HostedService } from "../service/hosted-service";
import type { SandboxState } from "../service/sandbox-state";
import { partsOf } from "./form-parts";
import { elementText } from "./form-values";
import { requestOf } from "./sample-request";
import type { SentForm } from "./sent-form";

/** A header that marks the form's own request: other calls may arrive at the same time. */
export const marker = "x-sandbox-form";

let count = 0;

/** Resolves to the exchange, whatever its status; to undefined when exchanges are not kept. */
export async function tryOperation(
  sandbox: SandboxState,
  hosted: HostedService,
  operation: OperationNode,
  sent: SentForm,
): Promise<RecordedExchange | undefined> {
  const { form, parts } = partsOf(operation, sent);
  const header = operation.input.headers
    .map((block) => elementText(hosted, block, `header.${block.key}`, form))
    .join("");
  const [element] = operation.input.body;
  const content = form.get("xml") ?? (element ? elementText(hosted, element, "body", form) : "");
  const version = form.get("version") === "1.2" ? "1.2" : "1.1";
  const request = requestOf(hosted, operation, version, content, header);
  const packed = parts.isEmpty ? undefined : await packMessage(request.headers["Content-Type"]!, request.text, parts);
  const headers = { ...request.headers, ...(packed && { "Content-Type": packed.contentType }) };
  const body = packed?.body ?? Buffer.from(request.text);
  const { path } = hosted.options;
  const mark = String(++count);
  await new Promise<void>((resolve) => {
    const outgoing = httpRequest(
      sandbox.url + path,
      {
        method: "POST",
        headers: { ...headers, [marker]: mark, "Content-Length": body.length },
        agent: false,
      },
      (response) => {
        response.on("error", () => resolve());
        response.on("close", () => resolve());
        response.resume();
      },
    );
    // An injected error may end the connection, or never respond: the exchange records it.
    outgoing.setTimeout(15_000, () => outgoing.destroy());
    outgoing.on("error", () => resolve());
    outgoing.end(body);
  });
  return sandbox.log.all.find(({ requestHeaders }) => requestHeaders[marker] === mark);
}
