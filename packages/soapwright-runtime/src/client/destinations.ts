/** The addresses that a client may call, by `endpoint` and `allowedOrigins`. */

import { ConfigurationError } from "../errors/configuration-error";
import type { PortNode, ServiceNode } from "../schema/codec";
import { type Address, parseAddress, requireSecure } from "../transport/address";
import type { ConnectTls } from "../transport/connector";
import { checkTls } from "./tls-options";

interface DestinationTerms {
  readonly service: ServiceNode;
  readonly soapVersion: "1.1" | "1.2";
  readonly address: Address;
  readonly allowedOrigins: readonly string[];
  readonly isInsecureAllowed: boolean;
  readonly hasTransport: boolean;
}

/** The destinations of a client and its `with` clients. */
export class Destinations {
  readonly #terms: DestinationTerms;
  readonly #origins: ReadonlySet<string>;
  readonly #firstByOrigin = new Map<string, Address>();
  readonly #checkedTls = new WeakMap<object, ConnectTls>();
  readonly port: PortNode | undefined;

  /** @throws ConfigurationError for an invalid origin. */
  constructor(terms: DestinationTerms) {
    this.#terms = terms;
    const { address, allowedOrigins, service, soapVersion } = terms;
    this.#origins = new Set([address.origin, ...allowedOrigins.map(originOf)]);
    this.port = portAt(service, soapVersion, address);
  }

  /**
   * Returns the address for `endpoint`; undefined if it is the client's own. Throws a `ConfigurationError` for an
   * invalid address, or an origin that is not allowed.
   */
  target(endpoint: string): Address | undefined {
    const { address, isInsecureAllowed } = this.#terms;
    const target = parseAddress(endpoint, "endpoint");
    if (target.origin === address.origin) return target.path === address.path ? undefined : target;
    if (!this.#origins.has(target.origin)) {
      throw new ConfigurationError(
        `endpoint is at ${target.origin}, and the client is for ${address.origin}: credentials would go to another service. If it is one that you trust, name it: allowedOrigins: ["${target.origin}"].`,
        { reason: "origin-not-allowed", option: "endpoint", advice: [{ action: "set", option: "allowedOrigins" }] },
      );
    }
    requireSecure(target, isInsecureAllowed, "endpoint");
    return this.#sharingStrings(target, endpoint);
  }

  /** The addresses of one origin share strings, because each of many tenants may have an address. */
  #sharingStrings(target: Address, endpoint: string): Address {
    const firstClient = this.#firstByOrigin.get(target.origin);
    if (firstClient === undefined) this.#firstByOrigin.set(target.origin, target);
    const { origin, host, hostname } = firstClient ?? target;
    return { ...target, origin, host, hostname, display: target.display === endpoint ? endpoint : target.display };
  }

  /** Returns the origin of `target`; undefined means the client's own address. */
  origin(target: Address | undefined): string {
    return (target ?? this.#terms.address).origin;
  }

  /** Returns the checked option of a writer of envelopes, which hands in the same object for many calls. */
  tlsOfWriter(value: object): ConnectTls {
    const known = this.#checkedTls.get(value) ?? this.tls(value);
    this.#checkedTls.set(value, known);
    return known;
  }

  tls(value: unknown): ConnectTls {
    if (this.#terms.hasTransport) {
      throw new ConfigurationError(
        "tls is about the client's own connections, which transport replaces: set one of the two.",
        { reason: "tls-beside-transport", option: "tls" },
      );
    }
    return checkTls(value);
  }
}

/** Returns the port at `address`, else the port with the same path, else the first port. */
function portAt({ ports }: ServiceNode, version: "1.1" | "1.2", { origin, path }: Address): PortNode | undefined {
  const spoken = ports.filter(({ soapVersion }) => soapVersion === version);
  const same = spoken.filter(({ address }) => (address.replace(/^\w+:\/\/[^/]+/, "") || "/") === path);
  return same.find(({ address }) => address.startsWith(`${origin}/`)) ?? same[0] ?? spoken[0] ?? ports[0];
}

function originOf(text: string, index: number): string {
  const option = `allowedOrigins[${index}]`;
  const { origin, path } = parseAddress(text, option);
  if (path === "/") return origin;
  throw new ConfigurationError(`${option} takes an origin, as in https://host.example:8443, but has a path.`, {
    reason: "origin-has-path",
    option,
  });
}
