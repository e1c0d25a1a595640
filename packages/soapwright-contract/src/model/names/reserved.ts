/** Names that generated files need themselves. */
import { xs } from "soapwright-runtime/tables";

/** ECMA-262 12.7.2, and names that TypeScript does not allow for a type. */
const words =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for " +
  "function if implements import in instanceof interface let new null package private protected public return static " +
  "super switch this throw true try typeof var void while with yield arguments eval undefined NaN Infinity " +
  "any unknown never object string number boolean bigint symbol type of as async declare module namespace abstract " +
  "asserts is infer keyof readonly unique global require exports constructor __proto__";

/** Globals that generated code uses, or that a reader would mistake a generated name for. */
const globals =
  "Array ArrayBuffer AsyncIterable AsyncIterator BigInt Boolean Buffer DataView Date Error Function Headers Infinity " +
  "Intl Iterable Iterator JSON Map Math Number Object Partial Pick Omit Exclude Extract Promise Proxy Readonly " +
  "ReadonlyArray Record Reflect RegExp Request Required Response Set String Symbol Uint8Array URL WeakMap WeakSet " +
  "globalThis console process module exports NonNullable Awaited Node Event";

/** Names that generated files import from the runtime or declare themselves. */
const imports =
  "abstractType addressing AddressingOptions all any anyAttribute anyList anyType AtMostOneOf attached " +
  "AttachmentOptions attachments AttachmentsOf Call CallAuth CallOptions checkPolicy choice ClientOptions " +
  "ComplexType complexType Contract contractOf Decimal Declared declared DeclaredFault DeclaredValue declaredValue " +
  "DocumentElement documentElement enumeration extension fault Flat identity ItemIterator listMessage looseChoice " +
  "looseOptionalChoice message mixed namespace nillable NoContent NoHeaders none OneOf oneWay Open open Operation " +
  "operation optionalAll optionalAny optionalAnyList optionalChoice optionalRepeated optionalSequence orDate " +
  "partReference patterned polymorphic PolymorphicType QName referring repeated restriction schemas sequence " +
  "ServiceClient ServiceNode serviceOf simpleContent simpleList SimpleType soapArray SoapArrayType soapEncoding " +
  "SomeOf types union Variant variant VariantValue variantValue WithAttachments XmlAttribute XmlElement XsDate " +
  "XsDateTime XsDuration XsGDay XsGMonth XsGMonthDay XsGYear XsGYearMonth XsTime";

const builtIns = Object.keys(xs).map((name) => `xs${name[0]!.toUpperCase()}${name.slice(1)}`);

/** Reserved for types, classes and constants. */
export const reservedNames: readonly string[] = [...`${words} ${globals} ${imports}`.split(" "), ...builtIns];

/** Members of every client class and of every object, and `new`, which an interface cannot have as a method. */
export const reservedMembers: readonly string[] = (
  "constructor prototype __proto__ hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf " +
  "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ then soap call stream close contract with new"
).split(" ");
