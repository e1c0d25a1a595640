/** What comes in place of a document: recognized by its first bytes, so that the message names it. */

import type { DiagnosticReason } from "../reasons";

const longestPage = 100_000;

/** Returns reason, message and hint for bytes that are no XML but something well known; undefined otherwise. */
export function otherThanXml(
  bytes: Uint8Array,
): readonly [reason: DiagnosticReason, message: string, hint: string] | undefined {
  if (bytes.length === 0) return ["document-empty", "not XML: the document is empty", "fetch it again"];
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return ["document-gzip", "compressed by gzip and not XML", "unpack it with gunzip"];
  const start = textOf(bytes, 1024);
  if (start.startsWith("PK\u0003\u0004")) return ["document-zip", "a zip file and not XML", "unpack it"];
  if (!/^(?:\xef\xbb\xbf)?\s*(?:<!--[\s\S]*?-->\s*)*(?:<!doctype html|<html)/i.test(start)) return undefined;
  return /type=["']?password|sign.?in|log.?in/i.test(textOf(bytes, longestPage))
    ? [
        "document-login-page",
        "the HTML page of a login and not XML",
        "sign in with a browser, and save the document of the address that ends with ?wsdl",
      ]
    : ["document-html", "an HTML page and not XML", "fetch the document of the address that ends with ?wsdl"];
}

function textOf(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString("latin1");
}
