/** WS-Addressing: the feature `addressing`, and what goes with it. */
export { type AddressingOptions, addressing, type RepliesElsewhere, repliesElsewhere } from "./addressing";
export { type EndpointReference, endpointReference } from "./endpoint-reference";
