/** What limits the requests to each origin: its queue, its rate, and what is handed in as `admission`. A client has one; `allowedOrigins` adds others. */

import type { Address } from "../transport/address";
import { RequestQueue } from "../transport/request-queue";
import { TenantLimits } from "../transport/tenant-limits";
import type { OpenAdmission } from "./admission";
import type { TenantStats } from "./fairness";
import type { ClientSettings } from "./settings";

/** The way to one origin. */
export interface Lane {
  readonly gate: RequestQueue;
  /** What is handed in beside it. */
  readonly admissions: readonly OpenAdmission[];
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
  | "fairness"
  | "admission"
>;

/** The lanes of a client and of those that it makes. */
export class OriginLimits {
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
  const { maxInFlight: places, requestsPerSecond: perSecond, maxQueued, admission = [], fairness } = settings;
  // Opened before the queue that they may empty.
  let gate: RequestQueue | undefined;
  const admissions = admission.map((each) =>
    each.open({
      origin,
      places,
      perSecond,
      get inside() {
        return gate?.inside ?? 0;
      },
      refuse: (make) => gate?.refuse(make),
    }),
  );
  gate = new RequestQueue({
    places,
    perSecond,
    limits: admissions.find(({ limits }) => limits !== undefined)?.limits,
    maxQueued,
    shared: admissions.find(({ shared }) => shared !== undefined)?.shared,
    tenants: tenantLimits(settings),
    weight: (tenant) => fairness?.weightOf(tenant) ?? 1,
  });
  const queue = gate;
  const tenants = fairness?.hasLabels === true ? () => fairness.labelled(queue.uses()) : undefined;
  return { gate, admissions, tenants };
}

function tenantLimits(settings: LaneSettings): TenantLimits | undefined {
  const { maxInFlightPerTenant: maxInFlight, requestsPerSecondPerTenant: perSecond, fairness } = settings;
  // Whoever wants to see tenants has their requests counted.
  const isCounted = maxInFlight !== undefined || perSecond !== undefined || fairness?.hasLabels === true;
  return isCounted ? new TenantLimits({ maxInFlight, perSecond }) : undefined;
}
