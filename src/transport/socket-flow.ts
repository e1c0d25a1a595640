import type { Socket } from "node:net";

/** Longest head of an interim response that is looked at; a longer one is left to undici, which refuses it. */
const LONGEST = 16_384;

/** What undici reads from one socket: how fast, and without interim responses. */
export interface SocketFlow {
  /** Nothing more is read. What the service sends meanwhile waits in the system, its end included. */
  hold(): void;
  /** Reading goes on. */
  release(): void;
}

/**
 * Puts itself between `socket` and undici, which reads by `socket.read` whenever there is something to read.
 *
 * Pausing undici's own parser is no way to slow a service down: when the service ends the connection behind its response
 * while the parser is paused, undici 7 asserts that it is not (nodejs/undici#5360). A socket that says that there is
 * nothing to read just now keeps the bytes and, behind them, the end.
 *
 * Interim responses (1xx; RFC 9110, 15.2) may come at any time before the response, asked for or not. undici takes `100
 * Continue` for a broken response, so all of them are left out here, but for 101: only the start of a response is looked
 * at, from the request being written to the first byte that is not part of an interim response.
 */
export function controlFlow(socket: Socket): SocketFlow {
  let held = false;
  let atHead = true;
  let start: Buffer | undefined;
  const write = socket.write;
  const read = socket.read;

  const withoutInterim = (chunk: Buffer): Buffer | undefined => {
    let bytes = start === undefined ? chunk : Buffer.concat([start, chunk]);
    start = undefined;
    while (mayBeInterim(bytes)) {
      const end = bytes.indexOf("\r\n\r\n", 0, "latin1");
      if (end < 0 || end > LONGEST) {
        if (bytes.length > LONGEST) break;
        start = bytes;
        return undefined;
      }
      bytes = bytes.subarray(end + 4);
      if (bytes.length === 0) return undefined;
    }
    atHead = false;
    return bytes;
  };

  socket.write = function (this: Socket, ...args: unknown[]): boolean {
    atHead = true;
    return Reflect.apply(write, this, args);
  } as Socket["write"];
  socket.read = function (this: Socket, size?: number): unknown {
    if (held) return null;
    for (;;) {
      const chunk: unknown = Reflect.apply(read, this, size === undefined ? [] : [size]);
      if (!atHead || !Buffer.isBuffer(chunk)) return chunk;
      const bytes = withoutInterim(chunk);
      if (bytes !== undefined) return bytes;
    }
  };
  return {
    hold() {
      held = true;
    },
    release() {
      if (!held) return;
      held = false;
      socket.emit("readable");
    },
  };
}

/** Whether `bytes` are, or may turn out to be, an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  // The common case costs one comparison: the first digit of the status.
  if (bytes.length > 9 && bytes[9] !== 0x31) return false;
  const head = bytes.toString("latin1", 0, 13);
  if (head.length === 13) return /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/.test(head);
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((beginning) => beginning.startsWith(head.slice(0, 10)));
}
