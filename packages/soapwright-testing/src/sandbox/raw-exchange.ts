/** Raw exchanges with a sandbox. */

import { request } from "node:http";
import { connect } from "node:net";

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends one request with Node.js's own client, which follows no redirects and decodes nothing. */
export function exchange(
  url: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Sends bytes on a socket. Resolves to all bytes that are received until it ends. */
export function rawExchange(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let all = "";
    socket.on("data", (chunk) => {
      all += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(all));
  });
}

/** Returns a request for `Address_GetList` of the employee service in a sandbox. */
export function addressRequest(url: string, employeeId = 1002, domain = "sandbox", extra: Record<string, string> = {}) {
  const ns = `${url}/soap/v3/EmployeeService`;
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><AuthHeaderWithDomain xmlns="${ns}"><Domain>${domain}</Domain></AuthHeaderWithDomain></s:Header><s:Body><Address_GetList xmlns="${ns}"><EmployeeId>${employeeId}</EmployeeId><Period>1</Period><Year>2026</Year></Address_GetList></s:Body></s:Envelope>`;
  const headers = { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${ns}/Address_GetList"`, ...extra };
  return { url: `${ns}.asmx`, options: { method: "POST", headers, body } };
}

/** Requests the addresses of an employee. */
export function askAddresses(
  url: string,
  employeeId?: number,
  domain?: string,
  extra?: Record<string, string>,
): Promise<Reply> {
  const { url: place, options } = addressRequest(url, employeeId, domain, extra);
  return exchange(place, options);
}
