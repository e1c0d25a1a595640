import type { Address } from "./address";
import type { ConnectionCounts, Exchange, HttpRequest, Sender } from "./exchange";

/** Sends each request to the origin that it is for: the client's own, or another, which has connections of its own. */
export class OriginSenders<S extends Sender> implements Sender {
  readonly #own: S;
  readonly #origin: string;
  readonly #open: (address: Address) => S;
  readonly #others = new Map<string, S>();

  /** `open` makes the sender of another origin, when a request first goes there. */
  constructor(own: S, { origin }: Address, open: (address: Address) => S) {
    this.#own = own;
    this.#origin = origin;
    this.#open = open;
  }

  /** Those that there are. */
  get all(): readonly S[] {
    return [this.#own, ...this.#others.values()];
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
    const { target } = request;
    if (target === undefined || target.origin === this.#origin) return this.#own.open(request);
    let sender = this.#others.get(target.origin);
    if (sender === undefined) {
      sender = this.#open(target);
      this.#others.set(target.origin, sender);
    }
    return sender.open(request);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((sender) => sender.close()));
  }
}
