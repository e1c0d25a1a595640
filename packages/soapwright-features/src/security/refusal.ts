/** The error of a message that is not accepted, worded for who reads it: the caller of a service, or a service. */
import { type Advice, type ReasonOf, ResponseError } from "soapwright-runtime/errors";

/** What a refusal says beside what is wrong. */
interface RefusalFacts {
  /** Default: `security`. */
  readonly reason?: ReasonOf<"RESPONSE">;
  /** What to do, as a sentence without a stop. */
  readonly remedy?: string | undefined;
  /** What callers do instead, who have `security.verify`. */
  readonly callerRemedy?: string | undefined;
  /** The option that callers check. Default: `security.verify`. */
  readonly option?: string | undefined;
}

/** Returns the error for what is wrong with a message. */
export type Refuse = (what: string, facts?: RefusalFacts) => ResponseError;

export const CHECK_VERIFY: Advice = { action: "check", option: "security.verify" };

/** Returns the errors for a request, whose service has no option for callers. */
export function refuseRequest(what: string, { reason = "security", remedy }: RefusalFacts = {}): ResponseError {
  return new ResponseError(`The request was not accepted: ${sentences(what, remedy)}`, { reason });
}

/** Returns the errors for the response to `operation`. */
export function responseRefuser(operation: string): Refuse {
  return (what, { reason = "security", remedy, callerRemedy = remedy, option } = {}) =>
    new ResponseError(`The response to ${operation} was not accepted: ${sentences(what, callerRemedy)}`, {
      reason,
      advice: [option === undefined ? CHECK_VERIFY : { action: "check", option }],
    });
}

function sentences(what: string, remedy: string | undefined): string {
  return remedy === undefined ? `${what}.` : `${what}. ${remedy}.`;
}
