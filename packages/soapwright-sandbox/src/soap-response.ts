/** What goes back to a caller. */
import { contentTypes, type SoapVersion } from "./envelope-text";
import { type FaultSurroundings, faultText, type SandboxFault } from "./fault";

/** A response to a POST. */
export interface SoapResponse {
  readonly status: number;
  readonly contentType: string;
  /** An envelope, or a multipart body. */
  readonly body: string | Uint8Array;
  /** The stack lets nobody keep a response; of what it refuses before the method runs it does not say for how long. */
  readonly cacheControl: string;
}

/** A SOAP envelope. */
export function soapResponse(status: number, version: SoapVersion, body: string): SoapResponse {
  return { status, contentType: contentTypes[version], body, cacheControl: "private, max-age=0" };
}

/** A fault, under the status of its own choice. */
export function faultResponse(
  fault: SandboxFault,
  version: SoapVersion,
  surroundings: FaultSurroundings = {},
): SoapResponse {
  return soapResponse(fault.options.status ?? 500, version, faultText(fault, version, surroundings));
}

/** A response without a body: what the stack says to a request that it cannot read. */
export function emptyResponse(status: number, version: SoapVersion): SoapResponse {
  return { status, contentType: contentTypes[version], body: "", cacheControl: "private" };
}
