/** Applies an injected error to an exchange, on the server's side. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import { contentTypes, envelopeText, type SoapVersion } from "../asmx/envelope-text";
import type { SandboxFault } from "../asmx/fault";
import type { SoapResponse } from "../asmx/soap-response";
import type { HttpDamage, HttpResponse } from "../http/http-writer";
import type { Trouble } from "./trouble";

export interface TroubleOutcome {
  /** Sent instead of the service's response. Null: the connection was already closed, or is left silent. */
  readonly instead?: HttpResponse | null;
  readonly change?: (response: HttpResponse) => HttpResponse;
  readonly damage?: (response: HttpResponse) => HttpDamage;
}

/** `faultOf` converts a fault to a response in the SOAP version of the request. */
export async function makeTrouble(
  trouble: Trouble,
  response: ServerResponse,
  version: SoapVersion,
  faultOf: (fault: SandboxFault) => SoapResponse,
): Promise<TroubleOutcome> {
  switch (trouble.kind) {
    case "delay":
      await pause(trouble.delayMs);
      return {};
    case "answer": {
      const type = trouble.contentType === undefined ? {} : { "Content-Type": trouble.contentType };
      return instead(trouble.status, { ...type, ...trouble.headers }, trouble.body ?? "");
    }
    case "status":
      return statusPage(trouble.status, trouble.retryAfterSeconds);
    case "html":
      return instead(
        200,
        html,
        "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>",
      );
    case "fault": {
      const fault = faultOf(trouble.fault);
      return instead(fault.status, { "Content-Type": fault.headers["Content-Type"]! }, fault.body);
    }
    case "body":
      return instead(200, { "Content-Type": contentTypes[version] }, envelopeText(trouble.xml, version));
    case "content-type":
      return {
        change: (response) => ({ ...response, headers: { ...response.headers, "Content-Type": trouble.contentType } }),
      };
    case "malformed":
      return { change: (response) => ({ ...response, body: malformed(textOf(response.body)) }) };
    case "truncate":
      return { damage: ({ body }) => ({ cutAfter: trouble.bytes ?? Buffer.byteLength(body) >> 1 }) };
    case "slow":
      return { damage: () => ({ bytesPerSecond: trouble.bytesPerSecond }) };
    case "reset":
      reset(response, trouble.when);
      return { instead: null };
    case "raw":
      response.socket?.end(trouble.bytes);
      return { instead: null };
    case "silence":
      return { instead: null };
    default:
      // The other kinds depend on earlier requests. `TroubleRules` has already resolved them to one of the kinds above.
      return {};
  }
}

/** The timer does not keep the process alive. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

const html = { "Content-Type": "text/html; charset=utf-8" };

function instead(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): TroubleOutcome {
  return { instead: { status, headers, body } };
}

function statusPage(status: number, retryAfterSeconds: number | undefined): TroubleOutcome {
  const title = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const retry = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return instead(status, { ...html, ...retry }, body);
}

/** Drops the `>` of the last end tag but one: a parser finds this error only at the end of the text. */
function malformed(text: string): string {
  const last = text.lastIndexOf("</");
  const before = last > 0 ? text.lastIndexOf("</", last - 1) : -1;
  const end = before < 0 ? -1 : text.indexOf(">", before);
  return end < 0 ? `${text}<` : text.slice(0, end) + text.slice(end + 1);
}

function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : Buffer.from(body).toString("utf8");
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
