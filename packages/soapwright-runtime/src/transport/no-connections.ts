/** What `connections.ts` exports, for browsers, workers and edge functions, where `fetch` opens all connections. */
import { ConfigurationError } from "../errors/configuration-error";

export { Decompressed } from "./decompressed-web";

export function openConnections(_settings: object): never {
  throw new ConfigurationError(
    "transport is needed, because this platform opens no connections for a client. Set it to fetchTransport() of soapwright-runtime/fetch.",
    { option: "transport", advice: [] },
  );
}

export function proxyFor(_option: string | undefined, _address: object): undefined {
  return undefined;
}

/** The client is refused without a transport, and tls beside one. */
export function checkCertificates(_tls: object): void {}
