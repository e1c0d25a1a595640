/** Calls of a small generated client over HTTP responses that a test writes byte by byte. */
import type { CallOptions, ClientOptions } from "soapwright-runtime";
import { isServiceError, type ServiceError } from "soapwright-runtime/errors";
import { optionsOver } from "../client/options-over";
import { book, books, envelope, type Headers, NS, ShelfClient } from "../client/shelf";
import { answer, type RawRequest } from "./raw-server";

export function makeClient(url: string, options: Partial<ClientOptions<Headers>> = {}): ShelfClient {
  const usual = {
    endpoint: url,
    connections: { max: 8, connectTimeoutMs: 20_000 },
    retries: { delayMs: 1 },
    timeoutMs: 20_000,
    deadlineMs: 60_000,
  };
  return new ShelfClient(optionsOver(usual, options));
}

/** Returns an envelope with `text` as the title of the only book of a shelf. */
export function said(text: string): string {
  return envelope(books(book(1, text)));
}

/** Returns the envelope of `said` as a response with `Content-Length`. */
export function saying(text: string): Buffer {
  return answer(said(text));
}

/** Returns a valid response to either operation, with `text` or 1 as its value. */
export function wellFor(request: RawRequest, text = "well"): Buffer {
  const added = `<Add_BookResponse xmlns="${NS}"><Add_BookResult>1</Add_BookResult></Add_BookResponse>`;
  return answer(request.body.includes("Add_Book") ? envelope(added) : said(text));
}

/** Returns the number of the shelf in a request. */
export function shelfOf(request: RawRequest): string {
  return /<ShelfId>(\d+)</.exec(request.body)?.[1] ?? "";
}

interface Outcome {
  readonly error: ServiceError | undefined;
  /** The text that the service sent. */
  readonly text: string | undefined;
  readonly attempts: number;
}

/** Calls a safe or an unsafe operation. */
export async function send(
  client: ShelfClient,
  { safe = true, shelf = 1, ...options }: CallOptions<Headers> & { safe?: boolean; shelf?: number } = {},
): Promise<Outcome> {
  const call = safe
    ? client.getBooks({ ShelfId: shelf }, options)
    : client.addBook({ Book: { Id: shelf, Price: "1" } }, options);
  try {
    const { result, http } = await call.withResponse();
    const text = Array.isArray(result) ? result[0]?.Title : String(result);
    return { error: undefined, text, attempts: http.attempts };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { error, text: undefined, attempts: error.attempts };
  }
}
