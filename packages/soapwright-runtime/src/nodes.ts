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
  AlternativeNode,
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
  Variety,
} from "./schema/tables/nodes";
export {
  allPartsOf,
  builtInOf,
  declarationsOf,
  leavesOf,
  nodeOf,
  type OwnPart,
  plainElements,
  propertyPartsOf,
  stepsOf,
} from "./schema/tables/view";
