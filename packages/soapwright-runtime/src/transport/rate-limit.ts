/** A rate limit that several clients share. The request queue of each client calls it. */

/** The calls of one client that wait for the shared limit. */
export interface RateQueue {
  /** Number of waiting calls. */
  readonly waiting: number;
  /** Makes the queue call `begin` again. The limit calls it when it may allow a request. */
  wake(): void;
}

/**
 * A limit of requests that several clients share, in one process or in many. `redisRateLimit` returns one for many
 * processes. Your own object with these three methods works too.
 */
export interface RateLimit {
  /**
   * Registers the queue of a client with the limit. Returns a function that removes it, which is called when the client
   * is closed.
   */
  join(queue: RateQueue): () => void;
  /**
   * Returns whether a request may start now. If so, the request counts until `end`. If not, the limit calls `wake` of
   * the queue later. If it throws, the waiting calls reject with its error.
   */
  begin(): boolean;
  /** Ends a request that `begin` has allowed, because its response was read, it failed, or it was not sent. */
  end(): void;
}
