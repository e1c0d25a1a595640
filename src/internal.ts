/** The entry point `soapwright-runtime/internal`: for packages of the same version that are built from this tree. No promise is made of it. */

export { checkObject, checkOneOf, checkWithin } from "./client/option-checks";
export { OPTIONS } from "./client/option-table";
export { partsOf } from "./client/service-client";
export { snakeCase } from "./client/snake-case";
export type { Reader } from "./errors/advice";
export { adviceInWords } from "./errors/advice";
export { inWordsFor } from "./errors/telling";
export {
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
  valueOfJson,
  valueOfProperty,
  valueOfText,
  withoutNil,
} from "./schema/codec";
export { parseAddress } from "./transport/address";
export { environmentProxy } from "./transport/proxy";
