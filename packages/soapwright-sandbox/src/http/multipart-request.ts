/**
 * Requests with attachments (MTOM and SOAP with Attachments): reading their envelopes and parts, and recording them.
 */

import { MultipartReader, OutgoingParts, ReceivedParts, readMimeType } from "soapwright-features/wire";
import { isResponseError } from "soapwright-runtime/errors";
import { collectBody } from "soapwright-runtime/http";
import type { HttpResponse } from "./http-writer";

const limits = { maxAttachments: 1_000, maxAttachmentBytes: Number.MAX_SAFE_INTEGER };

export function isMultipart(contentType: string | undefined): contentType is string {
  return contentType !== undefined && readMimeType(contentType).type === "multipart/related";
}

/**
 * Returns the envelope with the Content-Type that it would have without attachments, and the parts; undefined if the
 * request cannot be read. `isXop` is true for MTOM, and false for SOAP with Attachments.
 */
export function unpackRequest(contentType: string, body: Uint8Array) {
  try {
    const parts = new ReceivedParts(contentType, limits);
    parts.write(body);
    const { type, charset, chunks } = parts.end();
    const { parameters } = readMimeType(contentType);
    const isXop = type === "application/xop+xml";
    const soapType = isXop ? (parameters.get("start-info") ?? "text/xml") : type;
    const declaredType = readMimeType(soapType);
    const action = parameters.get("action") ?? declaredType.parameters.get("action");
    const shownAction = action === undefined ? "" : `; action="${action}"`;
    return {
      contentType: `${declaredType.type}; charset=${charset ?? "utf-8"}${shownAction}`,
      body: Buffer.concat(chunks),
      parts,
      isXop,
    };
  } catch (error) {
    if (isResponseError(error)) return undefined;
    throw error;
  }
}

export function openRequest(contentType: string | undefined, body: Uint8Array) {
  const unpacked = isMultipart(contentType) ? unpackRequest(contentType, body) : undefined;
  if (unpacked === undefined) return { contentType, body };
  const attachments = { received: unpacked.parts, sent: startParts(unpacked.isXop) };
  return { contentType: unpacked.contentType, body: unpacked.body, attachments };
}

/** The collector takes the parts that the WSDL declares; with MTOM also binary data of the envelope. */
export function startParts(isXop: boolean): OutgoingParts {
  return new OutgoingParts(isXop ? 0 : undefined);
}

/** Packs a response as MTOM. */
export async function packResponse(response: HttpResponse, parts: OutgoingParts): Promise<HttpResponse> {
  const { headers } = response;
  const { contentType, body } = await packMessage(headers["Content-Type"]!, response.body as string, parts);
  return { ...response, headers: { ...headers, "Content-Type": contentType }, body };
}

export async function packMessage(
  envelopeType: string,
  envelope: string,
  parts: OutgoingParts,
): Promise<{ readonly contentType: string; readonly body: Buffer }> {
  const { body, contentType } = parts.pack(Buffer.from(envelope), envelopeType);
  const { buffer, byteOffset, length } = await collectBody(body, Number.MAX_SAFE_INTEGER);
  return { contentType, body: Buffer.from(buffer, byteOffset, length) };
}

export interface BodyPart {
  /** Header values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly octets: Buffer;
}

/** If the body cannot be read to its end, returns only the complete parts. */
export function bodyParts(
  boundary: string,
  body: Buffer,
): { readonly parts: readonly BodyPart[]; readonly isWhole: boolean } {
  const parts: BodyPart[] = [];
  let headers: BodyPart["headers"] = new Map();
  let chunks: Buffer[] = [];
  const events = {
    startPart(its: BodyPart["headers"]) {
      headers = its;
      chunks = [];
    },
    bytes: (chunk: Buffer) => void chunks.push(chunk),
    endPart: () => void parts.push({ headers, octets: Buffer.concat(chunks) }),
  };
  try {
    const reader = new MultipartReader(boundary, limits.maxAttachments, events);
    reader.write(body);
    reader.end();
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return { parts, isWhole: false };
  }
  return { parts, isWhole: true };
}

/** The text can be sent again: parts other than envelopes are encoded and declared as base64. */
export function recordedText(contentType: string | undefined, body: Buffer): string {
  if (!isMultipart(contentType)) return body.toString("utf8");
  const boundary = readMimeType(contentType).parameters.get("boundary") ?? "";
  const { parts, isWhole } = bodyParts(boundary, body);
  if (!isWhole) return body.toString("utf8");
  const lines: string[] = [];
  for (const { headers, octets } of parts) {
    const isXml = /xml/.test(readMimeType(headers.get("content-type") ?? "").type);
    lines.push(`--${boundary}`);
    for (const [name, value] of headers) if (name !== "content-transfer-encoding") lines.push(`${name}: ${value}`);
    lines.push(
      `content-transfer-encoding: ${isXml ? "8bit" : "base64"}`,
      "",
      octets.toString(isXml ? "utf8" : "base64"),
    );
  }
  return `${[...lines, `--${boundary}--`].join("\r\n")}\r\n`;
}
