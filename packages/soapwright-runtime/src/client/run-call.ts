/** The way of a call: its attempts, each with one request and its response. */
import { isFaultError } from "../errors/fault-error";
import type { ServiceError } from "../errors/service-error";
import { CallMessage } from "../soap/call-message";
import type { WaitingCall } from "../transport/request-queue";
import { AdmittedRequest, checkAdmissions } from "./admitted-request";
import { Attempt, type ItemSink } from "./attempt";
import { CallCredentials } from "./call-credentials";
import { closedError, type StartedCall, UnsentRequest } from "./client-state";
import { asServiceError, describeFailure, explainDeadline, InterceptorError, withErrorKind } from "./failure";
import { interceptAttempt } from "./interception";
import type { CallResponse } from "./interceptors";
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
 * | `connecting` | the envelope; the connection                      | ConfigurationError, ConnectionError        |
 * | `sent`       | the request is written, the head arrives          | ConnectionError, HttpError                 |
 * | `reading`    | the body: bytes, decompression, XML, values       | ConnectionError, ResponseError, FaultError |
 * | `done`       | listeners of `client.soap` get the result         |                                            |
 *
 * A signal, a time limit and `close` end any wait: see `CallLife`. Rejects with a `ServiceError` that has the context
 * of the call, except for an error that an attempt interceptor throws, which the caller receives unchanged. Opens no
 * connection: `Attempt` does. Holds one slot of the origin's queue during each attempt, and none during a retry delay;
 * reports the outcome of each admitted request to the admissions, after its slot is released.
 */
export async function runCall<H>(call: StartedCall<H>, items?: ItemSink): Promise<CallResponse<unknown>> {
  const { core, life, settings } = call;
  let message: CallMessage | undefined;
  let attempt: Attempt<H> | undefined;
  let failure: ServiceError | undefined;
  let retried = 0;
  let repeated = 0;
  core.running.add(life);
  try {
    if (core.closed) throw closedError();
    const limits = settings.target === undefined ? core.limits.ofOrigin : core.limits.of(settings.target);
    // A client that can make no call at all reports that before errors in one call's arguments.
    if (core.settings.policies !== undefined) checkCallPolicy(call, core.settings.policies);
    const { request } = call;
    if (request instanceof UnsentRequest) throw request.error;
    if (limits.admissions.length > 0) checkAdmissions(limits, call, undefined);
    life.begin();
    const header = core.headerOf(call, request);
    const credentials = header === undefined ? new CallCredentials(call) : undefined;
    message = new CallMessage(call, request, header ?? (await credentials!.ask()));
    for (let fresh = false; ; ) {
      attempt = new Attempt(call, message, fresh, items);
      let admitted: AdmittedRequest<H> | undefined;
      try {
        if (limits.admissions.length > 0) checkAdmissions(limits, call, failure);
        const waitingCall = limits.queue.requestSlot(call);
        if (waitingCall !== undefined) attempt.queuedMs = await waitForSlot(call, waitingCall);
        try {
          if (limits.admissions.length > 0) admitted = new AdmittedRequest(limits, call, failure);
          if (credentials?.isOver === true) {
            message.renew(await credentials.ask());
            attempt.httpHeaders = call.httpHeaders;
          }
          await (call.seen === undefined ? attempt.run() : interceptAttempt(call, attempt));
        } finally {
          limits.queue.releaseSlot(call);
        }
        admitted?.succeeded();
        const { policy } = core;
        if (policy.owes) policy.responded();
        policy.hasSucceeded = true;
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
    const error = describeFailure(call, interceptorError?.error ?? thrown, message, attempt);
    message?.failed(attempt?.head, attempt?.reader, error);
    throw interceptorError === undefined ? error : interceptorError.error;
  } finally {
    life.end();
    core.ended(life);
  }
}

/** Whether a feature requests a repetition, which does not use up a retry. */
function isRepetitionRequested<H>({ call, head }: Attempt<H>, error: ServiceError): boolean {
  let isWished = false;
  for (const feature of call.features) if (feature.after?.({ error, head }) === "again") isWished = true;
  return isWished;
}

/** Returns the milliseconds that the call waited. Rejects at the call's time limit, or with an error of the queue. */
async function waitForSlot<H>({ core, life }: StartedCall<H>, waitingCall: WaitingCall): Promise<number> {
  const queuedAt = performance.now();
  life.state = "queued";
  try {
    await life.until(waitingCall.granted, "deadline");
    // Thousands of calls that end together are notified in slices. A call that gets its slot before its notification
    // sends nothing, and waits for the notification.
    if (core.isForced || life.isOverdue) await life.until(new Promise<never>(() => {}), "deadline");
  } catch (error) {
    waitingCall.cancel();
    throw error;
  }
  return performance.now() - queuedAt;
}
