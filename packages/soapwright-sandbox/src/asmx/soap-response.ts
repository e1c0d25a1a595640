/** Responses to a POST. ASP.NET forbids caching. */

import type { HttpResponse } from "../http/http-writer";
import { contentTypes, type SoapVersion } from "./envelope-text";
import { type FaultSurroundings, faultText, type SandboxFault } from "./fault";

export interface SoapResponse extends HttpResponse {
  /** Set for a fault: WS-Addressing may send it to another address than a result. */
  readonly isFault?: true;
}

export function soapResponse(
  status: number,
  version: SoapVersion,
  body: string,
  cacheControl = "private, max-age=0",
): SoapResponse {
  return { status, headers: { "Content-Type": contentTypes[version], "Cache-Control": cacheControl }, body };
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
  return soapResponse(status, version, "", "private");
}

/** ASP.NET sets no max-age if it refuses the request before the method runs. */
export function withoutMaxAge(response: SoapResponse): SoapResponse {
  return { ...response, headers: { ...response.headers, "Cache-Control": "private" } };
}
