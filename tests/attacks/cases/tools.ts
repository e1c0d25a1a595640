/** Builders of the additional attacks. */
import type { Outcome, ResponseAttack } from "../attack";
import { address, addresses, body, sends } from "../payloads";

/** The usual response. */
export const whole = addresses(address());
/** Returns a case that ends in an error. `says` is part of its message. */
export const ends = (
  name: string,
  outcome: Outcome,
  serve: ResponseAttack["serve"],
  says?: RegExp,
): ResponseAttack => ({
  name,
  outcome,
  serve,
  ...(says === undefined ? {} : { says }),
});
/** Returns a case that ends in the usual value, or in `right`. */
export const value = (name: string, serve: ResponseAttack["serve"], right?: unknown): ResponseAttack => ({
  name,
  outcome: "value",
  serve,
  ...(right === undefined ? {} : { value: right }),
});
/** Returns the response with this status line and these headers. */
export const raw = (head: string, content: Buffer | string = whole) =>
  sends(() => Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), Buffer.from(content)]));
/** The status line and the content type. */
export const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8";
export const LENGTH = `Content-Length: ${Buffer.byteLength(whole)}`;
/** Returns a body with another content type. */
export const typed = (type: string, bytes: () => Buffer | string) => body(bytes, { "Content-Type": type });
/** Returns the bytes in chunks of `size` bytes, with `trailer` after the last. */
export const chunked = (bytes: Uint8Array, size: number, trailer = "") =>
  sends(() => {
    const parts: Uint8Array[] = [Buffer.from(`${OK}\r\nTransfer-Encoding: chunked\r\n\r\n`)];
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size);
      parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
    }
    return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
  });
