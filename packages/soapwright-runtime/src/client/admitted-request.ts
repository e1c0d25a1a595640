/** A request of a client with admissions. */
import type { ServiceError } from "../errors/service-error";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";
import type { RequestOutcome } from "./admission";
import type { StartedCall } from "./client-state";
import type { OriginLimits } from "./origin-limits";

type Ended = (outcome: RequestOutcome | undefined) => void;

/** A request that admissions have let start, and that holds a slot. Report its outcome after its slot is released. */
export class AdmittedRequest<H> {
  readonly #limits: OriginLimits;
  readonly #call: StartedCall<H>;
  readonly #ends: Ended[] = [];
  readonly #startedAt = performance.now();

  /** Throws an admission's error. `cause` is the error of the last attempt. */
  constructor(limits: OriginLimits, call: StartedCall<H>, cause: ServiceError | undefined) {
    this.#limits = limits;
    this.#call = call;
    try {
      const tenant = tenantOf(call);
      checkAdmissions(limits, call, cause);
      for (const admission of limits.admissions) this.#ends.push(admission.begin?.(cause, tenant) ?? nothing);
    } catch (error) {
      this.ignored();
      throw error;
    }
  }

  succeeded(): void {
    this.#end(undefined, undefined);
  }

  failed(error: ServiceError, head: ResponseHead | undefined): void {
    this.#end(error, parseRetryAfter(head?.header("retry-after")));
  }

  ignored(): void {
    try {
      this.#report(undefined);
    } catch {
      // The call rejects with the error that ended the request.
    }
  }

  #end(error: ServiceError | undefined, retryAfterMs: number | undefined): void {
    const call = this.#call;
    this.#report({
      error,
      retryAfterMs,
      // A getter, because few admissions need it and it may call the user's function.
      get tenant() {
        return call.tenant;
      },
      streaming: call.streaming,
      ms: performance.now() - this.#startedAt,
      inFlight: this.#limits.queue.inFlight + 1,
    });
  }

  /** Reports once. Throws the first error of an admission, after all of them were notified. */
  #report(outcome: RequestOutcome | undefined): void {
    const errors: unknown[] = [];
    for (const end of this.#ends.splice(0)) {
      try {
        end(outcome);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

function nothing(): void {}

export function checkAdmissions<H>(
  { admissions }: OriginLimits,
  call: StartedCall<H>,
  cause: ServiceError | undefined,
): void {
  const tenant = tenantOf(call);
  for (const admission of admissions) admission.check?.(cause, tenant);
}

/** Clients without `fairness` have no tenants, so that all their calls count together. */
function tenantOf<H>(call: StartedCall<H>): unknown {
  return call.core.settings.fairness === undefined ? undefined : call.tenant;
}
