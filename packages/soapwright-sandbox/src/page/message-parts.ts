/** The parts of a recorded multipart message: its envelope and the parts beside it. */
import { readMimeType } from "soapwright-runtime/internal";
import type { RecordedExchange } from "../exchange-log";
import { type BodyPart, bodyParts, isMultipart } from "../multipart-request";

export type Side = "request" | "response";

/** Of a truncated message, returns the complete parts; undefined for a plain message. */
export function messageParts(exchange: RecordedExchange, side: Side): readonly BodyPart[] | undefined {
  const isRequest = side === "request";
  const contentType = isRequest ? exchange.requestHeaders["content-type"] : exchange.responseHeaders["Content-Type"];
  if (!isMultipart(contentType)) return undefined;
  const { parameters } = readMimeType(contentType);
  const body = Buffer.from(isRequest ? exchange.requestBody : exchange.responseBody);
  const { parts } = bodyParts(parameters.get("boundary") ?? "", body);
  const start = parameters.get("start");
  const root = parts.find(({ headers }) => start !== undefined && headers.get("content-id") === start) ?? parts[0];
  return root === undefined ? [] : [root, ...parts.filter((part) => part !== root)];
}
