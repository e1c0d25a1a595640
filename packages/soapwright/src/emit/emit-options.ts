/** What a run asks of the emitted files. */
import type { ExportDeclarationStructure } from "ts-morph";

/** How generated modules name others, and what they say of themselves. */
export interface EmitOptions {
  /** The module that generated code stands on. */
  readonly runtime: string;
  /** The module that features come from. Default: an entry point for each, beside or below `runtime`. */
  readonly features?: string | undefined;
  /** What follows the names of the generated modules in imports: `""`, `".js"` or `".ts"`. */
  readonly extension: string;
  /** End comments with a line about the WSDL. */
  readonly typeComments?: boolean;
  /** A file for each namespace beside `types.ts`, which names what is in them. */
  readonly split?: "namespace";
  /** The type of the credentials that the one client takes by their names. `client.ts` declares it. */
  readonly credentials?: { readonly name: string; readonly text: string };
  /** Further exports of `index.ts`. */
  readonly exports?: readonly ExportDeclarationStructure[];
  /** For the tables: what they are made of. */
  readonly contract: ContractOrigin;
}

/** What a contract is known by. */
export interface ContractOrigin {
  readonly sha256: string;
  readonly version?: string;
  readonly date?: string;
}
