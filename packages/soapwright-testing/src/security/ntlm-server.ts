/**
 * A service that accepts NTLMv2 alone, with MIC and channel bindings. It is written from MS-NLMP, shares no code with the
 * client, and knows the hash of the password, which openssl has made.
 */
import { createHash, createHmac, randomBytes, X509Certificate } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { atEnd } from "../stage/stage";

export const ACCOUNT = { username: "User", domain: "Domain", password: "Password" } as const;

/** By user name in upper case, followed by the domain: the MD4 of the password. */
const HASHES: { readonly [name: string]: string } = {
  USERDomain: "a4f49c406510bdcab6824ee7c30fd852",
  // The domain is not used, and the password is "Gr\u00fc\u00dfe\u20ac".
  "J\u00dcRGEN STRA\u00dfER": "6ac94d23b1479d8ee3a0c8d2bdaf1c34",
};

/** What the server has seen, in order. */
export interface NtlmEvent {
  /** The number of the connection, from 1. */
  readonly connection: number;
  readonly kind: "negotiate" | "authenticate" | "request";
  readonly bodyBytes: number;
  /** Who the connection belongs to after the request. */
  readonly user: string | undefined;
  readonly authorization: string | undefined;
  /** Why the proof was not accepted. */
  readonly refused?: string | undefined;
}

export interface NtlmServerOptions {
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Returns the body of the response to a request that is allowed. */
  readonly body: (user: string) => string;
  /** Returns the challenge to send, as the value of WWW-Authenticate. */
  readonly challenge?: ((message: Buffer) => string | readonly string[]) | undefined;
  /** Headers beside the challenge. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Forgets after each request who has signed in. */
  readonly isForgetful?: boolean | undefined;
  /** The service principal name that a proof must be for. */
  readonly target?: string | undefined;
  /** 407 of a proxy, in place of 401. */
  readonly isProxy?: boolean | undefined;
  /** Whether target information has the time of the service. Default: true. */
  readonly hasTime?: boolean | undefined;
}

interface Peer {
  readonly number: number;
  readonly messages: Buffer[];
  user: string | undefined;
}

export class NtlmVerifier {
  readonly events: NtlmEvent[] = [];
  readonly #options: Omit<NtlmServerOptions, "body">;
  readonly #peers = new WeakMap<object, Peer>();
  #connections = 0;

  constructor(options: Omit<NtlmServerOptions, "body">) {
    this.#options = options;
  }

  get connections(): number {
    return this.#connections;
  }

  peer(socket: object): Peer {
    const known = this.#peers.get(socket) ?? { number: ++this.#connections, messages: [], user: undefined };
    this.#peers.set(socket, known);
    return known;
  }

  /** Returns undefined if the request is allowed, or the challenges to refuse it with. */
  judge(peer: Peer, authorization: string | undefined, bodyBytes: number): readonly string[] | undefined {
    const event = (kind: NtlmEvent["kind"], refused?: string): void => {
      this.events.push({ connection: peer.number, kind, bodyBytes, user: peer.user, authorization, refused });
    };
    const token = Buffer.from(/^NTLM (.+)$/.exec(authorization ?? "")?.[1] ?? "", "base64");
    if (token.length === 0) {
      event("request");
      return peer.user === undefined ? ["NTLM"] : undefined;
    }
    if (token.readUInt32LE(8) === 1) {
      const challenge = this.#challenge(token.readUInt32LE(12));
      peer.user = undefined;
      peer.messages.splice(0, 2, token, challenge);
      event("negotiate");
      const sent = this.#options.challenge?.(challenge) ?? `NTLM ${challenge.toString("base64")}`;
      return typeof sent === "string" ? [sent] : sent;
    }
    const refused = this.#refusal(peer, token);
    event("authenticate", refused);
    return refused === undefined ? undefined : ["NTLM"];
  }

  /** Called when the response to an allowed request is sent. */
  sent(peer: Peer): void {
    if (this.#options.isForgetful === true) peer.user = undefined;
  }

  #challenge(offered: number): Buffer {
    const pair = (id: number, value: Buffer): Buffer => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(id, 0);
      head.writeUInt16LE(value.length, 2);
      return Buffer.concat([head, value]);
    };
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE(BigInt(Date.now() + 11_644_473_600_000) * 10_000n);
    const info = Buffer.concat([
      pair(2, Buffer.from("Domain", "utf16le")),
      pair(1, Buffer.from("Server", "utf16le")),
      ...(this.#options.hasTime === false ? [] : [pair(7, time)]),
      pair(0, Buffer.alloc(0)),
    ]);
    const name = Buffer.from("Domain", "utf16le");
    const message = Buffer.alloc(56);
    message.write("NTLMSSP\0", "latin1");
    message.writeUInt32LE(2, 8);
    message.writeUInt16LE(name.length, 12);
    message.writeUInt16LE(name.length, 14);
    message.writeUInt32LE(56, 16);
    message.writeUInt32LE(((offered & 0xe2088201) | 0x00810004) >>> 0, 20);
    randomBytes(8).copy(message, 24);
    message.writeUInt16LE(info.length, 40);
    message.writeUInt16LE(info.length, 42);
    message.writeUInt32LE(56 + name.length, 44);
    return Buffer.concat([message, name, info]);
  }

