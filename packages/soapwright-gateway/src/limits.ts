/** The limits of a gateway: bodies, time, callers at once, and calls a second. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { checkKnown, checkObject, checkWithin, type NumberRange, REQUESTS_A_SECOND } from "soapwright-runtime/extend";
import { digest } from "./access";
import { Refusal } from "./problems";

export interface GatewayLimits {
  /** Longest body. Unit: bytes. Default: 1,048,576. */
  readonly maxBodyBytes?: number | undefined;
  /** Longest time until the whole body has arrived. Unit: milliseconds. Default: 30,000. */
  readonly bodyTimeoutMs?: number | undefined;
  /**
   * Longest time of a call with its credentials, to the first item of a stream. Unit: milliseconds. Default: the client's
   * limits, `deadlineMs` for the credentials.
   */
  readonly callTimeoutMs?: number | undefined;
  /** Most requests at once. One more is a 503. Default: 1,000. */
  readonly maxCallers?: number | undefined;
  /** Most requests a second of one caller, who may send as many at once. One more is a 429. Default: no limit. */
  readonly requestsPerSecond?: number | undefined;
  /**
   * How long the gateway answers requests of open and new connections after its end has begun, while `/ready` is a
   * 503; it ends earlier once no connection is open. With 5,000, the time that responses promise to keep a connection,
   * no caller loses a request. Unit: milliseconds. Default: 200.
   */
  readonly drainMs?: number | undefined;
}

export const MAX_BODY_BYTES = 1_048_576;

/** The longest time of a timer of Node.js, less the second that servers add. */
const MOST_MS = 2_147_482_647;
const TIME: NumberRange = { least: 1, most: MOST_MS, unit: "milliseconds" };
const RANGES: Readonly<Record<keyof GatewayLimits, NumberRange>> = {
  maxBodyBytes: { least: 1, most: 1_073_741_824, unit: "bytes" },
  bodyTimeoutMs: TIME,
  callTimeoutMs: TIME,
  maxCallers: { least: 1, most: 10_000_000, unit: "requests" },
  requestsPerSecond: REQUESTS_A_SECOND,
  drainMs: { ...TIME, least: 0 },
};

/** @throws ConfigurationError for a limit that is unknown or out of its range. */
export function checkLimits(limits: unknown): void {
  if (limits === undefined) return;
  const checked = checkObject("limits", limits);
  checkKnown(checked, new Set(Object.keys(RANGES)), "limits", { prefix: "limits." });
  for (const [name, value] of Object.entries(checked))
    if (value !== undefined) checkWithin(`limits.${name}`, value, RANGES[name as keyof GatewayLimits]);
}

/** The callers that a rate is kept of. The idle ones are forgotten, then the oldest. */
const MOST_CALLERS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Counts requests. One object for each gateway. */
export class Admissions {
  readonly #buckets = new Map<string, Bucket>();
  readonly #maxCallers: number;
  readonly #rate: number | undefined;
  #count = 0;

  constructor({ maxCallers = 1_000, requestsPerSecond }: GatewayLimits) {
    this.#maxCallers = maxCallers;
    this.#rate = requestsPerSecond;
  }

  /** Number of requests that are not answered yet. */
  get count(): number {
    return this.#count;
  }

  /** Returns the function that ends the request. @throws Refusal with `Retry-After`. */
  enter(caller: string): () => void {
    this.#checkRate(caller);
    if (this.#count >= this.#maxCallers)
      throw new Refusal(
        503,
        `The gateway has ${this.#count} requests at once, and accepts no more. Call again later.`,
        {
          "retry-after": "1",
        },
      );
    this.#count++;
    let isOver = false;
    return () => {
      if (!isOver) this.#count--;
      isOver = true;
    };
  }

  #checkRate(name: string): void {
    const rate = this.#rate;
    if (rate === undefined) return;
    // Anyone can send a long name before anyone is known.
    const caller = digest(name).toString("base64");
    const now = performance.now();
    const most = Math.max(1, rate);
    const bucket = this.#buckets.get(caller) ?? { tokens: most, at: now };
    bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.at) / 1_000) * rate);
    bucket.at = now;
    // The order of the map is that of the last requests.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > MOST_CALLERS) this.#buckets.delete(this.#buckets.keys().next().value!);
    if (bucket.tokens < 1) {
      const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / rate));
      throw new Refusal(429, `You have sent more than ${rate} requests a second. Call again later.`, {
        "retry-after": String(seconds),
      });
    }
    bucket.tokens--;
  }
}

/** Resolves to the text of a body. Rejects with a `Refusal` for one that is too long, too slow or not UTF-8. */
export function readBody(body: IncomingMessage, limits: GatewayLimits): Promise<string> {
  const { maxBodyBytes = MAX_BODY_BYTES, bodyTimeoutMs = 30_000 } = limits;
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const end = (error: Error | undefined): void => {
      clearTimeout(timer);
      body.removeAllListeners("data");
      body.off("end", onEnd);
      body.off("error", end);
      body.off("close", onClose);
      if (error !== undefined) {
        // What is still to come is not read into memory: the connection is closed after the response.
        body.resume();
        reject(error);
      }
    };
    const timer = setTimeout(
      () => end(new Refusal(408, `The body did not arrive within ${bodyTimeoutMs} ms.`, { connection: "close" })),
      bodyTimeoutMs,
    );
    const tooLong = () => new Refusal(413, `The body is longer than ${maxBodyBytes} bytes.`, { connection: "close" });
    const onEnd = (): void => {
      end(undefined);
      const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length);
      if (isUtf8(bytes)) resolve(bytes.toString("utf8"));
      else reject(new Refusal(400, "The body is not UTF-8."));
    };
    const onClose = (): void => end(new Refusal(400, "The connection was closed before the body was complete."));
    if (Number(body.headers["content-length"]) > maxBodyBytes) {
      end(tooLong());
      return;
    }
    body.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length > maxBodyBytes) end(tooLong());
      else pieces.push(piece);
    });
    body.on("end", onEnd);
    body.on("error", end);
    body.on("close", onClose);
  });
}
