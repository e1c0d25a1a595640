/** The contract that a client is compared with, read from a live service. */
import type { ServiceNode } from "soapwright-runtime/tables";

/** An imported document that was not read. */
export interface UnreadDocument {
  /** The address without its query. */
  readonly place: string;
  readonly reason: string;
  readonly kind: "wsdl" | "schema";
  /** The namespace of its declarations, undefined if unknown. */
  readonly namespace: string | undefined;
}

/** The contract of a live service. It is incomplete if the documents have errors. */
export interface LiveContract {
  /** One for each bound port type, more if its bindings differ. Properties have no TypeScript names. */
  readonly services: readonly ServiceNode[];
  /** The target namespaces of the WSDLs, the root's first. */
  readonly targetNamespaces: readonly string[];
  readonly unread: readonly UnreadDocument[];
  /** The names of all operations in its SOAP bindings, including operations that could not be read. */
  readonly operationNames: ReadonlySet<string>;
  /** The names of elements that messages or types refer to without a declaration. */
  readonly undeclaredElements: ReadonlySet<string>;
}
