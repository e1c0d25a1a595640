/**
 * The entry point `soapwright-runtime/xml`, for features that work on the text of a message: names and extents of
 * elements as they are written, escaped text, and trees as events. Offsets are UTF-16 units of the text.
 */

export { parseDocument } from "./documents";
export { UNVERIFIED } from "./schema/schema-namespaces";
export { replayReferences } from "./schema/tree/references";
export { Replay } from "./schema/tree/replay";
export { SOAP_TERMS } from "./soap/operation-plan";
export { escapeAttribute, escapeText, findIllegalCharacter } from "./xml/escape-text";
export {
  attributeOf,
  endOfElement,
  expanded,
  markupEnd,
  NO_SCOPE,
  NotWellFormed,
  readSpecial,
  readTag,
  resolve,
  type Scope,
  scopeIn,
  type WrittenTag,
} from "./xml/written-tag";
export { declaredPrefix } from "./xml/xml-names";
