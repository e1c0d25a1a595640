/** Options of a run of the generator, in a configuration file or from JavaScript. */
import type { LoadOptions, ModelOptions } from "soapwright-contract";

/** A module name is one line, because it appears in an import and in comments. */
export const moduleForm = /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u;
export const moduleWording = "the name of a module on one line, for example ./soap-runtime";
export const classNameForm = /^[A-Z][A-Za-z0-9_]*$/;
export const typePrefixForm = /^[A-Za-z_$][\w$]*$/;
export const typeSuffixForm = /^[\w$]+$/;

/** Names by QName. */
export interface Names {
  /** Names of types by `{namespace}local` of a type, or of an element with an anonymous type. */
  readonly types?: Readonly<Record<string, string>>;
  /** Names of properties by `{namespace}local` of an element, or `@{namespace}local` of an attribute. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Names of methods by the name of the operation. */
  readonly operations?: Readonly<Record<string, string>>;
}

/** Options of one WSDL, or of all WSDLs. */
export interface WsdlOptions extends Omit<LoadOptions, "mayBeSchema" | "read">, Omit<ModelOptions, "names"> {
  /** Folder of the files. A list of WSDLs or a glob pattern has a subfolder for each WSDL. */
  readonly out?: string;
  /** One module that the files import. Default: the entry points `client`, `codecs` and `tables` of `soapwright-runtime`. */
  readonly runtime?: string;
  /** Module of `addressing` and `attachments`, if a WSDL needs them. Default: entry points of `soapwright-features`. */
  readonly features?: string;
  /** Have node-soap write the envelopes of clients, which then need `soapwright-node-soap`. Default false. */
  readonly nodeSoap?: boolean;
  /** Extension of generated modules in imports. Default `none`. */
  readonly extension?: "js" | "ts" | "none";
  /** Names that replace the generated ones. */
  readonly names?: Names;
  /** End comments with a line about the WSDL: the XSD type of a property, the operation of a method. Default false. */
  readonly typeComments?: boolean;
  /** A file of types for each namespace; `types.ts` then lists their names. Default: one file. */
  readonly split?: "namespace";
  /** Format the files with the Biome or Prettier of your project. Default false. */
  readonly format?: boolean;
}

/** One WSDL, several, or a glob pattern, with their own options. */
export interface WsdlEntry extends WsdlOptions {
  /** A path, an address, a glob pattern, or several of them. Paths are relative to the configuration file. */
  readonly wsdl: string | readonly string[];
}

/** The content of `soapwright.config.json`, or the default export of `soapwright.config.ts`. */
export interface Config extends WsdlOptions {
  readonly $schema?: string;
  /** The WSDLs. Each entry's options take precedence over those beside this list. */
  readonly wsdls: readonly (string | WsdlEntry)[];
}

export interface TargetOptions
  extends Pick<WsdlOptions, "runtime" | "features" | "nodeSoap" | "extension" | "typeComments" | "split" | "format"> {
  readonly load: LoadOptions;
  readonly model: ModelOptions;
}

export function joinedOptions(overrides: TargetOptions, defaults: TargetOptions): TargetOptions {
  const limits = { ...defaults.load.limits, ...overrides.load.limits };
  return {
    ...defaults,
    ...overrides,
    load: { ...defaults.load, ...overrides.load, ...(Object.keys(limits).length > 0 && { limits }) },
    model: { ...defaults.model, ...overrides.model },
  };
}
