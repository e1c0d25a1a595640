/**
 * The interfaces of admissions, which decide whether a request to an origin may start, and of fairness, which decides
 * which waiting call gets the next slot.
 */
import type { ServiceError } from "../errors/service-error";
import type { RateLimit } from "../transport/rate-limit";
import type { TenantRules, TenantUse } from "../transport/request-queue";

/**
 * Decides whether requests may start: `admission: [breaker(), adaptive(), sharedRate(limit)]`. Each name may occur
 * once.
 */
export interface Admission {
  readonly name: string;
  /** Returns the admission for one origin. Called once for each origin that the client calls. */
  readonly open: (origin: OriginQueue) => OpenAdmission;
}

/** The queue of requests to one origin, as an admission may use it. */
export interface OriginQueue {
  /** The origin, for example `https://service.example`. */
  readonly origin: string;
  /** Maximum number of requests in flight, from the client's options. */
  readonly slots: number;
  readonly perSecond: number | undefined;
  /** The number of requests in flight. */
  readonly inFlight: number;
  /** Rejects each waiting call, or each of `tenant` unless that is undefined, with an error from `make`. */
  refuse(make: () => ServiceError, tenant?: unknown): void;
  /** Lets no request start for `ms` milliseconds, or no request of `tenant` unless that is undefined. */
  hold(ms: number, tenant?: unknown): void;
}

/** An admission for one origin. */
export interface OpenAdmission {
  /**
   * Throws if no request may start now. Called before the queue, and after it before any admission's `begin`; must not
   * count anything. `tenant` is the call's tenant for a client with `fairness`, else undefined.
   */
  check?(cause: ServiceError | undefined, tenant?: unknown): void;
  /** Limits that replace the client's, and must not exceed them. Read for each request. */
  readonly limits?: { readonly slots: number; readonly perSecond: number | undefined } | undefined;
  /**
   * A limit that other clients share. Checked last, so that no permit is taken for a request that another rule delays.
   */
  readonly shared?: RateLimit | undefined;
  /** Counts a request that starts. Returns a function that is called once at its end. Throws as `check` does. */
  begin?(cause: ServiceError | undefined, tenant?: unknown): (outcome: RequestOutcome | undefined) => void;
  /** Returns fields for `client.stats()`. */
  stats?(): object;
}

/** The outcome of a request. */
export interface RequestOutcome {
  /** The error of the request; undefined if it succeeded. */
  readonly error: ServiceError | undefined;
  /** The delay that the response requested with `Retry-After`, in milliseconds; undefined without an error. */
  readonly retryAfterMs: number | undefined;
  /** The call's tenant: by `fairness`, else by its credentials, else its client of `with()`. */
  readonly tenant: unknown;
  /** Whether the items of the result were streamed, so that the duration depends on the reader. */
  readonly streaming: boolean;
  /** Duration of the request in milliseconds. */
  readonly ms: number;
  /** The number of requests in flight, including this one. */
  readonly inFlight: number;
}

/** The properties of a call by which `fairness.key` determines its tenant. */
export interface QueuedCall {
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The argument of the method. */
  readonly args: unknown;
}

/** How slots are shared among tenants: the result of `fairness()`. */
export interface Fairness {
  /** Returns the tenant of a call; undefined means by its credentials. Throws a `ConfigurationError`. */
  keyOf(call: QueuedCall): string | undefined;
  /** Returns the rule for one origin. Throws a `ConfigurationError` for a limit above that of the origin. */
  open(origin: Pick<OriginQueue, "slots" | "perSecond">): OpenFairness;
}

/** The rule for one origin. */
export interface OpenFairness {
  /**
   * Returns the number of consecutive slots of a tenant while others wait, at least 1. Throws a `ConfigurationError`.
   */
  weightOf(tenant: unknown): number;
  /** Limits of each tenant; undefined for none. */
  readonly limits: TenantRules | undefined;
  /** Returns the tenants to show; undefined if none are shown. */
  readonly shown: ((uses: ReadonlyMap<unknown, TenantUse>) => TenantStats[]) | undefined;
}

/** The calls of one tenant. */
export interface TenantStats {
  /** The result of `fairness.label`. Tenants with the same label are summed. */
  readonly label: string;
  /** Number of calls in the queue. */
  readonly waiting: number;
  /** Number of requests in flight. */
  readonly inFlight: number;
}
