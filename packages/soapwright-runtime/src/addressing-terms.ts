/** Names on the wire that differ between WS-Addressing 1.0 (W3C Recommendation) and the submission of August 2004. */
import { isResponseError } from "./errors/response-error";
import type { ServiceError } from "./errors/service-error";
import type { AddressingVersion } from "./schema/codec";

/** The namespace and the fixed addresses of one version of WS-Addressing. */
export interface AddressingTerms {
  readonly version: AddressingVersion;
  readonly namespace: string;
  /** The address that means the connection of the request. */
  readonly anonymous: string;
  /** The address that discards messages; undefined if the version has none. */
  readonly none: string | undefined;
  /** The relationship type of a response. */
  readonly reply: string;
  /** The id in `RelatesTo` for a request that could not be read. */
  readonly unspecified: string;
  /** Default action of faults that WS-Addressing defines. `soapFaultAction` is the default of other SOAP faults. */
  readonly faultAction: string;
  readonly soapFaultAction: string;
}

const W3C = "http://www.w3.org/2005/08/addressing";
const SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

/** The names of each version of WS-Addressing. */
export const ADDRESSING_TERMS: { readonly [V in AddressingVersion]: AddressingTerms } = {
  "1.0": {
    version: "1.0",
    namespace: W3C,
    anonymous: `${W3C}/anonymous`,
    none: `${W3C}/none`,
    reply: `${W3C}/reply`,
    unspecified: `${W3C}/unspecified`,
    faultAction: `${W3C}/fault`,
    soapFaultAction: `${W3C}/soap/fault`,
  },
  "2004/08": {
    version: "2004/08",
    namespace: SUBMISSION,
    anonymous: `${SUBMISSION}/role/anonymous`,
    none: undefined,
    reply: "wsa:Reply",
    unspecified: `${SUBMISSION}/id/unspecified`,
    faultAction: `${SUBMISSION}/fault`,
    soapFaultAction: `${SUBMISSION}/fault`,
  },
};

/** Returns the version of WS-Addressing that the contract asks an operation for; undefined for none. */
export function addressingVersionOf(namespace: string): AddressingVersion | undefined {
  if (namespace === W3C) return "1.0";
  return namespace === SUBMISSION ? "2004/08" : undefined;
}

/** Returns the version of WS-Addressing whose header block in the response nothing understood; undefined for other errors. */
export function addressingNotUnderstood(error: ServiceError): AddressingVersion | undefined {
  if (!isResponseError(error) || error.reason !== "header-not-understood") return undefined;
  const [, namespace = ""] = /^\{([^}]*)\}/.exec(error.received ?? "") ?? [];
  return addressingVersionOf(namespace);
}
