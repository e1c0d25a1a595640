/** Requests to the recorder, readdressed to the real service. */
import { type Address, escapeText } from "soapwright-runtime/internal";

/**
 * The body of a request with the address of the service in `wsa:To` in place of the recorder's own, because services
 * refuse messages to others. A signed message stays unchanged. Addresses are ASCII, and attachments may be any bytes:
 * each byte is one character here.
 */
export function readdressed(body: Buffer, own: string, { origin, path }: Address): Buffer {
  if (!body.includes("/addressing") || body.includes("Signature")) return body;
  const text = body.toString("latin1");
  const headEnd = text.search(/<(?:[\w.-]+:)?Body[\s>/]/);
  if (headEnd < 0) return body;
  const to = /(<((?:[\w.-]+:)?To)(?:\s[^<>]*)?>\s*)([^<]*?)(\s*<\/\2\s*>)/g;
  const head = text
    .slice(0, headEnd)
    .replace(to, (whole, start: string, _name: string, address: string, end: string) =>
      address === escapeText(own) ? start + escapeText(origin + path) + end : whole,
    );
  return Buffer.concat([Buffer.from(head, "latin1"), body.subarray(headEnd)]);
}
