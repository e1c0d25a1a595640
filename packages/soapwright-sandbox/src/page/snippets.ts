/** An exchange as text to paste elsewhere: a curl command, a test fixture. */
import type { RecordedExchange } from "../record/exchange-log";
import { marker } from "./try-operation";

/** Headers that the tools write themselves. */
const omittedHeaders = new Set([
  "host",
  "content-length",
  "connection",
  "accept-encoding",
  "transfer-encoding",
  marker,
]);

/** The command is for a POSIX shell. */
export function asCurl(
  { path, requestHeaders, requestBody }: Pick<RecordedExchange, "path" | "requestHeaders" | "requestBody">,
  url: string,
): string {
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !omittedHeaders.has(name))
    .map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\\n`);
  return `curl ${quoted(url + path)} \\\n${headers.join("")}  --data-binary ${quoted(requestBody)}`;
}

export function asFixture(exchange: RecordedExchange): string {
  const { operation, requestBody, status, responseHeaders, responseBody } = exchange;
  const contentType = responseHeaders["Content-Type"];
  return JSON.stringify({ operation, request: requestBody, status, contentType, response: responseBody }, null, 2);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
