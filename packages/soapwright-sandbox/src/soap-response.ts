/** Responses to a caller. */
import { contentTypes, type SoapVersion } from "./envelope-text";
import { type FaultSurroundings, faultText, type SandboxFault } from "./fault";

/** A response to a POST. */
export interface SoapResponse {
  readonly status: number;
  readonly contentType: string;
  /** An envelope, or a multipart body. */
  readonly body: string | Uint8Array;
  /** The stack forbids caching a response; of one that it refuses before the method runs it sets no lifetime. */
  readonly cacheControl: string;
  /** Set for a fault: WS-Addressing may send it to another address than a result. */
  readonly isFault?: true;
}

/** A response with a SOAP envelope. */
export function soapResponse(status: number, version: SoapVersion, body: string): SoapResponse {
  return { status, contentType: contentTypes[version], body, cacheControl: "private, max-age=0" };
}

/** A response with a fault and the fault's own status. */
export function faultResponse(
  fault: SandboxFault,
  version: SoapVersion,
  surroundings: FaultSurroundings = {},
): SoapResponse {
  const response = soapResponse(fault.options.status ?? 500, version, faultText(fault, version, surroundings));
  return { ...response, isFault: true };
}

/** A response without a body: the stack's response to a request that it cannot read. */
export function emptyResponse(status: number, version: SoapVersion): SoapResponse {
  return { status, contentType: contentTypes[version], body: "", cacheControl: "private" };
}
