/** The requests with which the owner of a connection opens a tunnel through a proxy. */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { ConnectRefusal } from "./connection-failure";
import type { HeldRequest, Tunnel } from "./connection-owner";
import type { ResponseHead } from "./exchange";

/** The response of a proxy to CONNECT. The body follows in the socket. */
export interface ProxyResponse {
  readonly head: ResponseHead;
  readonly socket: Duplex;
}

/** Sends CONNECT over the connection to the proxy. */
export interface ProxyRequests {
  request(headers: readonly string[]): Promise<ProxyResponse>;
  /** Makes the next request possible, once the body of the last response is read. */
  again(response: ProxyResponse): void;
  isOver(): boolean;
}

/** Maximum length of the body of a refusal, which nobody reads. */
const MAX_UNREAD_BODY = 65_536;

/** Resolves with the response to the last CONNECT of the owner. */
export async function carryTunnel(
  tunnel: Tunnel,
  proxy: string,
  socket: () => Socket | undefined,
  requests: ProxyRequests,
): Promise<ProxyResponse> {
  let last: ProxyResponse | undefined;
  const connect = async (headers: { readonly [name: string]: string }): Promise<ResponseHead> => {
    // A tunnel that was opened without more is not opened twice.
    if (last?.head.status === 200) return last.head;
    if (requests.isOver()) throw new ConnectRefusal("The connection was given up.", [], false);
    if (last !== undefined) {
      await skipBody(last);
      requests.again(last);
    }
    last = await requests.request(Object.entries(headers).flat());
    return last.head;
  };
  const request: HeldRequest = {
    state: undefined,
    get certificate() {
      const open = socket();
      return open instanceof TLSSocket ? open.getPeerX509Certificate()?.raw : undefined;
    },
    proxy,
    isStreamed: false,
    ask: connect,
    send: connect,
  };
  try {
    await tunnel(request);
    if (last === undefined) throw new TypeError("the owner of the connection sent no CONNECT");
    return last;
  } catch (error) {
    last?.socket.on("error", () => {}).destroy();
    throw error;
  }
}

async function skipBody({ head, socket }: ProxyResponse): Promise<void> {
  const length = Number(head.header("content-length") ?? 0);
  const isRead = head.header("transfer-encoding") === undefined && length <= MAX_UNREAD_BODY;
  if (!isRead) {
    throw new ConnectRefusal(
      `The proxy refused a tunnel with status ${head.status} and a page that is longer than ${MAX_UNREAD_BODY.toLocaleString("en-US")} bytes, or without Content-Length.`,
      [{ action: "check", option: "proxy" }],
      true,
    );
  }
  for (let left = length; left > 0; ) {
    const chunk: Buffer | null = socket.read(left) ?? socket.read();
    if (chunk !== null) left -= chunk.length;
    else if (socket.readableEnded || socket.destroyed)
      throw new ConnectRefusal("The proxy closed the connection during the sign-in.", [], false);
    else await new Promise<void>((resolve) => void socket.once("readable", resolve).once("close", resolve));
  }
}
