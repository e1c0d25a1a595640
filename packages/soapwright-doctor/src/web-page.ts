import type { ServiceError } from "soapwright-runtime";
import type { Address, HttpOptions, ResponseHead } from "soapwright-runtime/internal";
import { contentCoding, Decompressed, HttpSender, readMediaType } from "soapwright-runtime/internal";

export interface WebPage {
  readonly head: ResponseHead;
  /** The media type in lower case, or "". */
  readonly type: string;
  readonly bytes: Buffer;
  /** Whether the page is longer than the limit. */
  readonly isCut: boolean;
  /** Midpoint between request and response, in milliseconds since 1970. */
  readonly middle: number;
  readonly elapsedMs: number;
}

interface PageOptions {
  readonly http: Omit<HttpOptions, "address">;
  readonly httpHeaders: Readonly<{ [name: string]: string }> | undefined;
}

/** Requests a page over a connection like the client's. Rejects with a `ServiceError`, or with the signal's reason. */
export async function readPage(
  { http, httpHeaders }: PageOptions,
  address: Address,
  maxBytes: number,
  signal: AbortSignal,
): Promise<WebPage> {
  const sender = new HttpSender({ ...http, address, connections: 1 });
  const headers = ["Accept", "text/xml, application/xml;q=0.9, */*;q=0.5", "Accept-Encoding", "gzip, deflate, br"];
  for (const [name, value] of Object.entries(httpHeaders ?? {})) headers.push(name, value);
  const exchange = sender.open({ method: "GET", headers, body: Buffer.alloc(0), fresh: true });
  let body: Decompressed | undefined;
  const stop = (): void => {
    exchange.stop(signal.reason as ServiceError);
    body?.close();
  };
  signal.addEventListener("abort", stop);
  const startedAt = Date.now();
  try {
    const head = await exchange.head();
    const elapsedMs = Date.now() - startedAt;
    const coding = contentCoding(head.header("content-encoding") ?? "");
    body = coding === undefined ? undefined : new Decompressed(() => exchange.read(), coding);
    const source = body;
    const { bytes, isCut } = await upTo(maxBytes, () => (source === undefined ? exchange.read() : source.read()));
    const { type } = readMediaType(head.header("content-type"));
    return { head, type, bytes, isCut, middle: startedAt + elapsedMs / 2, elapsedMs };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    body?.close();
    exchange.close();
    await sender.close();
  }
}

async function upTo(
  maxBytes: number,
  read: () => Promise<Uint8Array | undefined>,
): Promise<Pick<WebPage, "bytes" | "isCut">> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await read(); chunk !== undefined; chunk = await read()) {
    if (length + chunk.length > maxBytes) {
      chunks.push(chunk.subarray(0, maxBytes - length));
      return { bytes: Buffer.concat(chunks), isCut: true };
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
