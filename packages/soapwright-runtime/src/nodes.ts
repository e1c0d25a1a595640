/**
 * The entry point `soapwright-runtime/nodes`, for programs that read the tables of a generated client: pages, forms,
 * commands and test doubles for any operation. The nodes are those of `schemas.service` in generated code; they never
 * change, and a reference to one is the node or a function that returns it.
 */

export {
  type AddressingVersion,
  alternativesOf,
  compileSimple,
  complexTypeOf,
  contentOf,
  enumerationOf,
  isNillable,
  type NodeRef,
  type OperationNode,
  ownValue,
  propertiesOf,
  type SimpleNode,
  setOwn,
  simpleTypeOf,
  type TypedProperty,
  typedPropertiesOf,
  valueOfText,
  withoutNil,
} from "./schema/codec";
export type {
  AddressingNode,
  AttributeNode,
  BuiltInName,
  ComplexNode,
  ElementNode,
  Facets,
  FaultNode,
  GroupNode,
  MessageNode,
  NamespaceConstraint,
  ParticleNode,
  PartNode,
  PolymorphicNode,
  SimpleRef,
  TypeNode,
} from "./schema/tables/nodes";
export { TypeOutlines } from "./schema/tables/outline";
export {
  allPartsOf,
  builtInOf,
  declarationsOf,
  mapType,
  nodeOf,
  plainElements,
  stepsOf,
  walkElements,
} from "./schema/tables/view";
