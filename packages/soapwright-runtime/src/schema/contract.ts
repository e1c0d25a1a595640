/** Which contract tables were generated from. */
import type { ServiceNode } from "./tables/nodes";

/** The contract that a client was generated from: what to compare with the service, and to write into a log. */
export interface Contract {
  /** Of the WSDL's bytes, hexadecimal. When it has several files: of all their digests. Empty for tables made by hand. */
  readonly sha256: string;
  /** The version of the interface, for example `v3`. Absent where the generator was not told. */
  readonly version?: string;
  /** Since when the service has this version, for example `2026-11-21`. Absent where the generator was not told. */
  readonly date?: string;
  /** Names of the operations, as the WSDL has them and in its order. */
  readonly operations: readonly string[];
}

/** The contract of a service. */
export function contractOf({ contract, operations }: ServiceNode): Contract {
  return { sha256: "", ...contract, operations: operations.map(({ name }) => name) };
}
