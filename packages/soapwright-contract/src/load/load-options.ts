/** Caps on what one run reads. Reaching one is an error that names the option. */
export interface LoadLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxTotalBytes: number;
  readonly maxFiles: number;
  /** Type definitions, anonymous ones among them. */
  readonly maxTypes: number;
  /** Elements, wildcards and groups that the content of one type expands to. */
  readonly maxParticles: number;
  /** Nesting of XML elements, and of documents that load documents. */
  readonly maxDepth: number;
  /** Milliseconds that one document of the network may take, with its redirects. */
  readonly timeoutMs: number;
  /** Milliseconds that all documents of the network may take together. */
  readonly totalTimeoutMs: number;
}

export const defaultLimits: LoadLimits = {
  maxFileBytes: 16 * 1024 * 1024,
  maxTotalBytes: 64 * 1024 * 1024,
  maxFiles: 500,
  maxTypes: 50_000,
  maxParticles: 50_000,
  maxDepth: 200,
  timeoutMs: 30_000,
  totalTimeoutMs: 300_000,
};

/**
 * How documents are found. Without any option: regular files in the folder of the root document; for a root of the
 * network, what lies below its own address.
 */
export interface LoadOptions {
  /** Catalogue files: lines of namespace or location, a tab, and a path relative to the catalogue. */
  readonly catalogs?: readonly string[];
  /** Allow files outside the folder of the root document; for a root of the network, all of its host. */
  readonly allowOutside?: boolean;
  /** Allow http and https, on any host. The root may be named by an address without it. */
  readonly allowRemote?: boolean;
  /** Allow a WSDL without `wsdl:service`, as standards publish them: a service for each port type that is bound. */
  readonly allowNoService?: boolean;
  /** Leave out operations whose messages are not defined. */
  readonly allowMissingMessages?: boolean;
  /** Read messages, port types and bindings that are named without a prefix as those of a namespace. */
  readonly allowNoPrefix?: boolean;
  /** An import may name another namespace than its document has: the document's own counts. */
  readonly allowWrongImport?: boolean;
  /** Of several definitions of one component the first counts. */
  readonly allowDoubleTypes?: boolean;
  /** Extensions that may be left out although the WSDL says that they are required: local names, or `{namespace}name`. */
  readonly ignoreRequired?: readonly string[];
  /** A schema may stand in place of a WSDL, for types without a service. */
  readonly mayBeSchema?: boolean;
  readonly limits?: Partial<LoadLimits>;
}
