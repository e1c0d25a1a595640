import type { ServiceNode } from "./tables/service-node";

/** Identifies the contract that a client was generated from, for logs and for a comparison with the service. */
export interface Contract {
  /**
   * SHA-256 of the WSDL's bytes, hexadecimal; for several files, of their digests. Empty for tables written by hand.
   */
  readonly sha256: string;
  /** The version of the interface, for example `v3`. Absent when the generator received none. */
  readonly version?: string;
  /** The date of this version in the service, for example `2026-11-21`. Absent when the generator received none. */
  readonly date?: string;
  /** Names of the operations, in the order of the WSDL. */
  readonly operations: readonly string[];
}

/** Returns what the tables of a service say of its contract. */
export function contractOf({ contract, operations }: ServiceNode): Contract {
  return { sha256: "", ...contract, operations: operations.map(({ name }) => name) };
}
