/** What limits the requests to each origin: its queue, its rate and its breaker. A client has one; `allowedOrigins` adds others. */

import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError } from "../errors/service-error";
import { kindOf } from "../kind-of";
import { AdaptiveLimits } from "../transport/adaptive";
import type { Address } from "../transport/address";
import { Breaker } from "../transport/breaker";
import { Gate } from "../transport/gate";
import type { RateLimit } from "../transport/rate-limit";
import { TenantLimits } from "../transport/tenant-limits";
import { unwaited } from "../unwaited";
import type { TenantStats } from "./fairness";
import type { ClientSettings } from "./settings";

/** The way to one origin. */
export interface Lane {
  readonly gate: Gate;
  readonly breaker: Breaker | undefined;
  readonly adaptive: AdaptiveLimits | undefined;
  /** Undefined where tenants are not to be seen. */
  readonly tenants: (() => readonly TenantStats[]) | undefined;
}

type LaneSettings = Pick<
  ClientSettings<unknown>,
  | "address"
  | "maxInFlightPerTenant"
  | "requestsPerSecondPerTenant"
  | "maxInFlight"
  | "requestsPerSecond"
  | "maxQueued"
  | "rateLimit"
  | "fairness"
  | "breaker"
  | "adaptive"
>;

/** The lanes of a client and of those that it makes. */
export class Lanes {
  readonly #settings: LaneSettings;
  readonly own: Lane;
  readonly #others = new Map<string, Lane>();

  constructor(settings: LaneSettings) {
    this.#settings = settings;
    this.own = openLane(settings, settings.address);
  }

  /** The lane of an address. Calls that name none take `own`. */
  of(target: Address): Lane {
    if (target.origin === this.#settings.address.origin) return this.own;
    let lane = this.#others.get(target.origin);
    if (lane === undefined) {
      lane = openLane(this.#settings, target);
      this.#others.set(target.origin, lane);
    }
    return lane;
  }

  /** Those that there are, by origin. */
  get all(): ReadonlyMap<string, Lane> {
    return new Map([[this.#settings.address.origin, this.own], ...this.#others]);
  }

  /** No more requests will come. */
  close(): void {
    for (const { gate } of this.all.values()) gate.close();
  }
}

function openLane(settings: LaneSettings, { origin }: Address): Lane {
  const { maxInFlight, requestsPerSecond, maxQueued, rateLimit, fairness } = settings;
  const ceilings = { places: maxInFlight, perSecond: requestsPerSecond };
  const adaptive = settings.adaptive && new AdaptiveLimits(settings.adaptive, ceilings);
  const gate = new Gate({
    ...ceilings,
    limits: adaptive,
    maxQueued,
    shared: rateLimit && told(rateLimit),
    tenants: tenantLimits(settings),
    weight: (tenant) => fairness?.weightOf(tenant) ?? 1,
  });
  const tenants = fairness?.hasLabels === true ? () => fairness.labelled(gate.uses()) : undefined;
  if (settings.breaker === undefined) return { gate, breaker: undefined, adaptive, tenants };
  const breaker = new Breaker(settings.breaker, origin, () => gate.refuse(() => breaker.refusal()));
  return { gate, breaker, adaptive, tenants };
}

/** The same limit: what it does wrong says where it is from. */
function told(limit: RateLimit): RateLimit {
  const ask = <T>(method: keyof RateLimit, call: () => T): T => {
    try {
      return unwaited(call());
    } catch (cause) {
      if (isServiceError(cause)) throw cause;
      throw wrongLimit(method, "threw an error, see cause. Let it return in any case", cause);
    }
  };
  return {
    join(queue) {
      const leave: unknown = ask("join", () => limit.join(queue));
      if (typeof leave === "function") return () => void unwaited(leave());
      throw wrongLimit(
        "join",
        `returned ${leave === undefined ? "nothing" : kindOf(leave)}. Return a function that takes the queue away again`,
      );
    },
    begin() {
      const isAllowed: unknown = ask("begin", () => limit.begin());
      if (typeof isAllowed === "boolean") return isAllowed;
      throw wrongLimit("begin", `returned ${kindOf(isAllowed)}. Return true or false`);
    },
    end: () => ask("end", () => limit.end()),
  };
}

function wrongLimit(method: keyof RateLimit, what: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`rateLimit.${method} ${what}.`, {
    option: "rateLimit",
    ...(cause !== undefined && { cause }),
  });
}

function tenantLimits(settings: LaneSettings): TenantLimits | undefined {
  const { maxInFlightPerTenant: maxInFlight, requestsPerSecondPerTenant: perSecond, fairness } = settings;
  // Whoever wants to see tenants has their requests counted.
  const isCounted = maxInFlight !== undefined || perSecond !== undefined || fairness?.hasLabels === true;
  return isCounted ? new TenantLimits({ maxInFlight, perSecond }) : undefined;
}
