/**
 * The entry point `soapwright-runtime/observe`, for telemetry: it observes every client of the process, those of other
 * copies of this package too. It loads nothing of a client, so that a program can load it before everything else.
 */

export type { CredentialTrace } from "./client/credential-fetches";
export { installInterceptors } from "./client/interceptors";
export { type CallWatch, type Observer, observe, type Watch } from "./client/observer";
export { allStats } from "./client/stats";
export { CREDENTIAL_CHANNEL, NAME } from "./runtime-names";
