/** One entry for each call of an operation, for a log. */
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Call } from "soapwright-runtime";
import { onExchangeEnd } from "./exchange-end";
import type { ServedOperation } from "./operations";
import { traceIdOf } from "./trace-context";

/** A call of an operation, without a value of its request or its response. */
export interface GatewayCall {
  readonly service: string;
  readonly operation: string;
  /** The HTTP status of the response; 499 if the caller left before its end. */
  readonly status: number;
  /** Duration of the request in milliseconds. */
  readonly ms: number;
  /** The number of requests to the service; 0 when none was made. */
  readonly attempts: number;
  /** Who called: a hash, with a key of this process, of what `callerOf` returns or of the address. */
  readonly caller: string;
  /** The id of the caller's trace (Trace Context), if it sent one. */
  readonly traceId?: string;
}

/** A status that servers log for a caller that has closed the connection. No caller sees it. */
const LEFT = 499;

/** Logs the calls of one gateway. */
export class CallLog {
  readonly #key = randomBytes(32);
  readonly #attempts = new WeakMap<FastifyRequest, number>();

  constructor(private readonly onCall: ((call: GatewayCall) => void) | undefined) {}

  /** Notes the call, which is logged when its response is written. */
  begin(one: ServedOperation, request: FastifyRequest, reply: FastifyReply, caller: string): void {
    const { onCall } = this;
    if (onCall === undefined) return;
    const beganAt = performance.now();
    onExchangeEnd(reply, () => {
      const traceId = traceIdOf(request);
      onCall({
        service: one.service.name,
        operation: one.operation.name,
        status: reply.raw.writableFinished ? reply.statusCode : LEFT,
        ms: Math.round((performance.now() - beganAt) * 10) / 10,
        attempts: this.#attempts.get(request) ?? 0,
        caller: createHmac("sha256", this.#key).update(caller).digest("hex").slice(0, 16),
        ...(traceId === undefined ? {} : { traceId }),
      });
    });
  }

  /** Notes the requests of a call that has succeeded. */
  async count(request: FastifyRequest, call: Promise<unknown>): Promise<void> {
    if (this.onCall === undefined) return;
    this.note(request, call instanceof Call ? (await call.withResponse()).http.attempts : 1);
  }

  note(request: FastifyRequest, attempts: number): void {
    if (this.onCall !== undefined) this.#attempts.set(request, attempts);
  }
}
