/** What decides, beside the queue, whether a request to an origin may begin: values that are handed in as `admission`. */
import type { ServiceError } from "../errors/service-error";
import type { RateLimit } from "../transport/rate-limit";

/** Decides whether requests may begin: `admission: [breaker(), adaptive(), sharedRate(limit)]`. One of each name. */
export interface Admission {
  readonly name: string;
  /** Called once for each origin that a client calls. */
  readonly open: (origin: OriginQueue) => OpenAdmission;
}

/** The requests to one origin. */
export interface OriginQueue {
  /** For example `https://service.example`. */
  readonly origin: string;
  /** Limits of the client's options. */
  readonly places: number;
  readonly perSecond: number | undefined;
  /** Requests under way. */
  readonly inside: number;
  /** Calls that wait end with an error each. */
  refuse(make: () => ServiceError): void;
}

/** An admission of one origin. */
export interface OpenAdmission {
  /** Throws where no request may begin now: asked before the queue and after it. It counts nothing. */
  check?(cause: ServiceError | undefined): void;
  /** Limits in the place of the client's, within them. They are read for each request. */
  readonly limits?: { readonly places: number; readonly perSecond: number | undefined } | undefined;
  /** A limit that others share: asked last, so that nothing is taken of it for a request that something else holds. */
  readonly shared?: RateLimit | undefined;
  /** A request begins. The function that it returns is called once, when it is over. Throws as `check`. */
  begin?(cause: ServiceError | undefined): (outcome: RequestOutcome | undefined) => void;
  /** For `client.stats()`. */
  stats?(): object;
}

/** What a request has come to. */
export interface RequestOutcome {
  /** Undefined: it went well. */
  readonly error: ServiceError | undefined;
  /** The items of its result were handed over one by one: how long it took is the reader's doing. */
  readonly streaming: boolean;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** Requests under way, this one included. */
  readonly inFlight: number;
}
