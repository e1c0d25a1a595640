/** What a run of the generator can be asked for, by a configuration file or from JavaScript. */
import type { LoadLimits, LoadOptions, ModelOptions } from "soapwright-contract";

/** What the module that generated files import may be called: it goes into an import and into comments, on one line. */
export const moduleForm = /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u;
export const moduleWords = "the name of a module on one line, for example soapwright-runtime";

/** Names given by QName. */
export interface Names {
  /** Names of types by `{namespace}local`: of a type, or of an element with a type of its own. */
  readonly types?: Readonly<Record<string, string>>;
  /** Names of properties by `{namespace}local` of an element, or `@{namespace}local` of an attribute. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Names of methods by the name of the operation. */
  readonly operations?: Readonly<Record<string, string>>;
}

/** Options of one WSDL, or of all. */
export interface WsdlOptions {
  /** Folder of the files. A list of WSDLs and a glob pattern have a folder for each WSDL in it. */
  readonly out?: string;
  /** Module that the files import. Default: `soapwright-runtime`. */
  readonly runtime?: string;
  /** Module that the files import `addressing` and `attachments` from, where a WSDL needs them. Default: entry points of `runtime`. */
  readonly features?: string;
  /** What follows the names of generated modules in imports. Default `none`. */
  readonly extension?: "js" | "ts" | "none";
  /** How `xs:decimal` is read. Default `string`: its text, nothing rounded. */
  readonly decimal?: "string" | "number";
  /** What `xs:long`, `unsignedLong`, `integer` and the types derived from it are. Default `bigint`. */
  readonly int64?: "bigint" | "string" | "number";
  /** Whether responses may contain values that the schema does not list. Default `open`. */
  readonly enums?: "open" | "closed";
  /** Only these operations, by their names in the WSDL. Default: all. */
  readonly operations?: readonly string[];
  /** Name of the client's class, for a WSDL with one service. Default: the name of the service. */
  readonly className?: string;
  /** Properties as on the wire, or in camelCase. Default `wire`. */
  readonly propertyCase?: "wire" | "camel";
  /** Types as in the schema, or in PascalCase. Default `wire`. */
  readonly typeCase?: "wire" | "pascal";
  /** What the name of every type starts with. */
  readonly typePrefix?: string;
  /** What the name of every type ends with. */
  readonly typeSuffix?: string;
  /** Names in place of those that would be made. */
  readonly names?: Names;
  /** End comments with a line about the WSDL: the XSD type of a property, the operation of a method. Default false. */
  readonly typeComments?: boolean;
  /** A file of types for each namespace, beside `types.ts`, which lists their names. Default: one file. */
  readonly split?: "namespace";
  /** Format the files with the Biome or Prettier of your project. Default false. */
  readonly format?: boolean;
  /** Catalog files: lines of a namespace or location, a tab, and a path. */
  readonly catalogs?: readonly string[];
  /** Read documents outside the folder of the WSDL; of a WSDL from the network, all of its host. Default false. */
  readonly allowOutside?: boolean;
  /** Read documents over http and https, from any host. Default false. */
  readonly allowRemote?: boolean;
  /** Make a service of each port type that has a binding, if the WSDL has no service. Default false. */
  readonly allowNoService?: boolean;
  /** Leave out operations whose messages are not defined. Default false. */
  readonly allowMissingMessages?: boolean;
  /** Read messages, port types and bindings that are named without a prefix as those of a namespace. Default false. */
  readonly allowNoPrefix?: boolean;
  /** Read a schema whose target namespace is not the one that its import names, as one of its own. Default false. */
  readonly allowWrongImport?: boolean;
  /** Take the first of several different definitions of one type, element or group. Default false. */
  readonly allowDoubleTypes?: boolean;
  /** Extensions to go on without, although the WSDL says that they are required: local names, or `{namespace}name`. */
  readonly ignoreRequired?: readonly string[];
  /** Limits of what one run reads. */
  readonly limits?: Partial<LoadLimits>;
}

/** One WSDL, several, or a glob pattern, with their own options. */
export interface WsdlEntry extends WsdlOptions {
  /** A path, an address, a glob pattern, or several of them. Paths are relative to the configuration file. */
  readonly wsdl: string | readonly string[];
}

/** The content of `soapwright.config.json`, or the default export of `soapwright.config.ts`. */
export interface Config extends WsdlOptions {
  readonly $schema?: string;
  /** The WSDLs. Each entry's options come before those beside this list. */
  readonly wsdls: readonly (string | WsdlEntry)[];
}

/** The options of a WSDL, as the stages take them. */
export interface TargetOptions {
  readonly load: LoadOptions;
  readonly model: ModelOptions;
  readonly runtime?: string;
  readonly features?: string;
  readonly extension?: "js" | "ts" | "none";
  readonly typeComments?: boolean;
  readonly split?: "namespace";
  readonly format?: boolean;
}

/** `own`, and from `general` what it does not say. */
export function joinedOptions(own: TargetOptions, general: TargetOptions): TargetOptions {
  const limits = { ...general.load.limits, ...own.load.limits };
  const hasLimits = Object.keys(limits).length > 0;
  return {
    ...general,
    ...own,
    load: { ...general.load, ...own.load, ...(hasLimits ? { limits } : {}) },
    model: { ...general.model, ...own.model },
  };
}
