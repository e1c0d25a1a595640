/** Statistics of clients, for operators. */
import { makeWeakRef } from "#platform";
import type { ConnectionCounts } from "../transport/exchange";
import type { TenantStats } from "./admission";
import type { ClientState } from "./client-state";
import type { CredentialStats } from "./credential-fetches";

/**
 * The state of a client and its `with()` clients. Contains no credentials, and of tenants only the result of
 * `fairness.label`.
 */
export interface ClientStats {
  /** The service's name in the WSDL. */
  readonly service: string;
  /** The client's own origin, then the origins of `allowedOrigins` that were called. */
  readonly origins: readonly OriginStats[];
  /** Number of idle connections, and of connections that are opening or in use; undefined with a user's `transport`. */
  readonly connections: ConnectionCounts | undefined;
  /** Number of retries since the client was created. */
  readonly retries: number;
  /** Number of retries that `retries.budget` allows now. */
  readonly retryBudget: number;
  /** Calls of credential functions since the client was created. */
  readonly credentials: CredentialStats;
}

/**
 * The state of a circuit breaker. `closed`: requests pass; `open`: no request passes; `half-open`: only trials pass.
 */
export type BreakerState = "closed" | "open" | "half-open";

/** The requests to one origin. */
export interface OriginStats {
  /** The origin, for example `https://service.example`. */
  readonly origin: string;
  /** Number of calls in the queue. */
  readonly waiting: number;
  /** Number of tenants with calls in the queue. */
  readonly waitingTenants: number;
  /** Length of the longest queue of a tenant, in calls. */
  readonly longestQueue: number;
  /** Number of requests in flight. */
  readonly inFlight: number;
  /** The current limit of requests in flight. */
  readonly maxInFlight: number;
  /** The current limit of requests that start per second; undefined for none. */
  readonly requestsPerSecond: number | undefined;
  /** The state of the circuit breaker; undefined without `breaker()` in `admission`. */
  readonly breaker: BreakerState | undefined;
  /** Tenants with calls in the queue or in flight, busiest first, at most 100; undefined without `fairness.label`. */
  readonly tenants: readonly TenantStats[] | undefined;
}

/** The clients that are open. References are weak, because a program may drop a client without closing it. */
const open = new Set<Pick<WeakRef<ClientState<never>>, "deref">>();
let sweepAt = 64;

export function register(core: ClientState<never>): () => void {
  if (open.size >= sweepAt) {
    openCores();
    sweepAt = Math.max(64, open.size * 2);
  }
  const ref = makeWeakRef(core);
  open.add(ref);
  return () => open.delete(ref);
}

export function allStats(): ClientStats[] {
  return openCores().map(statsOf);
}

function openCores(): ClientState<never>[] {
  const cores: ClientState<never>[] = [];
  for (const ref of open) {
    const core = ref.deref();
    if (core === undefined) open.delete(ref);
    else cores.push(core);
  }
  return cores;
}

export function statsOf<H>({ service, limits, sender, policy, fetches }: ClientState<H>): ClientStats {
  const origins = [...limits.all].map(([origin, { queue, admissions, tenants }]) => ({
    breaker: undefined,
    ...Object.assign({}, ...admissions.map((each) => each.stats?.())),
    origin,
    waiting: queue.waiting,
    waitingTenants: queue.waitingTenants,
    longestQueue: queue.longestQueue,
    inFlight: queue.inFlight,
    maxInFlight: queue.slots,
    requestsPerSecond: queue.perSecond,
    tenants: tenants?.(),
  }));
  return {
    service: service.name,
    origins,
    connections: sender.connections,
    retries: policy.retries,
    retryBudget: policy.left,
    credentials: fetches.stats,
  };
}
