import type { Socket } from "node:net";

const PREFIX = /^HTTP\/1\.[01] 100[ \r\n]/;
/** Longest interim answer that is looked at; a longer one is left to undici, which refuses it. */
const LONGEST = 4096;

/**
 * Takes interim answers with status 100 out of what undici reads from `socket`. A server may send `100 Continue` without
 * being asked (RFC 9110, 15.2.1) and a client must be able to read it; undici takes it for a broken answer. Only the
 * start of an answer is looked at: from the request being written to the first byte that is not part of an interim answer.
 */
export function skipContinue(socket: Socket): Socket {
  let atHead = true;
  let held: Buffer | undefined;
  const write = socket.write;
  const read = socket.read;
  socket.write = function (this: Socket, ...args: unknown[]): boolean {
    atHead = true;
    return Reflect.apply(write, this, args);
  } as Socket["write"];
  socket.read = function (this: Socket, size?: number): unknown {
    const chunk: unknown = Reflect.apply(read, this, size === undefined ? [] : [size]);
    if (!atHead || !Buffer.isBuffer(chunk)) return chunk;
    let bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
    held = undefined;
    while (mayBeContinue(bytes)) {
      const end = bytes.indexOf("\r\n\r\n", 0, "latin1");
      if (end < 0) {
        if (bytes.length > LONGEST) break;
        held = bytes;
        return Reflect.apply(socket.read, this, []);
      }
      bytes = bytes.subarray(end + 4);
      if (bytes.length === 0) return Reflect.apply(socket.read, this, []);
    }
    atHead = false;
    return bytes;
  };
  return socket;
}

/** Whether `bytes` are, or may turn out to be, an answer with status 100. */
function mayBeContinue(bytes: Buffer): boolean {
  // The common case costs one comparison: the first digit of the status.
  if (bytes.length > 9 && bytes[9] !== 0x31) return false;
  const start = bytes.toString("latin1", 0, 13);
  if (start.length === 13) return PREFIX.test(start);
  return "HTTP/1.1 100 ".startsWith(start) || "HTTP/1.0 100 ".startsWith(start);
}
