/** Responses to a POST. */
import { contentTypes, type SoapVersion } from "./envelope-text";
import { type FaultSurroundings, faultText, type SandboxFault } from "./fault";

export interface SoapResponse {
  readonly status: number;
  readonly contentType: string;
  /** An envelope, or the bytes of a multipart body. */
  readonly body: string | Uint8Array;
  /** ASP.NET forbids caching, and sets no max-age if it refuses the request before the method runs. */
  readonly cacheControl: string;
  /** Set for a fault: WS-Addressing may send it to another address than a result. */
  readonly isFault?: true;
}

export function soapResponse(status: number, version: SoapVersion, body: string): SoapResponse {
  return { status, contentType: contentTypes[version], body, cacheControl: "private, max-age=0" };
}

export function faultResponse(
  fault: SandboxFault,
  version: SoapVersion,
  surroundings: FaultSurroundings = {},
): SoapResponse {
  const response = soapResponse(fault.options.status ?? 500, version, faultText(fault, version, surroundings));
  return { ...response, isFault: true };
}

/** ASP.NET responds without a body to a request that it cannot read. */
export function emptyResponse(status: number, version: SoapVersion): SoapResponse {
  return { status, contentType: contentTypes[version], body: "", cacheControl: "private" };
}
