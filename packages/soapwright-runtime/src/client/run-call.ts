import { isFaultError } from "../errors/fault-error";
import type { ServiceError } from "../errors/service-error";
import type { HeaderBlockOptions } from "../soap/operation-plan";
import type { SoapCallMessage } from "../soap/soap-port";
import { queryOf } from "../transport/address";
import type { ResponseHead } from "../transport/exchange";
import type { WaitingCall } from "../transport/request-queue";
import { parseRetryAfter } from "../transport/retry-after";
import type { RequestOutcome } from "./admission";
import { Attempt, type ItemSink } from "./attempt";
import { CallCredentials } from "./call-credentials";
import type { CallLife } from "./call-life";
import { closedError, type PreparedCall } from "./client-state";
import { fixedHeaders, needsUserFunctions } from "./credential-headers";
import { asServiceError, describeFailure, explainDeadline, InterceptorError, withErrorKind } from "./failure";
import type { CallResponse } from "./interceptors";
import type { OriginLimits } from "./origin-limits";
import { checkCallPolicy } from "./policy-check";
import {
  delayBeforeRetry,
  isRepeatedOnNewConnection,
  isRepeatedWithNewCredentials,
  spentBeforeRepetition,
} from "./retry-policy";

/** Maximum number of repetitions of a request by features, for example with credentials that the service requested. */
const MAX_REPETITIONS = 3;

/**
 * Runs one call, from its arguments to its result. Steps and their errors:
 *
 * | state        | step                                              | errors                                     |
 * |--------------|---------------------------------------------------|--------------------------------------------|
 * | `queued`     | credential functions; the queue; the retry delay  | ConfigurationError, OverloadError,         |
 * |              |                                                   | ConnectionError of the breaker             |
 * | `connecting` | the envelope (node-soap); the connection          | ConfigurationError, ConnectionError        |
 * | `sent`       | the request is written, the head arrives          | ConnectionError, HttpError                 |
 * | `reading`    | the body: bytes, decompression, XML, values       | ConnectionError, ResponseError, FaultError |
 * | `done`       | listeners of node-soap's client get the result    |                                            |
 *
 * A signal, a time limit and `close` end any wait: see `CallLife`. Rejects with a `ServiceError` that has the context
 * of the call, except for an error that an attempt interceptor throws, which the caller receives unchanged. Opens no
 * connection: `Attempt` does. Holds one slot of the origin's queue during each attempt, and none during a retry delay;
 * reports the outcome of each admitted request to the admissions, after its slot is released.
 */
export async function runCall<H>(call: PreparedCall<H>, items?: ItemSink): Promise<CallResponse<unknown>> {
  const { core, life, settings } = call;
  const limits = settings.target === undefined ? core.limits.ofOrigin : core.limits.of(settings.target);
  let message: SoapCallMessage | undefined;
  let attempt: Attempt<H> | undefined;
  let failure: ServiceError | undefined;
  let retried = 0;
  let repeated = 0;
  core.running.add(life);
  try {
    // The policy is checked first: a client that can make no call at all reports that before errors in one call's
    // arguments.
    if (core.settings.policies !== undefined && !core.closed) checkCallPolicy(call, core.settings.policies);
    call.check();
    if (core.closed) throw closedError();
    checkAdmissions(limits, call, undefined);
    life.begin();
    const credentials = needsUserFunctions(settings) ? new CallCredentials(call) : undefined;
    const headers =
      credentials === undefined ? fixedHeaders(settings, core.defaults, call.operation.name) : await credentials.ask();
    message = messageOf(call, headers);
    for (let fresh = false; ; ) {
      attempt = new Attempt(call, message, fresh, items);
      let admitted: AdmittedRequest<H> | undefined;
      try {
        const admission = admit(limits, call, failure);
        admitted = admission instanceof Promise ? await admission : admission;
        attempt.queuedMs = admitted.queuedMs;
        try {
          if (credentials?.isOver === true) {
            core.port.renew(message, await credentials.ask());
            attempt.httpHeaders = call.httpHeaders;
          }
          await core.interception.attempt(call, attempt);
        } finally {
          admitted.releaseSlot();
        }
        admitted.succeeded();
        core.succeeded();
        return attempt.response();
      } catch (thrown) {
        if (thrown instanceof InterceptorError) {
          admitted?.ignored();
          throw thrown;
        }
        const error = withErrorKind(asServiceError(thrown), core.settings.errorKind);
        admitted?.failed(error, attempt.head);
        explainDeadline(error, failure, core.settings.reader);
        failure = error;
        if (core.policy.owes && isFaultError(failure) && failure.kind !== "busy") core.policy.responded();
      }
      const isWished = isRepetitionRequested(attempt, failure);
      // A stream that can be read only once and was read cannot be sent again.
      if (message.parts?.isSpent === true) throw isWished ? spentBeforeRepetition(call) : failure;
      if (isRepeatedOnNewConnection(attempt, call, failure)) {
        fresh = true;
        continue;
      }
      if (isWished && !life.isEnding && repeated++ < MAX_REPETITIONS) continue;
      if (isRepeatedWithNewCredentials(attempt, call, failure, credentials)) continue;
      const delayMs = delayBeforeRetry(attempt, call, failure, retried);
      if (delayMs === undefined) throw failure;
      retried++;
      fresh = false;
      await life.pause(delayMs);
    }
  } catch (thrown) {
    const interceptorError = thrown instanceof InterceptorError ? thrown : undefined;
    const error = describeFailure(
      call,
      interceptorError === undefined ? thrown : interceptorError.error,
      message,
      attempt,
    );
    if (message !== undefined) core.port.fail(message, attempt?.head, attempt?.reader, error);
    throw interceptorError === undefined ? error : interceptorError.error;
  } finally {
    life.end();
    core.running.delete(life);
    core.onEnd();
  }
}

