import { joinBytes } from "#platform";
import { ConfigurationError } from "../errors/configuration-error";
import type { StreamedBody } from "../octets";

/**
 * Collects a body for a user's transport, which gets a request whole. Throws a `ConfigurationError` above `most` bytes.
 */
export async function collectBody(body: StreamedBody, most: number): Promise<Uint8Array> {
  if (body.length > most) {
    throw new ConfigurationError(
      `The request is ${body.length} bytes long with its parts, which is over limits.requestBytes (${most} bytes). A transport of your own gets a request as a whole: raise limits.requestBytes, or leave out transport.`,
      { reason: "request-over-transport", option: "transport" },
    );
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return joinBytes(chunks);
}
