/** A service of parcels whose responses wait until the test says so, behind a gateway. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { openService } from "soapwright";
import { startGateway } from "soapwright-gateway";
import type { ServeOptions } from "../src/serve";
import { parcelsFile } from "./parcels";

const SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

export function envelopeOf(operation: string, content: string): string {
  return `<s:Envelope xmlns:s="${SOAP}"><s:Body><${operation}Response xmlns="urn:parcels">${content}</${operation}Response></s:Body></s:Envelope>`;
}

type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Serves parcels by `respond`. */
export async function startBackend(
  respond: Respond,
  options: Partial<Omit<ServeOptions, "client">> = {},
  clientOptions: object = {},
) {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      response.setHeader("content-type", "text/xml; charset=utf-8");
      respond(request, response, body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { path, remove } = parcelsFile();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/parcels`;
  const client = await openService(path, { endpoint, retries: 0, ...clientOptions });
  const gateway = await startGateway({ client, port: 0, ...options } as ServeOptions);
  const { url } = gateway;
  return {
    client,
    url,
    post: (method: string, headers: Readonly<Record<string, string>> = {}, body = "{}") =>
      fetch(`${url}/parcels/${method}`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      }),
    /** The number of requests that the gateway counts. */
    callers: async (): Promise<unknown> => {
      const { callers } = (await (await fetch(`${url}/ready`)).json()) as { readonly callers: number };
      return callers;
    },
    async close() {
      await gateway.close();
      await client.close({ force: true });
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      remove();
    },
  };
}

export async function connected(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Resolves once `isSo` is true. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
