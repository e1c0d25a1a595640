import type { Statements } from "./module-links";

export interface EmitOptions {
  /** One module that has all that files import of the run time. Default: entry points of the run time. */
  readonly runtime?: string | undefined;
  /** The module that features are imported from. Default: an entry point of each feature. */
  readonly features?: string | undefined;
  /** Whether node-soap writes the envelopes of clients. */
  readonly nodeSoap?: boolean;
  /** Extension of generated modules in imports: `""`, `".js"` or `".ts"`. */
  readonly extension: string;
  readonly typeComments?: boolean;
  readonly split?: "namespace";
  /** The type of credentials that `client.ts` declares for its only client. */
  readonly credentials?: { readonly name: string; readonly text: string } | undefined;
  /** Further exports of `index.ts`. */
  readonly exports?: Statements;
  readonly contract: ContractOrigin;
}

export interface ContractOrigin {
  readonly sha256: string;
  readonly version?: string;
  readonly date?: string;
}
