/** The limits of loading, in a file of their own, so that help texts start at once. */

/** Limits of one run. Reaching one is an error that names the option. */
export interface LoadLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxTotalBytes: number;
  readonly maxFiles: number;
  /** Type definitions, including anonymous types. */
  readonly maxTypes: number;
  /** Elements, wildcards and groups in the expanded content of one type. */
  readonly maxParticles: number;
  /** Nesting of XML elements, and of documents that load documents. */
  readonly maxDepth: number;
  /** Milliseconds for one document of the network, with its redirects. */
  readonly timeoutMs: number;
  /** Milliseconds for all documents of the network together. */
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
