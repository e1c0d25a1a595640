/** WS-Addressing: the feature `addressing`, and endpoint references. */

export type { AddressingVersion } from "../schema/codec";
export { faultAction, requestAction, responseAction } from "./actions";
export { type AddressingOptions, addressing, type RepliesElsewhere, repliesElsewhere } from "./addressing";
export { type EndpointReference, endpointReference } from "./endpoint-reference";
export { ADDRESSING_TERMS, type AddressingTerms, addressingVersionOf } from "./terms";
