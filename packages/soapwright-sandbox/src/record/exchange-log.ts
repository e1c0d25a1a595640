/**
 * The log of the last exchanges, for the page and the control endpoint, with a summary of each. It limits their number
 * and the size of bodies.
 */
import { childOf, textOf } from "../asmx/element-tree";
import { rootOf } from "../asmx/envelope-reader";

/** A fault in a response, as code and text. */
export interface FaultSummary {
  /** The local part of the code, as the response writes it: `Client`, `soap:Server`. */
  readonly code: string;
  readonly text: string;
}

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

const longestArguments = 120;
/** Only headers precede a fault, so this many characters suffice. */
const startOfBody = 20_000;

/** The text is such as `OrderId: 7, Year: 2026`, and empty for an operation without arguments. */
export function argumentsText(args: unknown): string {
  const text = wordsOf(args, 0);
  return text.length <= longestArguments ? text : `${text.slice(0, longestArguments).trimEnd()}…`;
}

function wordsOf(value: unknown, depth: number): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value.length <= longestArguments ? value : value.slice(0, longestArguments + 1);
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  if (Array.isArray(value)) {
    const [first, ...others] = value as unknown[];
    if (first === undefined) return "[]";
    return `[${wordsOf(first, depth + 1)}${others.length === 0 ? "" : `, ${others.length} more`}]`;
  }
  if (depth > 3) return "{…}";
  const members: string[] = [];
  let length = 0;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    members.push(`${name}: ${wordsOf(member, depth + 1)}`);
    length += members.at(-1)!.length;
    if (length > longestArguments) break;
  }
  const text = members.join(", ");
  return depth === 0 ? text : `{ ${text} }`;
}

/** Returns undefined for a response without a fault, or one that cannot be read. */
export function faultOf(body: string): FaultSummary | undefined {
  if (!body.slice(0, startOfBody).includes("Fault")) return undefined;
  const fault = childOf(childOf(rootOf(body), "Body"), "Fault");
  if (fault === undefined) return undefined;
  const code = childOf(fault, "faultcode") ?? childOf(childOf(fault, "Code"), "Value");
  const text = childOf(fault, "faultstring") ?? childOf(childOf(fault, "Reason"), "Text");
  return { code: code ? textOf(code).trim() : "", text: text ? textOf(text).trim() : "" };
}
