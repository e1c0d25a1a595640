/** What goes back to a caller. */
import { contentTypes, type SoapVersion } from "./envelope-text";
import type { SandboxFault } from "./fault";

/** An answer to a POST. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The stack lets nobody keep an answer; of what it refuses before the method runs it does not say for how long. */
  readonly cacheControl: string;
}

/** A SOAP envelope. */
export function soapAnswer(status: number, version: SoapVersion, body: string): Answer {
  return { status, contentType: contentTypes[version], body, cacheControl: "private, max-age=0" };
}

/** A fault, under the status of its own choice. */
export function faultAnswer(fault: SandboxFault, version: SoapVersion, body: string): Answer {
  return soapAnswer(fault.options.status ?? 500, version, body);
}

/** An answer without a body: what the stack says to a request that it cannot read. */
export function emptyAnswer(status: number, version: SoapVersion): Answer {
  return { status, contentType: contentTypes[version], body: "", cacheControl: "private" };
}
