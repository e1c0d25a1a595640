/** Counts the calls of credential functions, and their durations. */
import { openChannel } from "#platform";
import { CREDENTIAL_CHANNEL } from "../runtime-names";

/** The message on the channel `soapwright:credential`, published for each call of a credential function. */
export interface CredentialTrace {
  readonly service: string;
  readonly durationMs: number;
  readonly isFailed: boolean;
}

/** Counts for `client.stats()`. */
export interface CredentialStats {
  /** Calls of credential functions since the client was created. */
  readonly fetches: number;
  /** Calls that threw or rejected. */
  readonly failed: number;
  /** Total duration of the calls, in milliseconds. */
  readonly totalMs: number;
}

const published = openChannel(CREDENTIAL_CHANNEL);

/** Counts the calls of credential functions of a client and its `with()` clients. */
export class CredentialFetches {
  readonly #service: string;
  #stats = { fetches: 0, failed: 0, totalMs: 0 };

  constructor(service: string) {
    this.#service = service;
  }

  get stats(): CredentialStats {
    return { ...this.#stats };
  }

  ended(durationMs: number, isFailed: boolean): void {
    this.#stats.fetches++;
    this.#stats.totalMs += durationMs;
    if (isFailed) this.#stats.failed++;
    const trace: CredentialTrace = { service: this.#service, durationMs, isFailed };
    if (published.hasSubscribers) published.publish(trace);
  }
}
