/** The servers of the attacks. */
import { type AddressInfo, createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { elementsOf, type RefereeElement, textOf } from "soapwright-testing/referee/referee";
import { RawServer } from "soapwright-testing/transport/raw-server";
import type { RequestAttack, ResponseAttack } from "./attack";
import { CERTIFICATE, KEY } from "./certificate";
import { addresses, envelope, RECORDS } from "./payloads";

export interface Wire {
  readonly url: string;
  readonly port: number;
  readonly requests: () => number;
  readonly stop: () => Promise<void>;
}

export async function openWire({ serve, wire }: ResponseAttack): Promise<Wire> {
  if (wire === undefined) {
    const server = await RawServer.start(serve);
    const { url, port } = server;
    return { url, port, requests: () => server.requests.length, stop: () => server.stop() };
  }
  let requests = 0;
  const server =
    wire === "tls"
      ? createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
          socket.on("error", () => undefined);
          socket.on("data", () => requests++);
        })
      : createServer((socket) => {
          socket.on("error", () => undefined);
          socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"));
        });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `https://127.0.0.1:${port}/service`, port, requests: () => requests, stop };
}

const V21 = "https://service.example/soap/v2.1/EmployeeService";

/** Returns the response with which the call succeeds. */
export function answerFor({ service }: RequestAttack): string {
  if (service === "address") return addresses();
  if (service === "costCenter") return envelope(`<CostCenter_GetCurrentResponse xmlns="${V21}"/>`);
  return envelope(`<Order_SendResponse xmlns="${RECORDS}"/>`);
}

/** Returns the elements of the envelope that contain only text, by local name. */
export function leavesOf(element: RefereeElement): [string, string][] {
  const children = elementsOf(element);
  return children.length === 0 ? [[element.local, textOf(element)]] : children.flatMap(leavesOf);
}
