/** The entry point for WS-Addressing. */

export { type EndpointReference, endpointReference } from "./endpoint-reference";
