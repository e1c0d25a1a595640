/** Admissions as a client calls them: whatever their functions throw or return, a call ends with a typed error. */
import type { ServiceError } from "../errors/service-error";
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import type { RateLimit } from "../transport/rate-limit";
import type { Admission, OpenAdmission, OriginQueue, RequestOutcome } from "./admission";
import {
  callGiven,
  type Giver,
  giver,
  hasMethods,
  isAbsentOr,
  isAnything,
  isFunction,
  notifyGiven,
} from "./given-function";

type Limits = NonNullable<OpenAdmission["limits"]>;
type Ended = (outcome: RequestOutcome | undefined) => void;

/** Throws a `ConfigurationError`. */
export function openChecked(admission: Admission, queue: OriginQueue): OpenAdmission {
  const owner = giver("admission", "admission", admission.name);
  const own: OriginQueue = {
    origin: queue.origin,
    slots: queue.slots,
    perSecond: queue.perSecond,
    get inFlight() {
      return queue.inFlight;
    },
    refuse: (make, tenant) => queue.refuse(() => refusalOf(owner, make), tenant),
    hold(ms, tenant) {
      callGiven(owner, "hold()", () => ms, isDuration, "a number of milliseconds");
      queue.hold(ms, tenant);
    },
  };
  const isOpen = (value: unknown): boolean => hasMethods(value, [], ["check", "begin", "stats"]);
  const opened = callGiven(
    owner,
    "open()",
    () => admission.open(own),
    isOpen,
    "an object with functions of an admission",
  );
  return new CheckedAdmission(owner, opened, queue);
}

/** Each waiting call gets an error, also from a function that makes none. */
function refusalOf(owner: Giver, make: () => ServiceError): ServiceError {
  try {
    return callGiven(owner, "the function passed to refuse()", make, isServiceError, "an error of this package");
  } catch (error) {
    return error as ServiceError;
  }
}

class CheckedAdmission implements OpenAdmission {
  readonly limits: Limits | undefined;
  readonly shared: RateLimit | undefined;
  readonly #owner: Giver;
  readonly #opened: OpenAdmission;
  readonly #queue: OriginQueue;

  constructor(owner: Giver, opened: OpenAdmission, queue: OriginQueue) {
    this.#owner = owner;
    this.#opened = opened;
    this.#queue = queue;
    this.limits = this.#readLimits() && this.#usableLimits();
    const isLimit = isAbsentOr((value) => hasMethods(value, ["join", "begin", "end"]));
    const shared = callGiven(owner, "shared", () => opened.shared, isLimit, "{ join, begin, end }");
    this.shared = shared && checkedShared(owner, shared);
  }

  check(cause: ServiceError | undefined, tenant: unknown): void {
    const opened = this.#opened;
    if (this.limits !== undefined) this.#readLimits();
    callGiven(this.#owner, "check()", () => opened.check?.(cause, tenant), isAnything, "nothing");
  }

  begin(cause: ServiceError | undefined, tenant: unknown): Ended {
    const opened = this.#opened;
    if (opened.begin === undefined) return nothing;
    const begin = () => opened.begin!(cause, tenant);
    const end = callGiven(this.#owner, "begin()", begin, isFunction, "a function that ends the request");
    return (outcome) => notifyGiven(this.#owner, "the function that begin() returned", () => end(outcome));
  }

  /** An admission without statistics, or with wrong ones, has none: reading statistics never throws. */
  stats(): object {
    try {
      const stats: unknown = ignoreRejection(this.#opened.stats?.());
      return typeof stats === "object" && stats !== null ? { ...stats } : {};
    } catch {
      return {};
    }
  }

  /** Throws a `ConfigurationError` for limits with which no call would ever start. */
  #readLimits(): Limits | undefined {
    const read = (): Limits | undefined => {
      const { limits } = this.#opened;
      if (limits === undefined) return undefined;
      const { slots, perSecond } = limits;
      if (!areLimits({ slots, perSecond })) for (const each of [limits, slots, perSecond]) ignoreRejection(each);
      return { slots, perSecond };
    };
    const expected = "limits with slots, a number of 1 or more, and perSecond, a number above 0 or undefined";
    return callGiven(this.#owner, "limits", read, isAbsentOr(areLimits), expected);
  }

  /** The queue reads them at any time. Wrong limits reject calls in `check`, and must not stop the queue. */
  #usableLimits(): Limits {
    const read = (): Limits => {
      try {
        return this.#readLimits() ?? this.#queue;
      } catch {
        return this.#queue;
      }
    };
    return {
      get slots() {
        return read().slots;
      },
      get perSecond() {
        return read().perSecond;
      },
    };
  }
}

function areLimits(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { slots, perSecond } = value as { readonly slots: unknown; readonly perSecond: unknown };
  return isAtLeast(slots, 1) && (perSecond === undefined || (isAtLeast(perSecond, 0) && perSecond !== 0));
}

function isAtLeast(value: unknown, least: number): boolean {
  return typeof value === "number" && value >= least;
}

function isDuration(value: unknown): boolean {
  return isAtLeast(value, 0);
}

function checkedShared(owner: Giver, shared: RateLimit): RateLimit {
  const isBoolean = (value: unknown): boolean => typeof value === "boolean";
  return {
    join(queue) {
      const join = () => shared.join(queue);
      const leave = callGiven(owner, "shared.join()", join, isFunction, "a function that removes the queue");
      return () => notifyGiven(owner, "the function that shared.join() returned", leave);
    },
    begin: () => callGiven(owner, "shared.begin()", () => shared.begin(), isBoolean, "true or false"),
    end: () => notifyGiven(owner, "shared.end()", () => shared.end()),
  };
}

function nothing(): void {}
