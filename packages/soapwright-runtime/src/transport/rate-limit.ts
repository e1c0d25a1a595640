/** The interface of a limit that several clients share, called by the queue in front of a client's calls. */

/** Calls that wait for a limit: the queue of one client. */
export interface RateQueue {
  /** Number of calls that wait now. */
  readonly waiting: number;
  /** Called when the limit may allow a request: the queue calls `begin` again. */
  wake(): void;
}

/**
 * A limit of requests that several clients share, in one process or in many. `redisRateLimit` returns one for all
 * processes; your own object with these three methods is another.
 */
export interface RateLimit {
  /** Registers a queue with the limit. The returned function is called when the queue's client is closed. */
  join(queue: RateQueue): () => void;
  /**
   * Whether a request may start now; if so, it counts until `end`. If not, the limit calls `wake` of the queue later.
   * An error that it throws rejects the waiting calls.
   */
  begin(): boolean;
  /** Ends a request that `begin` has allowed: its response was read, or it failed, or it was not sent. */
  end(): void;
}
