/** Whether a binding requires MTOM, by `OptimizedMimeSerialization` of WS-MTOMPolicy or the W3C's assertion (2007). */
import type { XmlElement } from "../xml/tree";
import { type Policies, PolicyReader } from "./policies";

const assertions: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization OptimizedMimeSerialization",
  "http://www.w3.org/2007/08/soap12-mtom-policy MTOM",
]);

/** The MTOM assertions in the policies of some documents. */
export class MtomPolicies {
  readonly #reader: PolicyReader<"mtom">;

  constructor(policies: Policies) {
    this.#reader = new PolicyReader<"mtom">(policies, {
      asserted: ({ name }) => (assertions.has(`${name.namespace} ${name.local}`) ? [["mtom"]] : undefined),
      keyOf: (assertion) => assertion,
    });
  }

  /** Whether a policy of `source` requires MTOM in every alternative. */
  isRequiredBy(source: XmlElement): boolean {
    return this.#reader.attached(source).every((alternative) => alternative.length > 0);
  }
}
