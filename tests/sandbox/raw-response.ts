/** Responses to raw requests, and the parts of them that can be compared between stacks. */
import { connect } from "node:net";

/** A response as received on the socket. */
export interface RawResponse {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The headers that every host writes alike, unlike its date and name. */
export const comparedHeaders = ["content-type", "cache-control", "x-aspnet-version"];

/** Sends bytes, and reads until the connection ends. */
export function responseTo(url: string, bytes: Buffer): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const all = Buffer.concat(chunks)
        .toString("latin1")
        .replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
      const end = all.indexOf("\r\n\r\n");
      const [start = "", ...lines] = all.slice(0, end).split("\r\n");
      const headers = lines
        .map((line) => line.split(": "))
        .map(([name = "", value = ""]) => [name.toLowerCase(), value]);
      const body = Buffer.from(all.slice(end + 4), "latin1");
      resolve({ status: start.split(" ")[1] ?? "", headers: Object.fromEntries(headers), body });
    });
  });
}

/**
 * Returns a response without the intended differences: texts of the XML reader, positions in the request, stack frames,
 * the `{0}` that Mono leaves in messages, and carriage returns, which ASP.NET writes raw and readers convert to line
 * feeds.
 */
export function plain(body: Buffer): string {
  return body
    .toString("utf8")
    .replace(
      /(process request\. ---&gt; )(?!Request format)(?=.*(Line \d+, position \d+|Root element|DTD is)).*?(?=<)/,
      "$1…",
    )
    .replace(/\(\d+, \d+\)/, "(…)")
    .replace(
      /(HTTP Header|SOAP header|The action|Envelope namespace|required header|format is invalid:) .*?(?=<|$)/m,
      "$1 …",
    )
    .replace(/(\n {2,3}at .*)+/g, "\n…")
    .replace("V3.AddressType", "AddressType")
    .replace(/127\.0\.0\.1:\d+/g, "host")
    .replace(/\r|&#xD;/g, "");
}
