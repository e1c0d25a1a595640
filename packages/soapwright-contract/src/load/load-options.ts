import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "./default-limits";

export interface RemoteBytes {
  readonly bytes: Uint8Array;
  /** The address after redirects, against which references are resolved. */
  readonly url: string;
}

type ReadAddress = (address: string) => Promise<RemoteBytes>;

/**
 * Options that control which documents may be read. By default: regular files in the folder of the root document; for a
 * remote root, addresses below its own.
 */
export interface LoadOptions {
  /** Catalog files: lines of namespace or location, a tab, and a path relative to the catalog. */
  readonly catalogs?: readonly string[];
  /** Allow files outside the folder of the root document; for a remote root, its whole host. Default false. */
  readonly allowOutside?: boolean;
  /** Allow http and https, on any host. A remote root does not need it. Default false. */
  readonly allowRemote?: boolean;
  /** Allow a WSDL without `wsdl:service`: each port type that has a binding becomes a service. Default false. */
  readonly allowNoService?: boolean;
  /**
   * Leave out operations whose messages are not defined. An element of a message that is not defined, or whose type is not,
   * may have any content; what a binding omits is in the Body. Default false.
   */
  readonly allowMissingMessages?: boolean;
  /** Resolve unprefixed names of messages, port types and bindings as names in a namespace. Default false. */
  readonly allowNoPrefix?: boolean;
  /** Allow an import with another namespace than its document's; the document's own applies. Default false. */
  readonly allowWrongImport?: boolean;
  /** Use the first of several different definitions of one type, element or group. Default false. */
  readonly allowDoubleTypes?: boolean;
  /** Names of operations to leave out, with everything that only they need. */
  readonly skipOperations?: readonly string[];
  /**
   * The namespace of the element around the parts of an rpc message whose `soap:body` names none, in requests and
   * responses: none, or the target namespace of the binding. Default `none`, with a warning.
   */
  readonly rpcNamespace?: "none" | "target";
  /** Extensions to ignore although the WSDL requires them: local names, or `{namespace}name`. */
  readonly ignoreRequired?: readonly string[];
  /** Allow a schema in place of a WSDL, for types without a service. */
  readonly mayBeSchema?: boolean;
  /** Reads a document of the network in place of `fetch`, with the user's proxy for example. */
  readonly read?: ReadAddress;
  /** Limits of the documents that one run reads. */
  readonly limits?: Partial<LoadLimits>;
}

export interface LoadTerms extends Omit<LoadOptions, "limits"> {
  readonly limits: LoadLimits;
  readonly diagnostics: Diagnostics;
}
