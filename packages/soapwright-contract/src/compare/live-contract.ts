/** The contract that a client is compared with: what a service shows of itself. */
import type { ServiceNode } from "soapwright-runtime";

/** A document that is imported and was not read. */
export interface UnreadDocument {
  /** Without query. */
  readonly place: string;
  readonly reason: string;
  readonly kind: "wsdl" | "schema";
  /** What it declares names in, where that is known. */
  readonly namespace: string | undefined;
}

/** Where the documents have errors, it is as much as could be read. */
export interface LiveContract {
  /** One for each port type that is bound, and more where its bindings differ. Properties have no names. */
  readonly services: readonly ServiceNode[];
  /** Those of the WSDLs, the root first. */
  readonly targetNamespaces: readonly string[];
  readonly unread: readonly UnreadDocument[];
  /** Names of all that its SOAP bindings name, also where nothing more is known of them. */
  readonly operationNames: ReadonlySet<string>;
  /** Names of elements that messages or types refer to and nothing declares. */
  readonly undeclaredElements: ReadonlySet<string>;
}
