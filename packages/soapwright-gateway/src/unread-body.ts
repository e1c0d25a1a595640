import type { IncomingMessage } from "node:http";

/**
 * Whether a request announces a body that is longer than what may be read, or of no length, and that has not been read:
 * Node.js would take it to its end, so that the connection has to close after the response.
 */
export function hasUnreadBody({ headers, complete, httpVersionMajor }: IncomingMessage, maxBodyBytes: number): boolean {
  // A stream of HTTP/2 ends alone, and its window bounds what is sent.
  if (complete || httpVersionMajor > 1) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > maxBodyBytes;
}
