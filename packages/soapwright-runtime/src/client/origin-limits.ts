/**
 * The limits of requests to each origin: queue, rate and `admission`. A client has one origin, and `allowedOrigins`
 * adds others.
 */

import type { Address } from "../transport/address";
import { RequestQueue } from "../transport/request-queue";
import type { OpenAdmission, TenantStats } from "./admission";
import { openChecked } from "./checked-admission";
import type { ClientSettings } from "./settings";

export interface OriginLimits {
  readonly queue: RequestQueue;
  readonly admissions: readonly OpenAdmission[];
  /** Returns the tenants to show; undefined if tenants are not shown. */
  readonly tenants: (() => readonly TenantStats[]) | undefined;
}

type LimitSettings = Pick<
  ClientSettings<unknown>,
  "address" | "connections" | "requestsPerSecond" | "maxQueued" | "fairness" | "admission"
>;

/** The limits of every origin that a client and its `with` clients call. */
export class LimitsByOrigin {
  readonly #settings: LimitSettings;
  readonly ofOrigin: OriginLimits;
  readonly #others = new Map<string, OriginLimits>();

  constructor(settings: LimitSettings) {
    this.#settings = settings;
    this.ofOrigin = openLimits(settings, settings.address);
  }

  of(target: Address): OriginLimits {
    if (target.origin === this.#settings.address.origin) return this.ofOrigin;
    let limits = this.#others.get(target.origin);
    if (limits === undefined) {
      limits = openLimits(this.#settings, target);
      this.#others.set(target.origin, limits);
    }
    return limits;
  }

  get all(): ReadonlyMap<string, OriginLimits> {
    return new Map([[this.#settings.address.origin, this.ofOrigin], ...this.#others]);
  }

  /** Throws the first error of a shared limit, after all queues have left theirs. */
  close(): void {
    const errors: unknown[] = [];
    for (const { queue } of this.all.values()) {
      try {
        queue.close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

function openLimits(settings: LimitSettings, { origin }: Address): OriginLimits {
  const { connections: slots, requestsPerSecond: perSecond, maxQueued, admission = [] } = settings;
  const fairness = settings.fairness?.open({ slots, perSecond });
  // Admissions open before the queue, which they may empty or hold.
  let queue: RequestQueue | undefined;
  const admissions = admission.map((each) =>
    openChecked(each, {
      origin,
      slots,
      perSecond,
      get inFlight() {
        return queue?.inFlight ?? 0;
      },
      refuse: (make, tenant) => queue?.refuse(make, tenant),
      hold: (ms, tenant) => queue?.hold(ms, tenant),
    }),
  );
  queue = new RequestQueue({
    slots,
    perSecond,
    limits: admissions.find(({ limits }) => limits !== undefined)?.limits,
    maxQueued,
    shared: admissions.find(({ shared }) => shared !== undefined)?.shared,
    tenants: fairness?.limits,
    weight: fairness?.weightOf,
  });
  const opened = queue;
  const shown = fairness?.shown;
  return { queue: opened, admissions, tenants: shown && (() => shown(opened.uses())) };
}
