/** The entry point `soapwright-runtime/fetch`: a client's requests by `fetch`, in browsers, workers, Deno, Bun and edge functions. */

export { type FetchFunction, type FetchTransportOptions, fetchTransport } from "./transport/fetch-transport";
export type { CustomTransport } from "./transport/transport";
