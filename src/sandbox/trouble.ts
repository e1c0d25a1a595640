/** Trouble to inject: what a network or a service in distress does to an exchange. */
import type { ServerResponse } from "node:http";
import { envelopeText, type SoapVersion } from "./envelope-text";
import { faultText, type SandboxFault } from "./fault";

/** One piece of trouble, for one POST. */
export type Trouble =
  /** Wait, then answer as usual. In milliseconds. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** An answer of your own in place of the service's. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  /** A SOAP fault, in the version of the request. */
  | { readonly kind: "fault"; readonly fault: SandboxFault }
  /** The XML of the Body, in an envelope of the version of the request. */
  | { readonly kind: "body"; readonly xml: string }
  /** Break the connection: before any answer, after the head, or in the middle of the body. */
  | { readonly kind: "reset"; readonly when: "before" | "head" | "body" }
  /** These bytes on the socket, head included, then the end of the connection. */
  | { readonly kind: "raw"; readonly bytes: string | Uint8Array }
  /** No answer, ever. */
  | { readonly kind: "silence" };

/** Makes trouble of an exchange. Resolves to `false` when the exchange goes on as usual. */
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
