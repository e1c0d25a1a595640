/** Whether the service accepts the credentials of the gateway itself. */

import type { ServiceClient } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";

/**
 * `accepted`: also until the first refusal. `refused`: by a call. `unusable`: the credentials that were given in their
 * place were refused too.
 */
export type CredentialState = "accepted" | "refused" | "unusable";

/** A call that the service refused, made again with other credentials to try them. */
type Probe = (client: ServiceClient) => Promise<unknown>;

/** The credentials of the clients of a gateway, which may be replaced while it runs. */
export class OwnCredentials {
  #state: CredentialState = "accepted";
  #refusedAt = 0;
  /** The refusals since the last success. */
  #refusals = 0;
  #probe: { readonly client: ServiceClient; readonly run: Probe } | undefined;
  /** The current client for each of the gateway's. */
  readonly #current = new Map<ServiceClient, ServiceClient>();

  constructor(
    private readonly clients: readonly ServiceClient[],
    private readonly onChange: ((state: CredentialState) => void) | undefined,
  ) {}

  get state(): CredentialState {
    return this.#state;
  }

  clientFor(client: ServiceClient): ServiceClient {
    return this.#current.get(client) ?? client;
  }

  /** `begunAt` is on the clock of `performance.now()`. A call that was in flight at a refusal proves nothing. */
  succeeded(begunAt: number): void {
    if (this.#refusals > 0 && begunAt > this.#refusedAt) this.#change("accepted");
  }

  /** `probe` is undefined for a call that may change data, which is not made again. */
  failed(error: unknown, client: ServiceClient, probe: Probe | undefined): void {
    if (!isServiceError(error) || error.kind !== "refused") return;
    this.#refusedAt = performance.now();
    if (probe !== undefined) this.#probe = { client, run: probe };
    // The refusal of one change may be about what it changes.
    if (++this.#refusals === 1 && probe === undefined) return;
    if (this.#state === "accepted") this.#change("refused");
  }

  /**
   * Takes other clients of the same services, after one call that tries their credentials if the present ones are
   * refused. Returns the clients that are no longer used: the new ones, if their credentials are refused.
   */
  async replace(clients: readonly ServiceClient[]): Promise<readonly ServiceClient[]> {
    if (this.#state !== "accepted" && this.#probe !== undefined) {
      const { client, run } = this.#probe;
      const next = clients[this.clients.indexOf(client)];
      if (next !== undefined && (await isRefused(run(next)))) {
        this.#change("unusable");
        return clients;
      }
    }
    const old = this.clients.map((client) => this.clientFor(client));
    for (const [at, client] of this.clients.entries()) this.#current.set(client, clients[at] ?? this.clientFor(client));
    this.#refusedAt = performance.now();
    this.#change("accepted");
    return old;
  }

  #change(state: CredentialState): void {
    if (state === "accepted") {
      this.#probe = undefined;
      this.#refusals = 0;
    }
    if (state === this.#state) return;
    this.#state = state;
    this.onChange?.(state);
  }
}

/** Another failure says nothing about the credentials. */
async function isRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    return isServiceError(error) && error.kind === "refused";
  }
}