function messageOf<H>(call: PreparedCall<H>, headers: HeaderBlockOptions): SoapCallMessage {
  const { core, secrets, understood, features } = call;
  const { plan, body, parts } = call.message;
  const { target } = call.settings;
  const isForeign = core.portOrigin !== call.address.origin;
  const query = target && queryOf(target);
  return core.port.message(plan, headers, body, { secrets, understood, features, parts, query, isForeign });
}

/** Whether a feature requests a repetition, which does not use up a retry. */
function isRepetitionRequested<H>({ call, head }: Attempt<H>, error: ServiceError): boolean {
  let isWished = false;
  for (const feature of call.features) if (feature.after?.({ error, head }) === "again") isWished = true;
  return isWished;
}

type Ended = (outcome: RequestOutcome | undefined) => void;

const NONE: readonly Ended[] = [];

/** A request that holds a slot. Call `releaseSlot` as soon as it ends, then report the outcome. */
class AdmittedRequest<H> {
  readonly queuedMs: number;
  readonly #limits: OriginLimits;
  readonly #call: PreparedCall<H>;
  #ends: readonly Ended[] = NONE;
  readonly #startedAt: number = 0;

  constructor(limits: OriginLimits, call: PreparedCall<H>, cause: ServiceError | undefined, queuedMs: number) {
    this.#limits = limits;
    this.#call = call;
    this.queuedMs = queuedMs;
    if (limits.admissions.length === 0) return;
    const ends: Ended[] = [];
    this.#ends = ends;
    try {
      const tenant = tenantOf(call);
      checkAdmissions(limits, call, cause);
      for (const admission of limits.admissions) ends.push(admission.begin?.(cause, tenant) ?? nothing);
    } catch (error) {
      for (const end of ends) end(undefined);
      this.releaseSlot();
      throw error;
    }
    this.#startedAt = performance.now();
  }

  releaseSlot(): void {
    this.#limits.queue.releaseSlot(this.#call);
  }

  succeeded(): void {
    if (this.#ends.length > 0) this.#end();
  }

  ignored(): void {
    this.#report(undefined);
  }

  failed(error: ServiceError, head: ResponseHead | undefined): void {
    if (this.#ends.length > 0) this.#end(error, parseRetryAfter(head?.header("retry-after")));
  }

  #end(error?: ServiceError, retryAfterMs?: number): void {
    const call = this.#call;
    const outcome: RequestOutcome = {
      error,
      retryAfterMs,
      // A getter, because few admissions need it and it may call the user's function.
      get tenant() {
        return call.tenant;
      },
      streaming: call.streaming,
      ms: performance.now() - this.#startedAt,
      inFlight: this.#limits.queue.inFlight + 1,
    };
    this.#report(outcome);
  }

  #report(outcome: RequestOutcome | undefined): void {
    const ends = this.#ends;
    this.#ends = NONE;
    for (const end of ends) end(outcome);
  }
}

function nothing(): void {}

function checkAdmissions<H>(
  { admissions }: OriginLimits,
  call: PreparedCall<H>,
  cause: ServiceError | undefined,
): void {
  if (admissions.length === 0) return;
  const tenant = tenantOf(call);
  for (const admission of admissions) admission.check?.(cause, tenant);
}

/** Clients without `fairness` have no tenants, so that all their calls count together. */
function tenantOf<H>(call: PreparedCall<H>): unknown {
  return call.core.settings.fairness === undefined ? undefined : call.tenant;
}

/** Rejects at the call's time limit, or with an admission's error. `cause` is the error of the last attempt. */
function admit<H>(
  limits: OriginLimits,
  call: PreparedCall<H>,
  cause: ServiceError | undefined,
): AdmittedRequest<H> | Promise<AdmittedRequest<H>> {
  checkAdmissions(limits, call, cause);
  const waitingCall = limits.queue.requestSlot(call);
  return waitingCall === undefined
    ? new AdmittedRequest(limits, call, cause, 0)
    : admitAfterWait(limits, call, cause, waitingCall);
}

async function admitAfterWait<H>(
  limits: OriginLimits,
  call: PreparedCall<H>,
  cause: ServiceError | undefined,
  waitingCall: WaitingCall,
): Promise<AdmittedRequest<H>> {
  const queuedAt = performance.now();
  await waitForSlot(call.core, call.life, waitingCall);
  return new AdmittedRequest(limits, call, cause, performance.now() - queuedAt);
}

async function waitForSlot(
  core: { readonly isForced: boolean },
  life: CallLife,
  waitingCall: WaitingCall,
): Promise<void> {
  life.state = "queued";
  life.limitToDeadline();
  try {
    await life.until(waitingCall.granted);
    // Thousands of calls that end together are notified in slices. A call that gets its slot before its notification
    // sends nothing, and waits for the notification.
    if (core.isForced || life.isOverdue) await life.until(new Promise<never>(() => {}));
  } catch (error) {
    waitingCall.cancel();
    throw error;
  }
}
