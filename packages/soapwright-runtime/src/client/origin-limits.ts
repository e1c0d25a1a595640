/**
 * The limits of requests to each origin: queue, rate and `admission`. A client has one origin, and `allowedOrigins`
 * adds others.
 */

import type { Address } from "../transport/address";
import { RequestQueue } from "../transport/request-queue";
import type { OpenAdmission, TenantStats } from "./admission";
import type { ClientSettings } from "./settings";

/** The queue and admissions of one origin. */
export interface Lane {
  readonly gate: RequestQueue;
  readonly admissions: readonly OpenAdmission[];
  /** Returns the tenants to show; undefined if tenants are not shown. */
  readonly tenants: (() => readonly TenantStats[]) | undefined;
}

type LaneSettings = Pick<
  ClientSettings<unknown>,
  "address" | "connections" | "requestsPerSecond" | "maxQueued" | "fairness" | "admission"
>;

/** The limits of every origin that a client and its `with` clients call. */
export class OriginLimits {
  readonly #settings: LaneSettings;
  readonly own: Lane;
  readonly #others = new Map<string, Lane>();

  constructor(settings: LaneSettings) {
    this.#settings = settings;
    this.own = openLane(settings, settings.address);
  }

  /** Returns the limits of an address. Calls without a target use `own`. */
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
  const { connections: slots, requestsPerSecond: perSecond, maxQueued, admission = [] } = settings;
  const fairness = settings.fairness?.open({ slots, perSecond });
  // Admissions open before the queue, which they may empty or hold.
  let gate: RequestQueue | undefined;
  const admissions = admission.map((each) =>
    each.open({
      origin,
      slots,
      perSecond,
      get inside() {
        return gate?.inside ?? 0;
      },
      refuse: (make, tenant) => gate?.refuse(make, tenant),
      hold: (ms, tenant) => gate?.hold(ms, tenant),
    }),
  );
  gate = new RequestQueue({
    slots,
    perSecond,
    limits: admissions.find(({ limits }) => limits !== undefined)?.limits,
    maxQueued,
    shared: admissions.find(({ shared }) => shared !== undefined)?.shared,
    tenants: fairness?.limits,
    weight: fairness?.weightOf,
  });
  const queue = gate;
  const shown = fairness?.shown;
  return { gate, admissions, tenants: shown && (() => shown(queue.uses())) };
}
