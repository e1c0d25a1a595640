/**
 * The entry point `soapwright-runtime/xsd`: types of XML Schema, JSON text with positions, and safe texts for messages. It
 * loads nothing of a client, so that tools that read WSDLs start at once.
 */

export { type JsonParts, readJsonParts } from "./json/json-text";
export { kindOf, mismatchText } from "./kind-of";
export { alternativesText, isSupported } from "./schema/policy-words";
export { html, htmlText, Markup } from "./text/markup";
export {
  jsonText,
  markdownText,
  printable,
  printableLines,
  printableXml,
  type SafeText,
  safeLine,
  scriptJson,
  statusLine,
} from "./text/printable";
export { isLoopback, isLoopbackHost } from "./transport/loopback";
export { declaredEncoding } from "./xml/declared-encoding";
export { type BuiltIn, builtInOf, builtIns, largeIntegers, type Primitive } from "./xsd/built-in-table";
export {
  compareDecimals,
  floatOf,
  isBase64,
  normalize,
  otherBoolean,
  type WhiteSpace,
} from "./xsd/built-ins";
export { compareMoments, type Moment, parseMoment } from "./xsd/calendar";
export { decimalText, scaled } from "./xsd/decimals";
export { compareDurations } from "./xsd/durations";
export { boundRules, digitRules, enumerationRule, lengthRules, patternRule } from "./xsd/facet-rules";
export { textOfPatterns } from "./xsd/joint-pattern";
export { editDistance, maxEditDistance, nearName, nearNames, nearWord } from "./xsd/near-name";
export { compilePattern } from "./xsd/pattern";
export { alternativesOf, textOfPattern } from "./xsd/pattern-text";
