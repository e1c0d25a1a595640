/** The form that a browser sends: fields, and files where the form has some (RFC 7578). */
import type { IncomingMessage } from "node:http";
import { readMimeType } from "soapwright-features/wire";
import { bodyOf } from "../http/content-type";
import { bodyParts } from "../http/multipart-request";

const mostBytes = 5_000_000;

interface SentFile {
  /** The media type that the browser reports. */
  readonly type: string;
  readonly octets: Buffer;
}

export interface SentForm {
  readonly fields: URLSearchParams;
  readonly files: ReadonlyMap<string, SentFile>;
  readonly isCut: boolean;
}

export async function sentForm(request: IncomingMessage): Promise<SentForm> {
  const { bytes: body, isCut } = await bodyOf(request, mostBytes);
  const { type, parameters } = readMimeType(request.headers["content-type"] ?? "");
  const files = new Map<string, SentFile>();
  if (type !== "multipart/form-data") return { fields: new URLSearchParams(body.toString("utf8")), files, isCut };
  const fields = new URLSearchParams();
  const { parts, isWhole } = bodyParts(parameters.get("boundary") ?? "", body);
  for (const { headers, octets } of parts) {
    const disposition = readMimeType(headers.get("content-disposition") ?? "").parameters;
    // Header fields are read octet by octet; browsers write UTF-8 in them.
    const name = Buffer.from(disposition.get("name") ?? "", "latin1").toString("utf8");
    const file = disposition.get("filename");
    if (file === undefined) fields.append(name, octets.toString("utf8"));
    // A browser sends an empty file where none was chosen.
    else if (file !== "" || octets.length > 0) files.set(name, { type: headers.get("content-type") ?? "", octets });
  }
  return { fields, files, isCut: isCut || !isWhole };
}
