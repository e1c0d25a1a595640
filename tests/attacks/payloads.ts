/** Building blocks of responses, valid and invalid ones. */
import type { Socket } from "node:net";
import type { RawHandler } from "soapwright-testing/transport/raw-server";

export const V3 = "https://service.example/soap/v3/EmployeeService";
export const RECORDS = "https://records.example/soap/v1/RecordService";
export const SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
export const XSI = "http://www.w3.org/2001/XMLSchema-instance";
export const XSD = "http://www.w3.org/2001/XMLSchema";
export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** Fields of the usual address as XML. */
const ADDRESS: Readonly<Record<string, string>> = {
  Id: "1",
  Default: "true",
  Street: "Damrak",
  City: "Amsterdam",
  Type: "HomeAddress",
};

/** Returns the usual address as a value, with other fields. */
export function addressValue(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { Id: 1, Default: true, Street: "Damrak", City: "Amsterdam", Type: "HomeAddress", ...fields };
}

/** Returns fields as elements. An undefined field is left out. */
export function elements(fields: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(fields)
    .map(([name, content]) => (content === undefined ? "" : `<${name}>${content}</${name}>`))
    .join("");
}

/** Returns the usual address with other fields (raw XML), and `more` after them. */
export function address(fields: Readonly<Record<string, string | undefined>> = {}, more = ""): string {
  return `<EmployeeAddress>${elements({ ...ADDRESS, ...fields })}${more}</EmployeeAddress>`;
}

/** Returns the element of the Body. */
export function result(content: string): string {
  return `<Address_GetListResponse xmlns="${V3}"><Address_GetListResult>${content}</Address_GetListResult></Address_GetListResponse>`;
}

function recordResult(content: string): string {
  return `<Record_GetListResponse xmlns="${RECORDS}"><Record_GetListResult>${content}</Record_GetListResult></Record_GetListResponse>`;
}

/** Returns an envelope without XML declaration. */
export function bareEnvelope(body: string, header = "", namespace = SOAP_11): string {
  const head = header === "" ? "" : `<soap:Header>${header}</soap:Header>`;
  return `<soap:Envelope xmlns:soap="${namespace}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}">${head}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

export function envelope(body: string, header = "", namespace = SOAP_11): string {
  return DECLARATION + bareEnvelope(body, header, namespace);
}

/** Returns a whole response with addresses. */
export function addresses(...items: readonly string[]): string {
  return envelope(result(items.join("")));
}

/** Returns a whole response with one record. */
export function record(content: string): string {
  return envelope(recordResult(`<Record>${content}</Record>`));
}

/**
 * Returns status line, headers and body as bytes. A header with two values is sent twice; `undefined` leaves a usual
 * one out.
 */
export function http(
  body: string | Buffer,
  status = "200 OK",
  headers: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const all = { "Content-Type": "text/xml; charset=utf-8", "Content-Length": String(bytes.length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}`),
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${[status, ...lines].join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}

/** Sends bytes that are created at the first request. */
export function sends(make: () => Buffer | string): RawHandler {
  return (socket) => {
    socket.write(make());
  };
}

/** Sends status 200 with this body. */
export function body(
  make: () => Buffer | string,
  headers: Readonly<Record<string, string | undefined>> = {},
): RawHandler {
  return (socket) => {
    socket.write(http(make(), "200 OK", headers));
  };
}

/** Waits until `socket` accepts bytes again, or is closed. */
function free(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      socket.off("drain", settle).off("close", settle);
      resolve();
    };
    socket.on("drain", settle).on("close", settle);
  });
}

/**
 * Writes pieces as fast as the socket accepts them, until the last one or until the socket closes. Without
 * `Content-Length`, the body ends with the connection.
 */
export async function pour(socket: Socket, pieces: Iterable<string | Buffer>): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await free(socket);
  }
  socket.end();
}

/** Sends status 200 with a body that is streamed and ends with the connection. */
export function pours(makePieces: () => Iterable<string | Buffer>, headers: readonly string[] = []): RawHandler {
  return (socket) => {
    const head = ["HTTP/1.1 200 OK", "Content-Type: text/xml; charset=utf-8", "Connection: close", ...headers];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    void pour(socket, makePieces());
  };
}

/** Repeats `unit` up to `total` characters, in pieces of about 64 KiB. */
export function* many(unit: string, total: number): Generator<string> {
  const piece = unit.repeat(Math.ceil(65_536 / unit.length));
  for (let sent = 0; sent < total; sent += piece.length) yield piece;
}
