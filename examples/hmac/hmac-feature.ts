import { createHmac, timingSafeEqual } from "node:crypto";
import { type Feature, ResponseError } from "employee-service-client";

/** Sends `X-Mac`, the HMAC of a request, and takes responses that have theirs alone. */
export function hmac(key: string): Feature {
  const macOf = (bytes: Uint8Array) => createHmac("sha256", key).update(bytes).digest();
  return {
    name: "hmac",
    version: 1,
    kind: "headers",
    open: () => ({
      call: ({ operation }) => ({
        request(message) {
          if (message.body instanceof Uint8Array) message.setHeader("X-Mac", macOf(message.body).toString("hex"));
        },
        verify({ head, bytes, text }) {
          const [given, own] = [Buffer.from(head.header("x-mac") ?? "", "hex"), macOf(bytes)];
          if (given.length === own.length && timingSafeEqual(given, own)) return text;
          throw new ResponseError(`The response to ${operation} has no valid X-Mac.`, { reason: "security" });
        },
      }),
    }),
  };
}
