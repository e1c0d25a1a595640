/** Sends a response to the address that a request has named (`wsa:ReplyTo`). */
import { request } from "node:http";
import { parseAddress } from "soapwright-runtime/internal";
import type { SoapResponse } from "./soap-response";

/** Longest time for it, in milliseconds. */
const LONGEST = 10_000;

/**
 * Posts the response, and forgets it: nobody waits for it. Only to plain `http:` on this machine: whoever may call a sandbox
 * may not make it call others. Resolves to what was done, in words.
 */
export function deliverResponse(address: string, { contentType, body }: SoapResponse): Promise<string> {
  const display = address.split("?", 1)[0] ?? "";
  try {
    const { secure, loopback } = parseAddress(address, "ReplyTo");
    if (secure || !loopback) throw new Error("not here");
  } catch {
    return Promise.resolve(
      `The response for ${display} is not sent: a sandbox responds to http: on this machine alone.`,
    );
  }
  return new Promise((resolve) => {
    const headers = { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) };
    const sent = request(address, { method: "POST", headers, timeout: LONGEST }, (response) => {
      response.resume();
      resolve(`The response was sent to ${display}, which said ${response.statusCode}.`);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(`The response could not be sent to ${display}.`));
    sent.end(body);
  });
}
