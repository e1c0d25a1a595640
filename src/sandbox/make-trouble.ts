/** Makes trouble of an exchange, on the server's side of it. */
import type { ServerResponse } from "node:http";
import { envelopeText, type SoapVersion } from "./envelope-text";
import { faultText } from "./fault";
import type { Trouble } from "./trouble";

/** Resolves to `false` when the exchange goes on as usual. */
export async function makeTrouble(trouble: Trouble, response: ServerResponse, version: SoapVersion): Promise<boolean> {
  switch (trouble.kind) {
    case "delay":
      await new Promise((resolve) => setTimeout(resolve, trouble.delayMs).unref());
      return false;
    case "answer": {
      const type = trouble.contentType === undefined ? {} : { "Content-Type": trouble.contentType };
      response.writeHead(trouble.status, { ...type, ...trouble.headers });
      response.end(trouble.body ?? "");
      return true;
    }
    case "fault":
      answerXml(response, trouble.fault.options.status ?? 500, version, faultText(trouble.fault, version));
      return true;
    case "body":
      answerXml(response, 200, version, envelopeText(trouble.xml, version));
      return true;
    case "reset":
      reset(response, trouble.when);
      return true;
    case "raw":
      response.socket?.end(trouble.bytes);
      return true;
    case "silence":
      return true;
  }
}

function answerXml(response: ServerResponse, status: number, version: SoapVersion, text: string): void {
  const type = version === "1.1" ? "text/xml" : "application/soap+xml";
  response.writeHead(status, { "Content-Type": `${type}; charset=utf-8`, "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

function reset(response: ServerResponse, when: "before" | "head" | "body"): void {
  const socket = response.socket;
  if (!socket) return;
  if (when === "before") {
    socket.resetAndDestroy();
    return;
  }
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: 1000\r\n\r\n";
  const start = when === "body" ? '<?xml version="1.0" encoding="utf-8"?><soap:Envelope' : "";
  socket.write(head + start, () => setTimeout(() => socket.resetAndDestroy(), 20).unref());
}
