/**
 * The log of the last exchanges, for the page and the control endpoint. It limits their number and the size of bodies.
 */
import type { FaultSummary } from "./exchange-summary";

/** One exchange as it was on the wire, including credentials that were sent. */
export interface RecordedExchange {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly elapsedMs: number;
  readonly path: string;
  readonly operation: string | undefined;
  /** Version of the envelope; undefined for a request without an envelope. */
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** A summary of the arguments: `OrderId: 7, Year: 2026`. Empty if they could not be read. */
  readonly arguments?: string | undefined;
  /** The code and the text of the fault in the response. */
  readonly fault?: FaultSummary | undefined;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** Undefined if no response was written: after a reset, or with an injected `silence`. */
  readonly status: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** Mistakes that the real service silently forgives. */
  readonly mistakes: readonly string[];
  /** The kind of the injected error. */
  readonly trouble: string | undefined;
}

const longestText = 100_000;

/** A ring buffer of the last exchanges, in memory. */
export class ExchangeLog {
  readonly #kept: RecordedExchange[] = [];
  #lastId = 0;

  constructor(private readonly most: number) {}

  get keepsNone(): boolean {
    return this.most === 0;
  }

  /** The order is oldest first. */
  get all(): readonly RecordedExchange[] {
    return this.#kept;
  }

  find(id: number): RecordedExchange | undefined {
    return this.#kept.find((exchange) => exchange.id === id);
  }

  add(exchange: Omit<RecordedExchange, "id">): void {
    this.#kept.push({
      ...exchange,
      id: ++this.#lastId,
      requestBody: cut(exchange.requestBody),
      responseBody: cut(exchange.responseBody),
    });
    if (this.#kept.length > this.most) this.#kept.shift();
  }

  clear(): void {
    this.#kept.length = 0;
  }
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  // A slice of a string keeps the whole string in memory.
  const start = Buffer.from(text.slice(0, longestText)).toString();
  return `${start}… (${text.length} characters in all)`;
}
