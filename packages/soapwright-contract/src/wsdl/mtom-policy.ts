/** Whether a binding requires MTOM, by `OptimizedMimeSerialization` of WS-MTOMPolicy or the W3C's assertion (2007). */
import type { XmlElement } from "../xml/tree";
import { type Policies, PolicyReader } from "./policies";

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);

/** Returns whether a policy of an element requires MTOM in every alternative. */
export function mtomRequired(policies: Policies): (source: XmlElement) => boolean {
  const reader = new PolicyReader<"mtom">(policies, {
    asserted: ({ name }) => (assertions.has(`${name.namespace} ${name.local}`) ? [["mtom"]] : undefined),
    keyOf: (assertion) => assertion,
  });
  return (source) => reader.attached(source).every((alternative) => alternative.length > 0);
}
