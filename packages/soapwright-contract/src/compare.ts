/** The entry point `soapwright-contract/compare`: what the messages of a contract contain, two contracts compared, and what each difference means. */

export {
  type Change,
  type ChangeSeverity,
  Changes,
  describeChange,
  Names,
  numbered,
  severityOf,
  stepOf,
} from "./compare/change";
export { compareDefinitions } from "./compare/compare-definitions";
export { compareDocuments } from "./compare/compare-documents";
export { typescriptNames } from "./compare/typescript-names";
export { describeOccurrence, describeOperation, describeSimpleType, describeType } from "./graph/descriptions";
export { ElementGraph, isFixedText, type Place, placeName, type Slot, slotOf } from "./graph/element-graph";
export { operationsOf, type PayloadRole, type PayloadRoot, rootsOf } from "./graph/roots";
