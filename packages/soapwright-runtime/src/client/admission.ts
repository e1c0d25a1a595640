/**
 * The interface of admissions: values of the option `admission` that decide, beside the queue, whether a request to an
 * origin may begin.
 */
import type { ServiceError } from "../errors/service-error";
import type { RateLimit } from "../transport/rate-limit";

/**
 * A rule that decides whether requests may begin: `admission: [breaker(), adaptive(), sharedRate(limit)]`. Each name
 * may occur once.
 */
export interface Admission {
  readonly name: string;
  /** Opens the admission. Called once for each origin that the client calls. */
  readonly open: (origin: OriginQueue) => OpenAdmission;
}

/** The requests to one origin. */
export interface OriginQueue {
  /** The origin, for example `https://service.example`. */
  readonly origin: string;
  /** Limits from the client's options. */
  readonly places: number;
  readonly perSecond: number | undefined;
  /** The number of requests in flight. */
  readonly inside: number;
  /** Rejects each queued call, or each of `tenant` unless that is undefined, with an error from `make`. */
  refuse(make: () => ServiceError, tenant?: unknown): void;
}

/** An admission for one origin. */
export interface OpenAdmission {
  /**
   * Throws if no request may begin now. Called before and after the queue; must not count anything. `tenant` is the
   * call's tenant for a client with `fairness`, else undefined.
   */
  check?(cause: ServiceError | undefined, tenant?: unknown): void;
  /** Limits that replace the client's, and must not exceed them. Read for each request. */
  readonly limits?: { readonly places: number; readonly perSecond: number | undefined } | undefined;
  /** A limit shared with others. Checked last, so that no permit is taken for a request that another rule delays. */
  readonly shared?: RateLimit | undefined;
  /** Called when a request begins. Returns a function that is called once at its end. Throws as `check` does. */
  begin?(cause: ServiceError | undefined, tenant?: unknown): (outcome: RequestOutcome | undefined) => void;
  /** Returns fields for `client.stats()`. */
  stats?(): object;
}

/** The outcome of a request. */
export interface RequestOutcome {
  /** Undefined if the request succeeded. */
  readonly error: ServiceError | undefined;
  /** Whether the items of the result were streamed, so that the duration depends on the reader. */
  readonly streaming: boolean;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** The number of requests in flight, this one included. */
  readonly inFlight: number;
}
