/** The members of Node's channels of diagnostics that are used. */

export interface EventChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
  /** Runs `next` with the stores that are bound to the channel. */
  runStores<T>(message: unknown, next: () => T): T;
}

/** The channels of the phases of one kind of work. */
export interface PhaseChannels {
  readonly hasSubscribers: boolean;
  readonly start: EventChannel;
  readonly end: EventChannel;
  readonly asyncStart: EventChannel;
  readonly asyncEnd: EventChannel;
  readonly error: EventChannel;
}
