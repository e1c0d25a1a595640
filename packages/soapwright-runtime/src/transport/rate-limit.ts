/** What a limit of requests beyond one client has to do: the queue in front of a client's calls asks it. */

/** Calls that wait for a limit: the queue of one client. */
export interface RateQueue {
  /** How many calls wait just now. */
  readonly waiting: number;
  /** The limit may allow a request now: whoever waits asks again. */
  wake(): void;
}

/**
 * A limit of requests that several clients share, in one process or in many. `redisRateLimit` makes one for all processes; an
 * object of your own with these three methods is another.
 */
export interface RateLimit {
  /** A queue that the limit is for from now on. The function that it returns is called when that client is closed. */
  join(queue: RateQueue): () => void;
  /**
   * Whether a request may begin now; if so, it counts until `end`. If not, `wake` of the queue is called later. What it
   * throws rejects the calls that wait.
   */
  begin(): boolean;
  /** A request that `begin` has allowed is over: its response has been read, or it has failed, or it was not sent. */
  end(): void;
}
