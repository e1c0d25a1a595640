/** Sessions of clients of the 2025 revisions of the protocol. */
import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  legacyStatelessFallback,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** A further session ends the one without a call that was used least recently. */
const MOST_SESSIONS = 200;

/**
 * The sessions by their ids. A client cancels a call by another request, which finds the call in its session alone. A
 * request without a session is served by itself.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #alone: ReturnType<typeof legacyStatelessFallback>;
  /** Sessions that have no id yet. */
  #opening = 0;

  constructor(
    private readonly connect: () => Server,
    private readonly maxBodyBytes: number,
  ) {
    this.#alone = legacyStatelessFallback(connect, undefined, { maxRequestBodySize: maxBodyBytes });
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return (await isOpening(request)) ? this.#open(request) : this.#alone(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, "The session has ended. Begin another one.");
    // The last one of the map was used last.
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.fetch(request);
  }

  async #open(request: Request): Promise<Response> {
    this.#opening++;
    try {
      if (this.#sessions.size + this.#opening > MOST_SESSIONS) {
        const idle = [...this.#sessions.values()].find(({ isIdle }) => isIdle);
        if (idle === undefined) return refusal(503, "All sessions have calls that run. Begin one later.");
        this.#sessions.delete(idle.id!);
        await idle.close();
      }
      const session = new Session(this.connect(), this.maxBodyBytes, {
        onOpen: (id) => this.#sessions.set(id, session),
        onClose: (id) => this.#sessions.delete(id),
      });
      return await session.open(request);
    } finally {
      this.#opening--;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }
}

interface SessionEvents {
  readonly onOpen: (id: string) => void;
  readonly onClose: (id: string) => void;
}

/** One session, which knows its calls that run. */
class Session {
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #running = new Set<RequestId>();
  /** Requests whose messages have not been read. */
  #arriving = 0;

  constructor(
    private readonly server: Server,
    maxRequestBodySize: number,
    { onOpen, onClose }: SessionEvents,
  ) {
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize,
      onsessioninitialized: onOpen,
      onsessionclosed: () => this.#endCalls("The session has ended."),
    });
    server.onclose = () => {
      if (this.id !== undefined) onClose(this.id);
    };
  }

  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#arriving === 0;
  }

  async open(request: Request): Promise<Response> {
    await this.server.connect(this.#transport);
    this.#watch();
    const response = await this.fetch(request);
    if (this.id === undefined) await this.server.close();
    return response;
  }

  async fetch(request: Request): Promise<Response> {
    this.#arriving++;
    try {
      return await this.#transport.handleRequest(request);
    } finally {
      this.#arriving--;
    }
  }

  async close(): Promise<void> {
    await this.#endCalls("The session has ended.");
    await this.server.close();
  }

  /** The SDK has no event for a call that begins or ends, and leaves the response of a cancelled one open. */
  #watch(): void {
    const transport = this.#transport;
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (isJSONRPCRequest(message)) this.#running.add(message.id);
      receive?.(message, extra);
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) void this.#endCall(cancelled, "The client has cancelled the call.");
    };
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined)
        this.#running.delete(message.id);
      return send(message, options);
    };
  }

  async #endCalls(why: string): Promise<void> {
    await Promise.all([...this.#running].map((id) => this.#endCall(id, why)));
  }

  async #endCall(id: RequestId, message: string): Promise<void> {
    if (!this.#running.has(id)) return;
    await this.#transport.send({ jsonrpc: "2.0", id, error: { code: -32_000, message } });
  }
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return undefined;
  const id: unknown = message.params?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

async function isOpening(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  try {
    return isInitializeRequest(await request.clone().json());
  } catch {
    return false;
  }
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status });
}
