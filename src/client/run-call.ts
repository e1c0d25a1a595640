import { isConnectionError } from "../errors/connection-error";
import { isFaultError } from "../errors/fault-error";
import type { ServiceError } from "../errors/service-error";
import type { SoapCallMessage } from "../soap/soap-port";
import { isUnanswered } from "../transport/connection-failure";
import type { Turn } from "../transport/gate";
import { Attempt, type ItemSink } from "./attempt";
import type { CallResponse } from "./call";
import { CallCredentials } from "./call-credentials";
import type { CallLife } from "./call-life";
import { asksFor, fixedBlocks } from "./call-settings";
import { asServiceError, describeFailure } from "./failure";
import { closedError, type PreparedCall } from "./prepared-call";

/**
 * One call, from its arguments to its result. Its steps, and what each may end with:
 *
 * | state        | step                                              | errors                                     |
 * |--------------|---------------------------------------------------|--------------------------------------------|
 * | `queued`     | functions for credentials; the queue; the wait before a retry | ConfigurationError, OverloadError |
 * | `connecting` | the envelope (node-soap); the connection          | ConfigurationError, ConnectionError        |
 * | `sent`       | the request is written, the head comes            | ConnectionError, HttpError                 |
 * | `reading`    | the body: bytes, decompression, XML, values       | ConnectionError, ResponseError, FaultError |
 * | `done`       | node-soap and its listeners get the result        |                                            |
 *
 * A signal, a limit of time and `close` end whatever it waits for: see `CallLife`. Rejects with a `ServiceError` that says
 * which call it belongs to.
 */
export async function runCall<H>(call: PreparedCall<H>, items?: ItemSink): Promise<CallResponse<unknown>> {
  const { core, life, settings } = call;
  let message: SoapCallMessage | undefined;
  let attempt: Attempt<H> | undefined;
  let retried = 0;
  const credentials = asksFor(settings) ? new CallCredentials(call) : undefined;
  core.running.add(life);
  try {
    const { plan, body } = call.message;
    if (core.closed) throw closedError();
    life.begin();
    const blocks = credentials === undefined ? fixedBlocks(settings, call.operation.name) : await credentials.ask();
    message = core.port.message(plan, blocks, body);
    for (let fresh = false; ; ) {
      attempt = new Attempt(call, message, fresh, items);
      try {
        const turn = core.gate.enter();
        if (turn !== undefined) await takeTurn(core, life, turn);
        try {
          if (credentials?.isOver === true) {
            core.port.renew(message, await credentials.ask());
            attempt.httpHeaders = call.httpHeaders;
          }
          await core.interception.attempt(call, attempt);
        } finally {
          core.gate.leave();
        }
        core.policy.answered();
        core.answered = true;
        return attempt.response();
      } catch (thrown) {
        const error = asServiceError(thrown);
        if (isFaultError(error)) core.policy.answered();
        if (isRepeatedAtOnce(attempt, call, error)) {
          fresh = true;
          continue;
        }
        if (isAskedAnew(attempt, call, error, credentials)) continue;
        const delayMs = delayBeforeRetry(attempt, call, error, retried);
        if (delayMs === undefined) throw error;
        retried++;
        fresh = false;
        await life.pause(delayMs);
      }
    }
  } catch (thrown) {
    const error = describeFailure(call, thrown, message, attempt);
    if (message !== undefined) core.port.fail(message, attempt?.head, attempt?.reader, error);
    throw error;
  } finally {
    life.end();
    core.running.delete(life);
    core.onEnd();
  }
}

/** Waits in the queue, no longer than the call may take. */
async function takeTurn(core: { readonly isForced: boolean }, life: CallLife, turn: Turn): Promise<void> {
  life.state = "queued";
  life.limitToDeadline();
  try {
    await life.until(turn.come);
    // Thousands that end together are told in slices: whoever has its turn before it is told sends nothing, and waits.
    if (core.isForced || life.isOverdue) await life.until(new Promise<never>(() => {}));
  } catch (error) {
    turn.giveUp();
    throw error;
  }
}

/** Whether to repeat a request with credentials that are fetched anew. A stream that has begun is not. */
function isAskedAnew<H>(
  attempt: Attempt<H>,
  { life, streaming }: PreparedCall<H>,
  error: ServiceError,
  credentials: CallCredentials<H> | undefined,
): boolean {
  if (credentials === undefined || !credentials.isRefusal(error) || life.isEnding) return false;
  return !streaming || (attempt.head !== undefined && attempt.head.status >= 300);
}

/**
 * Whether to repeat a request on a fresh connection, which costs no retry: it got no byte on a connection that had carried
 * others, so that the service had most likely closed the connection before it saw the request.
 */
function isRepeatedAtOnce<H>(attempt: Attempt<H>, { life, operation }: PreparedCall<H>, error: ServiceError): boolean {
  if (life.isEnding || attempt.fresh || !isUnanswered(error) || !isConnectionError(error)) return false;
  return error.sent === "no" || operation.safe;
}

/** Milliseconds until the next retry; undefined: the error stands. A response that has begun well is never asked for again. */
function delayBeforeRetry<H>(
  attempt: Attempt<H>,
  { core, life, settings, operation }: PreparedCall<H>,
  error: ServiceError,
  retried: number,
): number | undefined {
  const begun = attempt.head !== undefined && attempt.head.status < 300;
  if (begun || life.isEnding || retried >= settings.retries) return undefined;
  const { safe } = operation;
  const { retryTimeouts } = settings;
  return core.policy.delayAfter(error, retried + 1, { safe, retryTimeouts }, life.remainingMs);
}
