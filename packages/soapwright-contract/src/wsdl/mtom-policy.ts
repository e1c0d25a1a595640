import type { XmlElement } from "../xml/tree";
import { type Policies, PolicyReader } from "./policies";

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);

/**
 * Returns a predicate: whether an element's policy requires MTOM in every alternative, by `OptimizedMimeSerialization`
 * of WS-MTOMPolicy or the W3C's assertion (2007).
 */
export function mtomRequired(policies: Policies): (source: XmlElement) => boolean {
  const reader = new PolicyReader<"mtom">(policies, {
    asserted: ({ name }) => (assertions.has(`${name.namespace} ${name.local}`) ? [["mtom"]] : undefined),
    keyOf: (assertion) => assertion,
  });
  return (source) => reader.readAttached(source).every((alternative) => alternative.length > 0);
}
