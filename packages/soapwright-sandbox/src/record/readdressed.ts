/** Requests to the recorder, readdressed to the real service. */
import { type Address, escapeText } from "soapwright-runtime/internal";

/**
 * Replaces the recorder's address in `wsa:To` by the address of the service, because services refuse messages to other
 * addresses. A signed message stays unchanged. The body is read with one character per byte, because addresses are
 * ASCII and attachments may be any bytes.
 */
export function readdressed(body: Buffer, ownOrigin: string, { origin, path }: Address): Buffer {
  if (!body.includes("/addressing") || body.includes("Signature")) return body;
  const text = body.toString("latin1");
  const headEnd = text.search(/<(?:[\w.-]+:)?Body[\s>/]/);
  if (headEnd < 0) return body;
  const to = /(<((?:[\w.-]+:)?To)(?:\s[^<>]*)?>\s*)([^<]*?)(\s*<\/\2\s*>)/g;
  const head = text
    .slice(0, headEnd)
    .replace(to, (whole, start: string, _name: string, address: string, end: string) =>
      address === escapeText(ownOrigin) ? start + escapeText(origin + path) + end : whole,
    );
  return Buffer.concat([Buffer.from(head, "latin1"), body.subarray(headEnd)]);
}
