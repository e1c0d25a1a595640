/** `client.soap`: the security object, header blocks and listeners of a user, and the last request and response. */
import { EventEmitter } from "node:events";
import { inspect } from "node:util";
import type { SoapClient } from "soapwright-runtime";
import {
  type FeatureClient,
  maskEnvelope,
  maskHeaders,
  type SoapEvents,
  type SoapResponse,
  type SoapSecurity,
} from "soapwright-runtime/extend";
import type { KeptResponse } from "./soap-call";
import type { AddedBlock, SoapEngine } from "./soap-engine";

/** node-soap's client as users see it: requests and responses are masked unless `expose.envelopes` is set. */
export class MaskedSoap extends EventEmitter implements SoapClient {
  readonly #own: SoapEngine;
  readonly #terms: Pick<FeatureClient, "exposeEnvelopes" | "soapVersion">;
  /** The engine of the last exchange, which may have gone to another origin. */
  #last: SoapEngine;

  constructor(own: SoapEngine, terms: Pick<FeatureClient, "exposeEnvelopes" | "soapVersion">) {
    super();
    this.#own = own;
    this.#last = own;
    this.#terms = terms;
    this.hear(own);
  }

  /** Passes the events of an engine on. */
  hear(engine: SoapEngine): void {
    const { client } = engine;
    client.on("message", (body, id) => this.#tell("message", () => [this.#shown(String(body)), String(id)]));
    client.on("request", (envelope, id) => {
      this.#last = engine;
      this.#tell("request", () => [this.#shown(String(envelope)), String(id)]);
    });
    client.on("response", (text, response, id) => {
      this.#last = engine;
      this.#tell("response", () => {
        const shown = typeof text === "string" ? this.#shown(text) : null;
        return [
          shown,
          response === undefined ? null : this.#shownResponse((response as KeptResponse).headers),
          String(id),
        ];
      });
    });
    client.on("soapError", (error, id) => this.#tell("soapError", () => [error as Error, String(id)]));
  }

  /** Adds the listeners of `other`. */
  repeat(other: MaskedSoap): void {
    for (const event of other.eventNames())
      for (const listener of other.rawListeners(event)) this.on(event, (...args) => listener(...args));
  }

  /** Called after each exchange: node-soap keeps the text of the response until the next one. */
  forget({ client }: SoapEngine): void {
    if (!this.#terms.exposeEnvelopes) client.lastResponse = undefined;
  }

  /** Whether a listener or `lastResponse` uses the text of responses. */
  get wantsText(): boolean {
    return this.#terms.exposeEnvelopes || this.listenerCount("response") > 0;
  }

  /** A listener's error does not fail the call. It becomes an uncaught exception. */
  #tell<E extends keyof SoapEvents>(event: E, args: () => SoapEvents[E]): void {
    if (this.listenerCount(event) === 0) return;
    try {
      this.emit(event, ...args());
    } catch (error) {
      process.nextTick(() => {
        throw error;
      });
    }
  }

  addSoapHeader(...block: AddedBlock): number {
    return this.#own.add(block);
  }

  clearSoapHeaders(): void {
    this.#own.blocks.length = 0;
  }

  /** Throws a `ConfigurationError` for NTLM, and for options of an HTTP client that have no counterpart here. */
  setSecurity(security: SoapSecurity | null): void {
    this.#own.setSecurity(security);
  }

  get lastRequest(): string | undefined {
    const { lastRequest } = this.#last.client;
    return lastRequest && this.#shown(lastRequest);
  }
  get lastMessage(): string | undefined {
    const { lastMessage } = this.#last.client;
    return lastMessage && this.#shown(lastMessage);
  }
  get lastEndpoint(): string | undefined {
    return this.#last.location || undefined;
  }
  get lastResponse(): string | undefined {
    const { lastResponse } = this.#last.client;
    return this.#terms.exposeEnvelopes && typeof lastResponse === "string" ? lastResponse : undefined;
  }
  get lastResponseHeaders(): { readonly [name: string]: string } | undefined {
    const { lastResponseHeaders } = this.#last.client;
    return lastResponseHeaders && this.#shownHeaders(lastResponseHeaders.headers);
  }
  get lastElapsedTime(): number | undefined {
    return this.#last.client.lastElapsedTime;
  }

  #shown(xml: string): string {
    return this.#terms.exposeEnvelopes ? xml : maskEnvelope(xml);
  }

  #shownResponse({ status, headers }: SoapResponse): SoapResponse {
    return { status, headers: this.#shownHeaders(headers) };
  }

  #shownHeaders(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
    return this.#terms.exposeEnvelopes ? headers : maskHeaders(headers);
  }

  toJSON(): unknown {
    return { endpoint: this.lastEndpoint ?? "***" };
  }
  [inspect.custom](): string {
    return `SoapClient { soapVersion: '${this.#terms.soapVersion}' }`;
  }
}
