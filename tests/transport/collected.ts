import { HttpError } from "../../src/errors/http-error";
import type { ServiceError } from "../../src/errors/service-error";
import { parseAddress } from "../../src/transport/address";
import type { Exchange, ExchangeRequest } from "../../src/transport/exchange";
import type { ResponseHead, ResponseSink } from "../../src/transport/response-sink";
import { parseRetryAfter } from "../../src/transport/retry-policy";
import { Transport, type TransportOptions } from "../../src/transport/transport";

/** A reader that keeps the body as text and takes every status from 300 for an `HttpError`. */
export class Collected implements ResponseSink {
  responseHead: ResponseHead | undefined;
  body = "";
  readonly delivered = false;

  head(head: ResponseHead): void {
    this.responseHead = head;
  }
  bytes(chunk: Uint8Array): boolean {
    this.body += Buffer.from(chunk).toString("latin1");
    return true;
  }
  end(): void {
    const status = this.responseHead?.status ?? 0;
    if (status < 300) return;
    throw new HttpError("not well", {
      status,
      retryAfterMs: parseRetryAfter(this.responseHead?.header("retry-after")),
    });
  }
}

export function makeTransport(url: string, options: Partial<TransportOptions> = {}): Transport {
  return new Transport({
    address: parseAddress(url, "endpoint"),
    socketPath: undefined,
    proxy: undefined,
    tls: {},
    connectTimeoutMs: 2_000,
    maxHeaderBytes: 16_384,
    keepAliveMs: 4_000,
    maxInFlight: 8,
    requestsPerSecond: undefined,
    retryDelayMs: 1,
    maxRetryDelayMs: 5,
    retryBudget: 10,
    ...options,
  });
}

export interface Outcome {
  readonly error: ServiceError | undefined;
  readonly sink: Collected;
  readonly exchange: Exchange;
}

/** Starts an exchange; `started` gets it at once. */
export function send(
  transport: Transport,
  options: Partial<ExchangeRequest> = {},
  started?: (exchange: Exchange) => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let sink = new Collected();
    const exchange: Exchange = transport.exchange({
      envelope: "<request/>",
      headers: ["Content-Type", "text/xml"],
      safe: true,
      timeoutMs: 1_000,
      deadlineMs: 5_000,
      startedAt: performance.now(),
      retries: 2,
      retryTimeouts: false,
      maxBytes: 1_000_000,
      maxBytesOption: "maxResponseBytes",
      streaming: false,
      newSink: () => {
        sink = new Collected();
        return sink;
      },
      onOver: (error) => setImmediate(() => resolve({ error, sink, exchange })),
      ...options,
    });
    started?.(exchange);
  });
}
