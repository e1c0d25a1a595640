/** Endpoint references: addresses for later messages to a service (WS-Addressing 1.0 Core, section 2). */

import type { XmlElement } from "../schema/codec";
import { readReference } from "./read-reference";

/** The content of an endpoint reference, as options for `client.with()` or one call. */
export interface EndpointReference {
  /** Absolute `http:` or `https:` address. */
  readonly endpoint: string;
  /** Elements that every message to the address repeats as header blocks. */
  readonly referenceParameters: readonly XmlElement[];
}

/**
 * Returns an endpoint reference of WS-Addressing 1.0 or 2004/08 from a response: the value of an element of type
 * `EndpointReferenceType`, typed or as an `XmlElement`, or an element around one. Use the result as options:
 * `client.with(endpointReference(value))`.
 *
 * @throws {ArgumentError} when the value is not an endpoint reference, or requests cannot be sent to its address.
 */
export function endpointReference(value: unknown): EndpointReference {
  return readReference(value);
}
