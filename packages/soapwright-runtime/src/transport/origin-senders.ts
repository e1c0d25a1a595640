import { createHash } from "node:crypto";
import type { Address } from "./address";
import type { ConnectTls } from "./connector";
import type { ConnectionCounts, Exchange, HttpRequest, Sender } from "./exchange";

/** What a sender is for. */
export interface SenderTerms {
  readonly address: Address;
  /** Undefined: no certificates. */
  readonly tls: ConnectTls | undefined;
}

/** So many senders without connections are remembered. */
const MOST_IDLE = 1_000;

/**
 * Sends each request to the origin that it is for, over connections of its certificate: the client's own, or others, which
 * are shared by whoever has the same origin and the same certificate.
 */
export class OriginSenders<S extends Sender & { readonly isIdle: boolean }> implements Sender {
  readonly own: S;
  readonly #address: Address;
  readonly #open: (terms: SenderTerms) => S;
  /** The most recently used last. */
  readonly #others = new Map<string, S>();

  /** `open` makes the sender of another origin or certificate, when a request first needs it. */
  constructor(own: S, address: Address, open: (terms: SenderTerms) => S) {
    this.own = own;
    this.#address = address;
    this.#open = open;
  }

  /** Those that there are. */
  get all(): readonly S[] {
    return [this.own, ...this.#others.values()];
  }

  get connections(): ConnectionCounts | undefined {
    let sum: ConnectionCounts | undefined;
    for (const { connections } of this.all) {
      if (connections === undefined) continue;
      sum = { idle: (sum?.idle ?? 0) + connections.idle, active: (sum?.active ?? 0) + connections.active };
    }
    return sum;
  }

  open(request: HttpRequest): Exchange {
    const { target, tls } = request;
    if (tls === undefined && (target === undefined || target.origin === this.#address.origin)) {
      return this.own.open(request);
    }
    const address = target ?? this.#address;
    const key = tls === undefined ? address.origin : `${address.origin} ${identityOf(tls)}`;
    const sender = this.#others.get(key) ?? this.#made({ address, tls });
    this.#others.delete(key);
    this.#others.set(key, sender);
    // A sender is of one origin, and of the path that it was made for.
    return sender.open({ ...request, target: address });
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((sender) => sender.close()));
  }

  #made(terms: SenderTerms): S {
    if (this.#others.size >= MOST_IDLE) this.#forget();
    return this.#open(terms);
  }

  /** The one that was idle for longest; whoever needs it again makes another. */
  #forget(): void {
    for (const [key, sender] of this.#others) {
      if (!sender.isIdle) continue;
      this.#others.delete(key);
      return;
    }
  }
}

const identities = new WeakMap<ConnectTls, string>();

/** The same for the same certificates, keys and names, whichever object they are in. Nothing of them can be read from it. */
function identityOf(tls: ConnectTls): string {
  let identity = identities.get(tls);
  if (identity === undefined) {
    identity = createHash("sha256")
      .update(JSON.stringify(Object.entries(tls).sort()))
      .digest("base64");
    identities.set(tls, identity);
  }
  return identity;
}
