import type { ExportDeclarationStructure } from "ts-morph";

/** How generated modules are imported, and the contract that they name. */
export interface EmitOptions {
  /** The run time module that generated code imports. */
  readonly runtime: string;
  /** The module that features are imported from. Default: an entry point for each, beside or below `runtime`. */
  readonly features?: string | undefined;
  /** Extension of generated modules in imports: `""`, `".js"` or `".ts"`. */
  readonly extension: string;
  /** End comments with a line about the WSDL. */
  readonly typeComments?: boolean;
  /** A file for each namespace; `types.ts` then lists the names in them. */
  readonly split?: "namespace";
  /** The credentials type of the only client, which `client.ts` declares. */
  readonly credentials?: { readonly name: string; readonly text: string };
  /** Further exports of `index.ts`. */
  readonly exports?: readonly ExportDeclarationStructure[];
  /** The origin of the contract, for the tables. */
  readonly contract: ContractOrigin;
}

/** Identifies a contract. */
export interface ContractOrigin {
  readonly sha256: string;
  readonly version?: string;
  readonly date?: string;
}
