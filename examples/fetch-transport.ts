/**
 * A transport over `fetch`: for runtimes that have nothing else, for service meshes that patch it, and for test tools such as
 * MSW, nock and undici's `MockAgent`. Give it as the option `transport`:
 *
 * ```ts
 * const client = createEmployeeServiceV3({ baseUrl, domain, transport: customTransport(fetchTransport()) });
 * ```
 *
 * The client keeps its own deadlines, limits, retries and error classes.
 */

/** What the client hands to a transport. */
interface Request {
  readonly url: string;
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

/** What a transport gives back. */
interface Response {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** What of `fetch` is used: another function of this shape may take its place. */
export type Fetch = (
  url: string,
  init: Omit<Request, "url"> & { readonly redirect: "manual" },
) => Promise<{
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

// Looked up for each request, because tools replace the global function.
const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init as RequestInit) as ReturnType<Fetch>;

/** A transport that sends each request with `send`. Default: the global `fetch`. */
export function fetchTransport(send: Fetch = globalFetch): { send(request: Request): Promise<Response> } {
  return {
    async send({ url, method, headers, body, signal }) {
      // Redirects are never followed: credentials would travel along. The client tells them as an HttpError.
      const response = await send(url, { method, headers, body, signal, redirect: "manual" });
      // fetch has decompressed the body already, but leaves the headers of the compressed one.
      const left = [...response.headers].filter(([name]) => !/^content-(encoding|length)$/i.test(name));
      return { status: response.status, headers: left, body: response.body };
    },
  };
}
