/** A service with WS-Addressing, and its messages. */

import { ENVELOPE } from "../client/shelf";
import { serve } from "../stage/stage";
import { answer, type RawRequest } from "../transport/raw-server";

export { Parcels } from "../golden/cases/addressing/index";

export const NS = "urn:example:parcels";
export const WSA = "http://www.w3.org/2005/08/addressing";
export const WSA4 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
export const NAMESPACES = { "1.0": WSA, "2004/08": WSA4 } as const;

/** Returns the header blocks of a request as written, by local name. Blocks with the same name are joined. */
export function blocksOf({ body }: Pick<RawRequest, "body">): { readonly [local: string]: string } {
  const header = /<\w+:Header>(.*)<\/\w+:Header>/s.exec(body)?.[1] ?? "";
  const blocks: { [local: string]: string } = {};
  for (const [whole, local = ""] of header.matchAll(/<(?:\w+:)?(\w+)[^>]*>.*?<\/(?:\w+:)?\1>/gs)) {
    blocks[local] = (blocks[local] ?? "") + whole;
  }
  return blocks;
}

/** Returns the text in the header block `local`. */
export function textOf(request: Pick<RawRequest, "body">, local: string): string | undefined {
  return blocksOf(request)[local]?.replace(/<[^>]*>/g, "");
}

export const messageIdOf = (request: Pick<RawRequest, "body">): string => textOf(request, "MessageID") ?? "";

export const tracked = `<TrackResponse xmlns="${NS}">on its way</TrackResponse>`;

/** Returns header blocks of WS-Addressing. */
export function wsa(blocks: { readonly [local: string]: string }, namespace = WSA, attributes = ""): string {
  return Object.entries(blocks)
    .map(([local, text]) => `<a:${local} xmlns:a="${namespace}"${attributes}>${text}</a:${local}>`)
    .join("");
}

export function responding(header: string, body: string, version: "1.1" | "1.2" = "1.1", status = "200 OK"): Buffer {
  const xml = `<s:Envelope xmlns:s="${ENVELOPE[version]}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
  const text = answer(xml, status).toString("latin1");
  return Buffer.from(version === "1.1" ? text : text.replace("text/xml", "application/soap+xml"), "latin1");
}

/** Starts a server whose responses have the header blocks that `header` returns for the request's MessageID. */
export function serving(
  header: (messageId: string, request: RawRequest) => string,
  body = tracked,
  version: "1.1" | "1.2" = "1.1",
  status = "200 OK",
): ReturnType<typeof serve> {
  return serve((socket, request) => {
    socket.write(responding(header(messageIdOf(request), request), body, version, status));
  });
}
