/** Cases that this project fails, by their reason. `name` of a contract, in the rows named. The list only shrinks. */
export interface KnownFailure {
  readonly reason: string;
  /** Contracts, without the first word of a suite's set. */
  readonly contracts: readonly string[];
}

export const knownFailures: readonly KnownFailure[] = [];
