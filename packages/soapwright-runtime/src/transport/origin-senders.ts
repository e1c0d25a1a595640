import { createHash } from "node:crypto";
import type { Address } from "./address";
import type { ConnectTls } from "./connector";
import type { ConnectionCounts, Exchange, HttpRequest, Sender } from "./exchange";

export interface SenderTerms {
  readonly address: Address;
  readonly tls: ConnectTls | undefined;
}

/** Above this number, idle senders are evicted. */
const MAX_SENDERS = 1_000;

/**
 * Sends each request to its origin over connections with its certificate and of its owner. Owns the client's own sender,
 * and a cached sender for every other combination of them.
 */
export class OriginSenders<S extends Sender & { readonly isIdle: boolean }> implements Sender {
  readonly ownSender: S;
  readonly #address: Address;
  readonly #open: (terms: SenderTerms) => S;
  /** The most recently used sender is the last. */
  readonly #others = new Map<string, S>();

  constructor(firstSender: S, address: Address, open: (terms: SenderTerms) => S) {
    this.ownSender = firstSender;
    this.#address = address;
    this.#open = open;
  }

  get all(): readonly S[] {
    return [this.ownSender, ...this.#others.values()];
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
    const { target, tls, owner } = request;
    if (tls === undefined && owner === undefined && (target === undefined || target.origin === this.#address.origin)) {
      return this.ownSender.open(request);
    }
    const address = target ?? this.#address;
    const key = [address.origin, tls && hashOf(tls), owner?.name].join(" ");
    const sender = this.#others.get(key) ?? this.#create({ address, tls });
    this.#others.delete(key);
    this.#others.set(key, sender);
    // A cached sender has one origin, but the path of its first request.
    return sender.open({ ...request, target: address });
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((sender) => sender.close()));
  }

  #create(terms: SenderTerms): S {
    if (this.#others.size >= MAX_SENDERS) this.#evictIdle();
    return this.#open(terms);
  }

  #evictIdle(): void {
    for (const [key, sender] of this.#others) {
      if (!sender.isIdle) continue;
      this.#others.delete(key);
      return;
    }
  }
}

const hashes = new WeakMap<ConnectTls, string>();

/** Equal values have equal hashes, which do not reveal the values. */
function hashOf(tls: ConnectTls): string {
  let hash = hashes.get(tls);
  if (hash === undefined) {
    hash = createHash("sha256")
      .update(JSON.stringify(Object.entries(tls).sort()))
      .digest("base64");
    hashes.set(tls, hash);
  }
  return hash;
}
