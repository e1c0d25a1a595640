/**
 * The entry point `soapwright-runtime/tables`: everything that generated code imports, and the codecs that work by its
 * tables.
 */

export { type AnyTypes, type AnyValue, anyTypes, type BuiltInValues } from "./any-types";
export type { CallOptions, ClientOptions } from "./client/client-options";
export type { CallAuth, Credential } from "./client/option-types";
export { Call, type ItemIterator, ServiceClient } from "./client/service-client";
export type { AttachmentsOf, WithAttachments } from "./octets";
export { Codec, type CodecSettings, type ElementDecoder, type Validation } from "./schema/codec";
export { type Contract, contractOf } from "./schema/contract";
export { identity } from "./schema/identity";
export type { Rename } from "./schema/plans/resolve";
export { checkPolicy, type PolicyCall } from "./schema/policy-needs";
export {
  xsAnySimpleType,
  xsAnyURI,
  xsBase64Binary,
  xsBoolean,
  xsByte,
  xsDate,
  xsDateTime,
  xsDecimal,
  xsDecimalNumber,
  xsDouble,
  xsDuration,
  xsENTITIES,
  xsENTITY,
  xsFloat,
  xsGDay,
  xsGMonth,
  xsGMonthDay,
  xsGYear,
  xsGYearMonth,
  xsHexBinary,
  xsID,
  xsIDREF,
  xsIDREFS,
  xsInt,
  xsInteger,
  xsIntegerNumber,
  xsIntegerString,
  xsLanguage,
  xsLong,
  xsLongNumber,
  xsLongString,
  xsName,
  xsNCName,
  xsNegativeInteger,
  xsNegativeIntegerNumber,
  xsNegativeIntegerString,
  xsNMTOKEN,
  xsNMTOKENS,
  xsNOTATION,
  xsNonNegativeInteger,
  xsNonNegativeIntegerNumber,
  xsNonNegativeIntegerString,
  xsNonPositiveInteger,
  xsNonPositiveIntegerNumber,
  xsNonPositiveIntegerString,
  xsNormalizedString,
  xsPositiveInteger,
  xsPositiveIntegerNumber,
  xsPositiveIntegerString,
  xsQName,
  xsShort,
  xsString,
  xsTime,
  xsToken,
  xsUnsignedByte,
  xsUnsignedInt,
  xsUnsignedLong,
  xsUnsignedLongNumber,
  xsUnsignedLongString,
  xsUnsignedShort,
} from "./schema/simple/xs-types";
export { soapEncoding } from "./schema/soap-encoding";
export type { OperationNode, PortNode } from "./schema/tables/nodes";
export type { ServiceNode, SoapEncoding } from "./schema/tables/service-node";
export {
  abstractType,
  anyAttribute,
  anyType,
  complexType,
  declared,
  declaredValue,
  extension,
  mixed,
  type Namespace,
  namespace,
  nillable,
  polymorphic,
  simpleContent,
  soapArray,
  variant,
  variantValue,
} from "./schema/tables/table-complex";
export {
  attached,
  fault,
  listMessage,
  message,
  type Operation,
  oneWay,
  operation,
  referring,
  serviceOf,
} from "./schema/tables/table-operations";
export {
  all,
  any,
  anyList,
  choice,
  looseChoice,
  looseOptionalChoice,
  optionalAll,
  optionalAny,
  optionalAnyList,
  optionalChoice,
  optionalRepeated,
  optionalSequence,
  repeated,
  sequence,
} from "./schema/tables/table-particles";
export {
  enumeration,
  open,
  orDate,
  partReference,
  patterned,
  restriction,
  simpleList,
  union,
  xs,
} from "./schema/tables/table-simple";
export type {
  AnySimple,
  AtMostOneOf,
  Decimal,
  Declared,
  DeclaredFault,
  DeclaredValue,
  Flat,
  NoContent,
  NoHeaders,
  OneOf,
  Open,
  QName,
  SomeOf,
  Variant,
  VariantValue,
  XmlAttribute,
  XmlElement,
  XsDate,
  XsDateTime,
  XsDuration,
  XsGDay,
  XsGMonth,
  XsGMonthDay,
  XsGYear,
  XsGYearMonth,
  XsTime,
} from "./schema/tables/table-values";
export {
  type AnyType,
  type ComplexType,
  type DocumentElement,
  documentElement,
  type PolymorphicType,
  type SimpleType,
  type SoapArrayType,
} from "./schema/tables/typed";
export type { XmlAttributeEvent, XmlEvents, XmlName } from "./xml/events";
export type { ReaderLimits } from "./xml/limits";
export { XmlReader } from "./xml/reader";
export { type ReaderOptions, ReaderPlan } from "./xml/xml-namespaces";
