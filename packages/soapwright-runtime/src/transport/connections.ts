/**
 * What a client of its own connections needs, on Node.js. `no-connections.ts` exports the same names for platforms where `fetch`
 * opens all connections; the condition under `#connections` in package.json chooses one of the two.
 */
import { createSecureContext } from "node:tls";
import type { Address } from "./address";
import type { Sender } from "./exchange";
import { type HttpOptions, HttpSender } from "./http-sender";
import { OriginSenders, type SenderTerms } from "./origin-senders";
import { chooseProxy, type ProxySettings } from "./proxy";

export { Decompressed } from "./decompressed";

export interface ConnectionSettings extends HttpOptions {
  /** The option is not parsed, because the proxy may differ by origin. */
  readonly proxyOption: string | undefined;
}

export function openConnections(settings: ConnectionSettings): Sender {
  return new OriginSenders(new HttpSender(settings), settings.address, (terms) => openOther(settings, terms));
}

/**
 * Returns a sender for another origin, another certificate or another owner. The client's certificate authorities and server name
 * apply only to its own origin.
 */
function openOther(settings: ConnectionSettings, { address, tls: ownTls }: SenderTerms): HttpSender {
  const isOwn = address.origin === settings.address.origin;
  const proxy = isOwn ? settings.proxy : proxyFor(settings.proxyOption, address);
  const shared = Object.entries(settings.tls).filter(([name]) => ["ca", "servername", "minVersion"].includes(name));
  const tls = !isOwn ? ownTls : ownTls === undefined ? settings.tls : { ...Object.fromEntries(shared), ...ownTls };
  return new HttpSender({ ...settings, address, proxy, tls: tls ?? {} });
}

/** Returns undefined for no proxy. Throws a `ConfigurationError` for an invalid one. */
export function proxyFor(option: string | undefined, address: Address): ProxySettings | undefined {
  return chooseProxy(option, address, process.env);
}

/** Throws the error of OpenSSL for certificates and keys that it cannot use. */
export function checkCertificates(tls: object): void {
  // The object has no prototype, so that a property on Object.prototype is not taken for a certificate.
  createSecureContext(Object.assign(Object.create(null), tls));
}
