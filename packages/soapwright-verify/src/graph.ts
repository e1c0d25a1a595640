/** The entry point `soapwright-verify/graph`: the operations of a contract, what each message contains, and descriptions of it. */

export { describeOccurrence, describeOperation, describeSimpleType, describeType } from "./graph/descriptions";
export { operationsOf, type PayloadRole, type PayloadRoot, rootsOf } from "./graph/roots";
