/** What a client is doing just now, for whoever operates it. */
import type { BreakerState } from "../transport/breaker";
import type { ConnectionCounts } from "../transport/exchange";
import type { ClientState } from "./client-state";
import type { CredentialStats } from "./credential-fetches";
import type { TenantStats } from "./fairness";

/** The requests of a client and of those that its `with()` has made. No credential is in it, and of tenants only what `fairness.label` returns. */
export interface ClientStats {
  /** Name of the service as the WSDL has it. */
  readonly service: string;
  /** The client's own origin, then those of `allowedOrigins` that were called. */
  readonly origins: readonly OriginStats[];
  /** Connections that rest, and those that are being made or carry a request; undefined with an own `transport`. */
  readonly connections: ConnectionCounts | undefined;
  /** Retries that were made since the client was. */
  readonly retries: number;
  /** Retries that `retryBudget` allows just now. */
  readonly retryBudget: number;
  /** Functions for credentials that were asked since the client was made. */
  readonly credentials: CredentialStats;
}

/** The requests to one origin. */
export interface OriginStats {
  /** For example `https://service.example`. */
  readonly origin: string;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** Tenants that these are of. */
  readonly waitingTenants: number;
  /** The longest of their queues, in calls. */
  readonly longestQueue: number;
  /** Requests under way. */
  readonly inFlight: number;
  /** Most of them at a time just now. */
  readonly maxInFlight: number;
  /** Most that begin in a second just now; undefined for no limit. */
  readonly requestsPerSecond: number | undefined;
  /** Undefined without `breaker()` in `admission`. */
  readonly breaker: BreakerState | undefined;
  /** Tenants whose calls wait or are under way, the busiest first, at most 100; undefined without `fairness.label`. */
  readonly tenants: readonly TenantStats[] | undefined;
}

/** The clients that were opened and are not closed, which a program may have dropped. */
const open = new Set<WeakRef<ClientState<never>>>();
let sweepAt = 64;

/** `core` is the one of a first client. The function that it returns forgets it. */
export function register(core: ClientState<never>): () => void {
  if (open.size >= sweepAt) {
    openCores();
    sweepAt = Math.max(64, open.size * 2);
  }
  const ref = new WeakRef(core);
  open.add(ref);
  return () => open.delete(ref);
}

/** Of each client of the process that is open. */
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

export function statsOf<H>({ service, lanes, sender, policy, fetches }: ClientState<H>): ClientStats {
  const origins = [...lanes.all].map(([origin, { gate, admissions, tenants }]) => ({
    origin,
    waiting: gate.waiting,
    waitingTenants: gate.waitingTenants,
    longestQueue: gate.longestQueue,
    inFlight: gate.inside,
    maxInFlight: gate.places,
    requestsPerSecond: gate.perSecond,
    breaker: undefined,
    tenants: tenants?.(),
    ...Object.assign({}, ...admissions.map((each) => each.stats?.())),
  }));
  return {
    service: service.name,
    origins,
    connections: sender.connections,
    retries: policy.made,
    retryBudget: policy.left,
    credentials: fetches.stats,
  };
}
