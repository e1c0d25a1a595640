/**
 * The limits of requests by origin: queue, rate and `admission`. A client has one origin; `allowedOrigins` adds others.
 */

import type { Address } from "../transport/address";
import { RequestQueue } from "../transport/request-queue";
import { TenantLimits } from "../transport/tenant-limits";
import type { OpenAdmission } from "./admission";
import type { TenantStats } from "./fairness";
import type { ClientSettings } from "./settings";

/** The queue and admissions of one origin. */
export interface Lane {
  readonly gate: RequestQueue;
  readonly admissions: readonly OpenAdmission[];
  /** Undefined if tenants are not shown. */
  readonly tenants: (() => readonly TenantStats[]) | undefined;
}

type LaneSettings = Pick<
  ClientSettings<unknown>,
  | "address"
  | "maxInFlightPerTenant"
  | "requestsPerSecondPerTenant"
  | "connections"
  | "requestsPerSecond"
  | "maxQueued"
  | "fairness"
  | "admission"
>;

/** The lanes of a client and its `with` clients. */
export class OriginLimits {
  readonly #settings: LaneSettings;
  readonly own: Lane;
  readonly #others = new Map<string, Lane>();

  constructor(settings: LaneSettings) {
    this.#settings = settings;
    this.own = openLane(settings, settings.address);
  }

  /** Returns the lane of an address. Calls without a target use `own`. */
  of(target: Address): Lane {
    if (target.origin === this.#settings.address.origin) return this.own;
    let lane = this.#others.get(target.origin);
    if (lane === undefined) {
      lane = openLane(this.#settings, target);
      this.#others.set(target.origin, lane);
    }
    return lane;
  }

  get all(): ReadonlyMap<string, Lane> {
    return new Map([[this.#settings.address.origin, this.own], ...this.#others]);
  }

  close(): void {
    for (const { gate } of this.all.values()) gate.close();
  }
}

function openLane(settings: LaneSettings, { origin }: Address): Lane {
  const { connections: places, requestsPerSecond: perSecond, maxQueued, admission = [], fairness } = settings;
  // Opened before the queue, which they may empty.
  let gate: RequestQueue | undefined;
  const admissions = admission.map((each) =>
    each.open({
      origin,
      places,
      perSecond,
      get inside() {
        return gate?.inside ?? 0;
      },
      refuse: (make, tenant) => gate?.refuse(make, tenant),
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
  // Labels need the counts even without limits.
  const isCounted = maxInFlight !== undefined || perSecond !== undefined || fairness?.hasLabels === true;
  return isCounted ? new TenantLimits({ maxInFlight, perSecond }) : undefined;
}
