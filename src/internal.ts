/** The entry point `soapwright-runtime/internal`: for packages of the same version that are built from this tree. No promise is made of it. */

export { checkObject, checkOneOf, checkWithin } from "./client/option-checks";
export { OPTIONS } from "./client/option-table";
export { snakeCase } from "./client/snake-case";
export {
  type ComplexNode,
  compileSimple,
  type ElementNode,
  type NodeRef,
  type OperationNode,
  ownValue,
  type ParticleNode,
  type PartNode,
  type PolymorphicNode,
  type SimpleNode,
  setOwn,
  type TypeNode,
  valueOfJson,
  valueOfText,
} from "./schema/codec";
export { parseAddress } from "./transport/address";
export { environmentProxy } from "./transport/proxy";
