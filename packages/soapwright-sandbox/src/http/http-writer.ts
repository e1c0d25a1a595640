/** Writes a response to the socket as the host of an `.asmx` service does. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Writable } from "node:stream";
import { deflateRawSync, gzipSync } from "node:zlib";
import type { HttpBehavior } from "../service/sandbox-options";

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
  gzip: gzipSync,
  // IIS writes deflate without the zlib header that RFC 9110, 8.4.1.2 requires.
  deflate: deflateRawSync,
};

/** Resolves when the last byte is handed to Node.js. A slow response also resolves when its connection is closed. */
export async function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  content: HttpResponse,
  behavior: HttpBehavior,
  damage: HttpDamage = {},
): Promise<void> {
  const plain = typeof content.body === "string" ? Buffer.from(content.body) : content.body;
  const coding = behavior.compression === true && plain.length > 0 ? codingFor(request) : undefined;
  const whole = coding ? encoders[coding](plain) : plain;
  // Node.js itself cannot write another HTTP version, nor a body that is shorter than announced.
  const isRaw = behavior.version === "1.0" || damage.cutAfter !== undefined;
  const isChunked = behavior.chunked === true && !isRaw;
  const headers: Record<string, string | number> = {
    ...hostHeaders,
    ...content.headers,
    ...(coding && { "Content-Encoding": coding, Vary: "Accept-Encoding" }),
    ...(!isChunked && { "Content-Length": whole.length }),
    ...((isRaw || behavior.close === true) && { Connection: "close" }),
  };
  const sink: Writable | null = isRaw ? response.socket : response;
  if (!sink) return;
  if (isRaw) {
    const lines = Object.entries({ ...headers, Date: new Date().toUTCString() }).map(
      (pair) => `${pair.join(": ")}\r\n`,
    );
    const status = `${content.status} ${STATUS_CODES[content.status] ?? ""}`;
    sink.write(`HTTP/${behavior.version ?? "1.1"} ${status}\r\n${lines.join("")}\r\n`, "latin1");
  } else response.writeHead(content.status, headers);
  const body = request.method === "HEAD" ? new Uint8Array() : whole.subarray(0, damage.cutAfter);
  const bytesPerSecond = damage.bytesPerSecond ?? behavior.bytesPerSecond;
  if (bytesPerSecond !== undefined) {
    await writeSlowly(sink, body, bytesPerSecond);
    sink.end();
  } else if (isChunked) {
    // Two chunks, so that the client has to join them.
    sink.write(body.subarray(0, body.length >> 1));
    sink.end(body.subarray(body.length >> 1));
  } else sink.end(body);
}

async function writeSlowly(sink: Writable, body: Uint8Array, bytesPerSecond: number): Promise<void> {
  const piece = Math.max(1, Math.ceil(bytesPerSecond / 20));
  for (let at = 0; at < body.length && !sink.destroyed; at += piece) {
    sink.write(body.subarray(at, at + piece));
    await new Promise((resolve) => setTimeout(resolve, (1000 * piece) / bytesPerSecond).unref());
  }
}

/** IIS chooses gzip before deflate by default, and no coding for HTTP/1.0 or a proxy. */
function codingFor(request: IncomingMessage): keyof typeof encoders | undefined {
  if (request.httpVersion === "1.0" || request.headers.via !== undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of String(request.headers["accept-encoding"] ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name !== "") weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const [gzip, deflate] = [weightOf("gzip"), weightOf("deflate")];
  if (gzip === 0 && deflate === 0) return undefined;
  return gzip >= deflate ? "gzip" : "deflate";
}
