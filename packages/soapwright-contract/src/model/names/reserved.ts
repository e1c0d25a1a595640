/** The names that generated files need themselves: the emitter takes those of imports, members and constants from here. */
import type { ServiceClient } from "soapwright-runtime";
import { builtIns, largeIntegers } from "soapwright-runtime/xsd";

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

/** The types of the run time that generated files may import: the emitter takes no name that is not here. */
const runtimeTypes = [
  "AddressingOptions",
  "AnySimple",
  "AnyTypes",
  "AtMostOneOf",
  "AttachmentOptions",
  "AttachmentsOf",
  "Call",
  "CallAuth",
  "CallOptions",
  "ClientOptions",
  "ComplexType",
  "Contract",
  "Decimal",
  "Declared",
  "DeclaredFault",
  "DeclaredValue",
  "DocumentElement",
  "Flat",
  "ItemIterator",
  "NoContent",
  "NoHeaders",
  "OneOf",
  "Open",
  "Operation",
  "PolymorphicType",
  "QName",
  "ServiceNode",
  "SimpleType",
  "SoapArrayType",
  "SomeOf",
  "Variant",
  "VariantValue",
  "WithAttachments",
  "XmlAttribute",
  "XmlElement",
  "XsDate",
  "XsDateTime",
  "XsDuration",
  "XsGDay",
  "XsGMonth",
  "XsGMonthDay",
  "XsGYear",
  "XsGYearMonth",
  "XsTime",
] as const;
/** `Credential` is for classes whose names are known, with credentials of their own. */
export type RuntimeTypeName = (typeof runtimeTypes)[number] | "Credential";

type TableValue = Exclude<keyof typeof import("soapwright-runtime/tables"), `xs${string}`>;
type CodecValue = Extract<
  keyof typeof import("soapwright-runtime/codecs"),
  "anyTypes" | "checkPolicy" | "identity" | "soapEncoding"
>;

/** The values of the run time that generated files may import, except built-in types: the type lists those of tables. */
const runtimeValues: Readonly<Record<TableValue | CodecValue | "ServiceClient" | "addressing" | "attachments", true>> =
  {
    abstractType: true,
    addressing: true,
    all: true,
    any: true,
    anyAttribute: true,
    anyList: true,
    anyType: true,
    anyTypes: true,
    attached: true,
    attachments: true,
    checkPolicy: true,
    choice: true,
    complexType: true,
    contractOf: true,
    declared: true,
    declaredValue: true,
    documentElement: true,
    enumeration: true,
    extension: true,
    fault: true,
    identity: true,
    listMessage: true,
    looseChoice: true,
    looseOptionalChoice: true,
    message: true,
    mixed: true,
    namespace: true,
    nillable: true,
    oneWay: true,
    open: true,
    operation: true,
    optionalAll: true,
    optionalAny: true,
    optionalAnyList: true,
    optionalChoice: true,
    optionalRepeated: true,
    optionalSequence: true,
    orDate: true,
    partReference: true,
    patterned: true,
    polymorphic: true,
    referring: true,
    repeated: true,
    restriction: true,
    sequence: true,
    ServiceClient: true,
    serviceOf: true,
    simpleContent: true,
    simpleList: true,
    soapArray: true,
    soapEncoding: true,
    union: true,
    variant: true,
    variantValue: true,
  };
export type RuntimeValueName = keyof typeof runtimeValues | `xs${string}`;

/** The entry points of the run time that have other names than those of tables. */
const clientNames: ReadonlySet<string> = new Set<RuntimeTypeName | RuntimeValueName>([
  ...(["AttachmentsOf", "Call", "CallAuth", "CallOptions", "ClientOptions"] as const),
  ...(["Credential", "ItemIterator", "ServiceClient", "WithAttachments"] as const),
]);
const codecNames: ReadonlySet<string> = new Set<RuntimeTypeName | RuntimeValueName>([
  ...(["AnyTypes", "anyTypes", "checkPolicy", "identity", "soapEncoding"] as const),
]);

/** Returns whether the entry point of codecs exports a name, not that of tables. */
export function isOfCodecs(name: string): boolean {
  return codecNames.has(name);
}

/** Returns the specifier of the run time's entry point that exports a name. */
export function runtimeEntryOf(name: string): string {
  if (clientNames.has(name)) return "soapwright-runtime";
  return `soapwright-runtime/${isOfCodecs(name) ? "codecs" : "tables"}`;
}

/** The interface of `index.ts` that names the types of `types`. */
export const ANY_TYPE_MAP = "AnyTypeMap";

/** Modules that generated files import under a name. */
const modules = ["schemas", "types"] as const;
export type ModuleName = (typeof modules)[number];

/** The run time's constants for built-in types; numbers that lose digits as a JavaScript number have further ones. */
const builtInConstants: readonly string[] = [
  ...builtIns.keys(),
  "decimalNumber",
  ...[...largeIntegers].flatMap((name) => [`${name}Number`, `${name}String`]),
].map((name) => `xs${name[0]!.toUpperCase()}${name.slice(1)}`);

/** Reserved for types, classes and constants. */
export const reservedNames: readonly string[] = [
  ...`${words} ${globals}`.split(" "),
  ...runtimeTypes,
  ...Object.keys(runtimeValues),
  ANY_TYPE_MAP,
  ...modules,
  ...builtInConstants,
];

/** The constant of the only service in `schemas.ts`, where tables of types and operations have their names too. */
export const SERVICE_CONSTANT = "service";

/** Reserved for the constants of `schemas.ts`. */
export const reservedConstants: readonly string[] = [...reservedNames, SERVICE_CONSTANT];

/** Protected members of every client class, by which generated methods make calls. */
const calls = ["call", "callWithAttachments", "stream"] as const;

type ClientMember = Exclude<keyof ServiceClient<object, object, object>, symbol>;

/** Public members of every client class: the type lists all. */
const members: Readonly<Record<ClientMember | "contract", true>> = {
  soap: true,
  close: true,
  contract: true,
  with: true,
  stats: true,
};

/** Members of every object, and what an interface cannot have as a method or a promise is known by. */
const ofObjects =
  "constructor prototype __proto__ hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf " +
  "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ then new";

export const reservedMembers: readonly string[] = [...ofObjects.split(" "), ...calls, ...Object.keys(members)];
