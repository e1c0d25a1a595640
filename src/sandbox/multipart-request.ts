/** Requests with attachments (MTOM and SOAP with Attachments): their envelope, what it refers to, and how they are recorded. */
import {
  collected,
  isResponseError,
  MultipartReader,
  OutgoingParts,
  ReceivedParts,
  readMimeType,
} from "../tool-imports";
import type { SoapResponse } from "./soap-response";

/** Parts of a request, and bytes of the header of each, that the sandbox reads. */
const limits = { maxAttachments: 1_000, maxAttachmentBytes: Number.MAX_SAFE_INTEGER, maxHeaderBytes: 16_384 };

/** What a multipart request has in it. */
export interface UnpackedRequest {
  /** The Content-Type that the envelope alone would have. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly parts: ReceivedParts;
  /** MTOM, and not SOAP with Attachments. */
  readonly isXop: boolean;
}

export function isMultipart(contentType: string | undefined): contentType is string {
  return contentType !== undefined && readMimeType(contentType).type === "multipart/related";
}

/** The envelope of a multipart request; undefined for one that cannot be read. */
export function unpackRequest(contentType: string, body: Uint8Array): UnpackedRequest | undefined {
  try {
    const parts = new ReceivedParts(contentType, limits);
    parts.write(body);
    const { type, charset, chunks } = parts.end();
    const { parameters } = readMimeType(contentType);
    const isXop = type === "application/xop+xml";
    const soapType = isXop ? (parameters.get("start-info") ?? "text/xml") : type;
    const given = readMimeType(soapType);
    const action = parameters.get("action") ?? given.parameters.get("action");
    const shownAction = action === undefined ? "" : `; action="${action}"`;
    return {
      contentType: `${given.type}; charset=${charset ?? "utf-8"}${shownAction}`,
      body: Buffer.concat(chunks),
      parts,
      isXop,
    };
  } catch (error) {
    if (isResponseError(error)) return undefined;
    throw error;
  }
}

/** Takes what the WSDL declares as parts of a response, and with MTOM binary data out of its envelope. */
export function startParts(isXop: boolean): OutgoingParts {
  return new OutgoingParts(isXop ? 0 : undefined);
}

/** A response as MTOM. */
export async function packResponse(
  response: SoapResponse,
  parts: OutgoingParts,
): Promise<SoapResponse & { body: Buffer }> {
  const { type } = readMimeType(response.contentType);
  const envelope = { type, action: undefined };
  const body = await collected(parts.body(Buffer.from(response.body as string), envelope), Number.MAX_SAFE_INTEGER);
  return { ...response, contentType: parts.contentType(envelope), body };
}

/** A multipart body as text that can be sent again: parts other than envelopes are base64, and their headers say so. */
export function recordedText(contentType: string | undefined, body: Buffer): string {
  if (!isMultipart(contentType)) return body.toString("utf8");
  const boundary = readMimeType(contentType).parameters.get("boundary") ?? "";
  const lines: string[] = [];
  let chunks: Buffer[] = [];
  let isXml = false;
  try {
    const reader = new MultipartReader(
      boundary,
      { maxParts: limits.maxAttachments, maxHeaderBytes: limits.maxHeaderBytes },
      {
        startPart(headers) {
          chunks = [];
          isXml = /xml/.test(readMimeType(headers.get("content-type") ?? "").type);
          lines.push(`--${boundary}`);
          for (const [name, value] of headers) {
            if (name !== "content-transfer-encoding") lines.push(`${name}: ${value}`);
          }
          lines.push(`content-transfer-encoding: ${isXml ? "8bit" : "base64"}`, "");
        },
        bytes: (chunk) => void chunks.push(chunk),
        endPart: () => void lines.push(Buffer.concat(chunks).toString(isXml ? "utf8" : "base64")),
      },
    );
    reader.write(body);
    reader.end();
  } catch (error) {
    if (isResponseError(error)) return body.toString("utf8");
    throw error;
  }
  return `${[...lines, `--${boundary}--`].join("\r\n")}\r\n`;
}
