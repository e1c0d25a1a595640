/** Sends what a form says to the sandbox's own address, as any client would: over HTTP, as SOAP. */
import { request as httpRequest } from "node:http";
import type { OperationNode } from "../../schema/codec";
import type { RecordedExchange } from "../exchange-log";
import type { HostedService } from "../hosted-service";
import type { SandboxState } from "../sandbox-state";
import { elementText } from "./form-values";
import { requestOf } from "./sample-request";

/** A header with which the form knows its own request: others may call at the same time. */
export const marker = "x-sandbox-form";

let sent = 0;

/** Sends the request. Resolves to the exchange when the response has come, whatever it says; to undefined when none is kept. */
export async function tryOperation(
  sandbox: SandboxState,
  hosted: HostedService,
  operation: OperationNode,
  form: URLSearchParams,
): Promise<RecordedExchange | undefined> {
  const header = operation.input.headers
    .map((block) => elementText(hosted, block, `header.${block.key}`, form))
    .join("");
  const [body] = operation.input.body;
  const content = form.get("xml") ?? (body ? elementText(hosted, body, "body", form) : "");
  const version = form.get("version") === "1.2" ? "1.2" : "1.1";
  const { headers, text } = requestOf(hosted, operation, version, content, header);
  const { path } = hosted.options;
  const mark = String(++sent);
  let own: RecordedExchange | undefined;
  const stop = sandbox.log.listen((exchange) => {
    if (exchange.requestHeaders[marker] === mark) own = exchange;
  });
  await new Promise<void>((resolve) => {
    const outgoing = httpRequest(
      sandbox.url + path,
      {
        method: "POST",
        headers: { ...headers, [marker]: mark, "Content-Length": Buffer.byteLength(text) },
        agent: false,
      },
      (response) => {
        response.on("error", () => resolve());
        response.on("close", () => resolve());
        response.resume();
      },
    );
    // An injected error may end the connection, or never respond: the exchange says so.
    outgoing.setTimeout(15_000, () => outgoing.destroy());
    outgoing.on("error", () => resolve());
    outgoing.end(text);
  });
  stop();
  return own;
}
