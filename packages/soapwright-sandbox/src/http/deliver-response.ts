/** Sends a response to the address in the request's `wsa:ReplyTo` or `wsa:FaultTo`. */
import { request } from "node:http";
import { parseAddress } from "soapwright-runtime/http";
import type { HttpResponse } from "./http-writer";

/** Time limit of the delivery, in milliseconds. */
const LONGEST = 10_000;

/**
 * Posts only to plain `http:` on this machine, because a caller of the sandbox must not make it call other hosts.
 * Resolves to a sentence for the log; does not reject.
 */
export function deliverResponse(
  address: string,
  { headers: { "Content-Type": contentType }, body }: HttpResponse,
): Promise<string> {
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
