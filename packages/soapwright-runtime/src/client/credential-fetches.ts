/** How often functions for credentials are asked, and how long they take. */
import { channel } from "node:diagnostics_channel";
import { CREDENTIAL_CHANNEL } from "../runtime-names";

/** What subscribers of the channel `soapwright:credential` get, once for each time that a function for credentials was asked. */
export interface CredentialTrace {
  /** Name of the service as the WSDL has it. */
  readonly service: string;
  readonly durationMs: number;
  /** The function threw or rejected. */
  readonly isFailed: boolean;
}

/** Counts for `client.stats()`. */
export interface CredentialStats {
  /** How often functions for credentials were asked since the client was made. */
  readonly fetches: number;
  /** How often one threw or rejected. */
  readonly failed: number;
  /** How long all of them took together, in milliseconds. */
  readonly totalMs: number;
}

const published = channel(CREDENTIAL_CHANNEL);

/** The counts of a client and of those of its `with()`. */
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
