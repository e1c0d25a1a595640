/**
 * The entry point `soapwright-runtime/codecs`: the codecs that work by tables, the reader and the writer of XML, texts of simple types, and the code that tables
 * hand to a client where a contract needs it: encoded messages, identity constraints and policies.
 */

export { type AnyTypes, type AnyValue, anyTypes, type BuiltInValues } from "./any-types";
export { Codec, type CodecSettings, type ElementDecoder, type Validation } from "./schema/codec";
export { Writer as XmlWriter } from "./schema/encode/xml-writer";
export { identity } from "./schema/identity";
export type { Rename } from "./schema/plans/resolve";
export { checkPolicy, type PolicyCall } from "./schema/policy-needs";
export { octetsOfBase64 } from "./schema/simple/binary";
export { attempt, Mismatch } from "./schema/simple/mismatch";
export { isSame } from "./schema/simple/simple-compare";
export { writeText } from "./schema/simple/simple-type";
export { soapEncoding } from "./schema/soap-encoding";
export type { XmlAttributeEvent, XmlEvents, XmlName } from "./xml/events";
export type { ReaderLimits } from "./xml/limits";
export { XmlReader } from "./xml/reader";
export { type ReaderOptions, ReaderPlan } from "./xml/xml-namespaces";
