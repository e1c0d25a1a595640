/** A document service in the form of generated code, and its responses as multipart bodies. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AttachmentOptions, attachments } from "soapwright-features";
import { MultipartReader, readMimeType } from "soapwright-features/wire";
import {
  type AttachmentsOf,
  type Call,
  type CallAuth,
  type CallOptions,
  type ClientOptions,
  ServiceClient,
  type WithAttachments,
} from "soapwright-runtime";
import {
  anyType,
  type ComplexType,
  complexType,
  message,
  type NoHeaders,
  namespace,
  type Operation,
  operation,
  type ServiceNode,
  type XmlElement,
  xs,
} from "soapwright-runtime/tables";
import { ENVELOPE } from "../client/shelf";
import { withSuiteOptions } from "../stage/suite-options";

const NS = "urn:example:archive";
const tns = namespace(NS);

interface Scan {
  Name: string;
  Image: Uint8Array;
}
const Scan: ComplexType<Scan> = complexType(tns("Scan"), [
  tns.element("Name", xs.string),
  tns.element("Image", xs.base64Binary),
]);

export interface Folder {
  Note?: string;
  Hash?: Uint8Array;
  Cover?: Uint8Array;
  Scan?: Scan[];
  Other?: XmlElement;
}
const Folder: ComplexType<Folder> = complexType(tns("Folder"), [
  tns.optional("Note", xs.string),
  tns.optional("Hash", xs.hexBinary),
  tns.optional("Cover", xs.base64Binary),
  tns.optionalList("Scan", Scan),
  tns.optional("Other", anyType),
]);
const GetFolder: ComplexType<{ Id: number }> = complexType(undefined, [tns.element("Id", xs.int)]);
const PutFolder: ComplexType<{ Folder: Folder }> = complexType(undefined, [tns.element("Folder", Folder)]);
const Got: ComplexType<{ Folder: Folder }> = complexType(undefined, [tns.element("Folder", Folder)]);

const common = { style: "document", use: "literal", faults: [] } as const;
const actionOf = (name: string) => ({ "1.1": `${NS}/${name}`, "1.2": `${NS}/${name}` });

export const getFolder: Operation<{ Id: number }, Folder, NoHeaders> = operation({
  ...common,
  name: "GetFolder",
  method: "getFolder",
  soapAction: actionOf("GetFolder"),
  safe: true,
  input: message([tns.element("GetFolder", GetFolder)], ["GetFolder"]),
  output: message([tns.element("GetFolderResponse", Got)], ["GetFolderResponse", "Folder"]),
});

export const putFolder: Operation<{ Folder: Folder }, Folder, NoHeaders> = operation({
  ...common,
  name: "PutFolder",
  method: "putFolder",
  soapAction: actionOf("PutFolder"),
  safe: false,
  input: message([tns.element("PutFolder", PutFolder)], ["PutFolder"]),
  output: message([tns.element("PutFolderResponse", Got)], ["PutFolderResponse", "Folder"]),
});

export const archive: ServiceNode = {
  name: "Archive",
  targetNamespace: NS,
  ports: [
    { name: "ArchiveSoap", soapVersion: "1.1", address: "https://archive.example/soap" },
    { name: "ArchiveSoap12", soapVersion: "1.2", address: "https://archive.example/soap" },
  ],
  operations: [getFolder, putFolder],
};

type Options<O extends object> = CallOptions<NoHeaders, CallAuth, AttachmentOptions & O>;

export class ArchiveClient<O extends object = object> extends ServiceClient<
  NoHeaders,
  CallAuth,
  AttachmentOptions & O
> {
  constructor(options: AttachmentOptions & ClientOptions<NoHeaders, O>) {
    super(archive, withSuiteOptions(options), [attachments()]);
  }
  getFolder<const S extends Options<object>>(args: { Id: number }, options?: S & O): Call<AttachmentsOf<Folder, S>> {
    return this.callWithAttachments(getFolder, args, options);
  }
  putFolder<const S extends Options<object>>(
    args: WithAttachments<{ Folder: Folder }>,
    options?: S & O,
  ): Call<AttachmentsOf<Folder, S>> {
    return this.callWithAttachments(putFolder, args, options);
  }
}

/** Returns the envelope of a response to `getFolder`. */
export function folder(content: string, version: "1.1" | "1.2" = "1.1"): string {
  return `<s:Envelope xmlns:s="${ENVELOPE[version]}"><s:Body><GetFolderResponse xmlns="${NS}"><Folder>${content}</Folder></GetFolderResponse></s:Body></s:Envelope>`;
}

export function include(cid: string): string {
  return `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${cid}"/>`;
}

/** A part: the lines of its header, and its content. */
export interface MultipartPart {
  readonly headers: readonly string[];
  readonly content: string | Uint8Array;
}

export const BOUNDARY = "uuid:8c2c+id=1";

export function rootPart(xml: string, type = 'application/xop+xml; charset=UTF-8; type="text/xml"'): MultipartPart {
  return { headers: [`Content-Type: ${type}`, "Content-ID: <root@archive>"], content: xml };
}

export function part(id: string, content: string | Uint8Array, ...headers: readonly string[]): MultipartPart {
  return { headers: [`Content-ID: <${id}>`, ...headers], content };
}

export function multipart(
  parts: readonly MultipartPart[],
  { boundary = BOUNDARY, line = "\r\n", end = `--` } = {},
): Buffer {
  const pieces: Buffer[] = [];
  for (const { headers, content } of parts) {
    pieces.push(
      Buffer.from(`${line}--${boundary}${line}${headers.map((each) => each + line).join("")}${line}`, "latin1"),
    );
    pieces.push(Buffer.from(content as Uint8Array));
  }
  pieces.push(Buffer.from(`${line}--${boundary}${end}${line}`));
  return Buffer.concat(pieces);
}

export const RELATED = `multipart/related; type="application/xop+xml"; start="<root@archive>"; start-info="text/xml"; boundary="${BOUNDARY}"`;

/** Handles a request of a server. `body` is complete. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** Starts a server on loopback. `stop` ends its connections. */
export async function listen(handler: Handler): Promise<{ url: string; server: Server; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The client has aborted the request.
      return;
    }
    handler(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`, server, stop };
}

export interface Posted {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: Buffer;
}

/** Returns the parts of a posted request. */
export function partsOf({ headers, body }: Posted) {
  const { type, parameters } = readMimeType(String(headers["content-type"]));
  const parts: { headers: ReadonlyMap<string, string>; content: Buffer }[] = [];
  const reader = new MultipartReader(parameters.get("boundary") ?? "", 100, {
    startPart: (fields) => void parts.push({ headers: fields, content: Buffer.alloc(0) }),
    bytes: (bytes) => {
      const last = parts.at(-1)!;
      last.content = Buffer.concat([last.content, bytes]);
    },
    endPart() {},
  });
  reader.write(body);
  reader.end();
  return { type, parameters, parts };
}
