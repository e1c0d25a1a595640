/** Writes a response to the socket as the host of an `.asmx` service does. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { deflateRawSync, gzipSync } from "node:zlib";
import type { HttpBehavior } from "./http-options";

export interface HttpResponse {
  readonly status: number;
  /** Headers other than `Content-Length`, `Content-Encoding` and `Connection`, which are derived. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** How a response is disturbed on its way. */
export interface HttpDamage {
  /** Overrides `bytesPerSecond` of the behavior. */
  readonly bytesPerSecond?: number;
  /** Closes the connection after this many bytes of the body, although `Content-Length` announces the whole body. */
  readonly cutAfter?: number;
}

export const hostHeaders: Readonly<Record<string, string>> = { "X-AspNet-Version": "4.0.30319" };

const encoders = {
  gzip: (body: Uint8Array): Uint8Array => gzipSync(body),
  // IIS writes deflate without the zlib header that RFC 9110, 8.4.1.2 requires.
  deflate: (body: Uint8Array): Uint8Array => deflateRawSync(body),
};

/** Resolves when the last byte is handed to Node.js. A slow response also resolves when its connection is closed. */
export async function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  content: HttpResponse,
  behavior: HttpBehavior,
  damage: HttpDamage = {},
): Promise<void> {
  const coding = behavior.compression === true ? codingFor(request) : undefined;
  const plain = typeof content.body === "string" ? Buffer.from(content.body) : content.body;
  const whole = coding && plain.length > 0 ? encoders[coding](plain) : plain;
  const body = damage.cutAfter === undefined ? whole : whole.subarray(0, damage.cutAfter);
  const isHttp10 = behavior.version === "1.0";
  const isRaw = isHttp10 || damage.cutAfter !== undefined;
  const close = isRaw || behavior.close === true;
  const headers: Record<string, string | number> = {
    ...hostHeaders,
    ...content.headers,
    ...(coding && plain.length > 0 ? { "Content-Encoding": coding, Vary: "Accept-Encoding" } : {}),
    ...(behavior.chunked === true && !isRaw ? {} : { "Content-Length": whole.length }),
    ...(close ? { Connection: "close" } : {}),
  };
  const bytesPerSecond = damage.bytesPerSecond ?? behavior.bytesPerSecond;
  const isHead = request.method === "HEAD";
  if (isRaw) {
    const version = isHttp10 ? "1.0" : "1.1";
    await writeRaw(response, version, content.status, headers, isHead ? new Uint8Array() : body, bytesPerSecond);
    return;
  }
  response.writeHead(content.status, headers);
  if (bytesPerSecond !== undefined) {
    await writeSlowly(response, body, bytesPerSecond);
    response.end();
  } else if (isHead || body.length === 0) {
    response.end();
  } else if (behavior.chunked === true) {
    // Two chunks, so that the client has to join them.
    response.write(body.subarray(0, body.length >> 1));
    response.end(body.subarray(body.length >> 1));
  } else {
    response.end(body);
  }
}

/** Node.js itself cannot write another HTTP version, nor a body that is shorter than announced. */
async function writeRaw(
  response: ServerResponse,
  version: string,
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: Uint8Array,
  bytesPerSecond: number | undefined,
): Promise<void> {
  const { socket } = response;
  if (!socket) return;
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`HTTP/${version} ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  if (bytesPerSecond !== undefined) await writeSlowly(socket, body, bytesPerSecond);
  else socket.write(body);
  socket.end();
}

interface Sink {
  readonly destroyed: boolean;
  write(bytes: Uint8Array): boolean;
}

async function writeSlowly(sink: Sink, body: Uint8Array, bytesPerSecond: number): Promise<void> {
  const piece = Math.max(1, Math.ceil(bytesPerSecond / 20));
  for (let at = 0; at < body.length && !sink.destroyed; at += piece) {
    sink.write(body.subarray(at, at + piece));
    await new Promise((resolve) => setTimeout(resolve, (1000 * piece) / bytesPerSecond).unref());
  }
}

/** IIS chooses gzip before deflate by default, and no coding for HTTP/1.0 or a proxy. */
function codingFor(request: IncomingMessage): keyof typeof encoders | undefined {
  if (request.httpVersion === "1.0" || request.headers.via !== undefined) return undefined;
  const header = request.headers["accept-encoding"];
  const weights = new Map<string, number>();
  for (const part of (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name !== "") weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const [gzip, deflate] = [weightOf("gzip"), weightOf("deflate")];
  if (gzip === 0 && deflate === 0) return undefined;
  return gzip >= deflate ? "gzip" : "deflate";
}
