/** WS-Addressing: the feature `addressing`, and endpoint references. */

export type { AddressingVersion } from "soapwright-runtime/codecs";
export { type AddressingOptions, addressing, type RepliesElsewhere, repliesElsewhere } from "./addressing";
export { type EndpointReference, endpointReference } from "./endpoint-reference";
