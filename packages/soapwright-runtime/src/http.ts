/**
 * The entry point `soapwright-runtime/http`, for tools that reach a service beside a client, such as a probe or a recorder:
 * addresses, proxies, tunnels, and requests with the limits and errors of a client. Its types are those
 * of Node.js.
 */

export { partsOf } from "./client/service-client";
export { readMediaType } from "./soap/media-type";
export { type Address, displayAddress, parseAddress, queryOf, requireSecure } from "./transport/address";
export { offeredSchemes } from "./transport/challenges";
export { collectBody } from "./transport/collect-body";
export { codeOf, connectionFailure } from "./transport/connection-failure";
export type { Connect } from "./transport/connector";
export { contentCoding } from "./transport/content-coding";
export { Decompressed } from "./transport/decompressed";
export type { ResponseHead } from "./transport/exchange";
export { HttpSender } from "./transport/http-sender";
export { chooseProxy, environmentProxy, type ProxySettings } from "./transport/proxy";
export { proxyConnector, tunnelConnector } from "./transport/proxy-connector";
export { parseRetryAfter } from "./transport/retry-after";
