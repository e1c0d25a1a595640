/** Endpoint references: addresses for later messages to a service (WS-Addressing 1.0 Core, section 2). */

import { ArgumentError, isConfigurationError } from "soapwright-runtime/errors";
import { ADDRESSING_TERMS, addressingVersionOf } from "soapwright-runtime/extend";
import { parseAddress } from "soapwright-runtime/http";
import type { XmlElement } from "soapwright-runtime/tables";
import { kindOf } from "soapwright-runtime/xsd";
import { elementsIn, isTree, textIn } from "./property-values";
import { checkReferenceParameters } from "./reference-parameters";

/** Maximum number of nested single-child elements around the reference. */
const MAX_LEVELS = 4;

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
  const { address, parameters } = isTree(value) ? ofTree(value) : ofTyped(value);
  for (const { anonymous, none } of Object.values(ADDRESSING_TERMS)) {
    if (address === anonymous) throw wrong("another address than that of the connection it came over", "anonymous");
    if (address === none) throw wrong("an address that takes messages", "the address of nobody");
  }
  try {
    parseAddress(address, "the address");
    return { endpoint: address, referenceParameters: checkReferenceParameters(parameters) };
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    throw new ArgumentError(`The endpoint reference cannot be used. ${error.message}`, {
      reason: "reference-address",
      path: "endpointReference",
      expected: "an endpoint reference with an http: or https: address",
      received: "another",
      cause: error,
    });
  }
}

interface Read {
  readonly address: string;
  readonly parameters: readonly XmlElement[];
}

function ofTree(root: XmlElement): Read {
  let tree = root;
  for (let depth = 0; depth < MAX_LEVELS; depth++) {
    const children = elementsIn(tree);
    const addresses = children.filter(({ name }) => name.local === "Address" && addressingVersionOf(name.namespace));
    const [address] = addresses;
    if (address !== undefined && addresses.length === 1) {
      const { namespace } = address.name;
      const parameters = children
        .filter(({ name }) => name.namespace === namespace && /^Reference(?:Parameters|Properties)$/.test(name.local))
        .flatMap(elementsIn);
      return { address: textIn(address) ?? "", parameters };
    }
    const [only] = children;
    if (only === undefined || children.length > 1) break;
    tree = only;
  }
  throw wrong("an element with one Address of WS-Addressing 1.0 or 2004/08", "an element without one");
}

/** A generated type has `Address`, `ReferenceParameters` and, in 2004/08, `ReferenceProperties`. */
function ofTyped(value: unknown): Read {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong("a typed value or an XmlElement", kindOf(value));
  }
  const of = (name: string): unknown => {
    const key = Object.keys(value).find((each) => each.toLowerCase() === name);
    return key === undefined ? undefined : Reflect.get(value, key);
  };
  const address = textIn(of("address"));
  if (address === undefined) throw wrong("an object with an Address", "one without");
  const parameters = [of("referenceproperties"), of("referenceparameters")].flatMap(treesIn);
  return { address, parameters };
}

function treesIn(value: unknown): XmlElement[] {
  if (isTree(value)) return [value];
  if (Array.isArray(value)) return value.flatMap((each) => (isTree(each) ? [each] : []));
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => (isTree(each) || Array.isArray(each) ? treesIn(each) : []))
    : [];
}

function wrong(expected: string, received: string): ArgumentError {
  return new ArgumentError(`endpointReference takes ${expected}, but got ${received}.`, {
    reason: "endpoint-reference",
    path: "endpointReference",
    expected,
    received,
  });
}