  #refusal(peer: Peer, token: Buffer): string | undefined {
    const [negotiate, challenge] = peer.messages.splice(0);
    if (negotiate === undefined || challenge === undefined) return "no challenge was sent over this connection";
    const field = (at: number): Buffer => {
      const offset = token.readUInt32LE(at + 4);
      return token.subarray(offset, offset + token.readUInt16LE(at));
    };
    const [lm, nt, domain, user] = [field(12), field(20), field(28), field(36)];
    if (!lm.equals(Buffer.alloc(24))) return "there is a response of LM";
    if (nt.length < 44) return "the response is of NTLMv1";
    const name = `${user.toString("utf16le").replace(/[^\u00df]+/g, (part) => part.toUpperCase())}${domain.toString("utf16le")}`;
    const hash = HASHES[name];
    if (hash === undefined) return "nobody has this name";
    const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => {
      const made = createHmac("md5", key);
      for (const part of parts) made.update(part);
      return made.digest();
    };
    const key = hmac(Buffer.from(hash, "hex"), Buffer.from(name, "utf16le"));
    const [proof, covered] = [nt.subarray(0, 16), nt.subarray(16)];
    if (!hmac(key, challenge.subarray(24, 32), covered).equals(proof)) return "the password is wrong";
    const zeroed = Buffer.from(token);
    zeroed.fill(0, 72, 88);
    if (!hmac(hmac(key, proof), negotiate, challenge, zeroed).equals(token.subarray(72, 88))) return "the MIC is wrong";
    const pairs = new Map<number, Buffer>();
    for (let at = 28; covered.readUInt16LE(at) !== 0; at += 4 + covered.readUInt16LE(at + 2)) {
      pairs.set(covered.readUInt16LE(at), covered.subarray(at + 4, at + 4 + covered.readUInt16LE(at + 2)));
    }
    if (((pairs.get(6)?.readUInt32LE(0) ?? 0) & 2) === 0) return "the flag of the MIC is missing";
    if (pairs.get(9)?.toString("utf16le") !== (this.#options.target ?? "HTTP/127.0.0.1"))
      return "it is for another service";
    if (pairs.get(10)?.equals(bindings(this.#options.tls?.cert)) !== true) return "it is for another connection";
    const skew = Number(covered.readBigUInt64LE(8) / 10_000n) - 11_644_473_600_000 - Date.now();
    if (Math.abs(skew) > 60_000) return "it is of another time";
    peer.user = name;
    return undefined;
  }
}

function bindings(certificate: string | undefined): Buffer {
  if (certificate === undefined) return Buffer.alloc(16);
  const digest = createHash("sha256").update(new X509Certificate(certificate).raw).digest();
  const data = Buffer.concat([Buffer.from("tls-server-end-point:", "latin1"), digest]);
  return createHash("md5")
    .update(Buffer.from(`${"00".repeat(16)}${data.length.toString(16).padStart(2, "0")}000000`, "hex"))
    .update(data)
    .digest();
}

/** A running server, which stops after the test. */
export interface NtlmServer {
  readonly url: string;
  readonly events: readonly NtlmEvent[];
  readonly connections: number;
}

export async function serveNtlm({ body, ...options }: NtlmServerOptions): Promise<NtlmServer> {
  const verifier = new NtlmVerifier(options);
  const sockets = new Set<Socket>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    let bodyBytes = 0;
    request.on("data", (chunk: Buffer) => {
      bodyBytes += chunk.length;
    });
    request.on("end", () => {
      const { isProxy = false } = options;
      const sent = isProxy ? request.headers["proxy-authorization"] : request.headers.authorization;
      const peer = verifier.peer(request.socket);
      const challenges = verifier.judge(peer, typeof sent === "string" ? sent : undefined, bodyBytes);
      if (challenges !== undefined) {
        const headers = { [isProxy ? "Proxy-Authenticate" : "WWW-Authenticate"]: [...challenges], ...options.headers };
        response.writeHead(isProxy ? 407 : 401, headers).end("<html>no entry</html>");
        return;
      }
      const { user = "" } = peer;
      verifier.sent(peer);
      response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" }).end(body(user));
    });
  };
  const server = options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve);
  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const scheme = options.tls === undefined ? "http" : "https";
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/service`,
    events: verifier.events,
    get connections() {
      return verifier.connections;
    },
  };
}

/** A running proxy, which stops after the test. */
export interface NtlmProxy extends NtlmServer {
  /** The heads of all CONNECT requests. */
  readonly heads: readonly string[];
}

/** Starts a proxy that opens tunnels to `port` of this machine, whatever host is asked for, for callers who sign in. */
export async function serveNtlmProxy(port: number, options: Omit<NtlmServerOptions, "body"> = {}): Promise<NtlmProxy> {
  const verifier = new NtlmVerifier(options);
  const sockets = new Set<Socket>();
  const heads: string[] = [];
  const server = createTcpServer((client) => {
    sockets.add(client.on("error", () => {}));
    let received = "";
    const read = (chunk: Buffer): void => {
      received += chunk.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = received.slice(0, end);
      received = received.slice(end + 4);
      heads.push(head);
      const sent = /^proxy-authorization: (.*)$/im.exec(head)?.[1];
      const peer = verifier.peer(client);
      const challenges = verifier.judge(peer, sent, 0);
      if (challenges !== undefined) {
        const fields = challenges.map((each) => `Proxy-Authenticate: ${each}\r\n`).join("");
        const page = "<html>sign in first</html>";
        client.write(`HTTP/1.1 407 Proxy Authentication Required\r\n${fields}Content-Length: ${page.length}\r\n\r\n`);
        // The page arrives later than its head.
        setImmediate(() => client.write(page));
        return;
      }
      client.off("data", read);
      const service = connect(port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(service).pipe(client);
      });
      sockets.add(service.on("error", () => client.destroy()));
    };
    client.on("data", read);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events: verifier.events,
    heads,
    get connections() {
      return verifier.connections;
    },
  };
}
