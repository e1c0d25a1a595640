/**
 * The part of node-soap's `Client` that is public: `client.soap`. Declared here in full, because the declarations of
 * the package `soap` need packages that a consumer may not have.
 */
export interface SoapClient {
  on<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  once<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  off<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  /**
   * Sets node-soap's security object (Basic, Bearer, WS-Security, client certificates) or another of that shape. Throws
   * a `ConfigurationError` for NTLM.
   */
  setSecurity(security: SoapSecurity | null): void;
  /** Adds a header block to later calls: XML text, an object, or a function that returns either. Returns its index. */
  addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number;
  /** Removes the blocks of `addSoapHeader`. Headers from the client's options stay. */
  clearSoapHeaders(): void;
  /** The last envelope sent, as structure: text is replaced by `***`, unless `exposeEnvelopes` is set. */
  readonly lastRequest: string | undefined;
  /** The content of the Body of `lastRequest`. */
  readonly lastMessage: string | undefined;
  readonly lastEndpoint: string | undefined;
  /** The last response's envelope; kept only when `exposeEnvelopes` is set. */
  readonly lastResponse: string | undefined;
  /**
   * Headers of the last response. Only technical values are shown, unless `exposeEnvelopes` is set: a service may
   * repeat credentials in the others, which are `***`.
   */
  readonly lastResponseHeaders: Readonly<{ [name: string]: string }> | undefined;
  /** Duration of the last exchange, in milliseconds. */
  readonly lastElapsedTime: number | undefined;
}

/**
 * The arguments of listeners. Envelopes show their structure only, text being replaced by `***`, unless
 * `exposeEnvelopes` is set. The exchange id is the same in all events of one call.
 */
export interface SoapEvents {
  /** Before a request is sent: the envelope. */
  request: [envelope: string, exchangeId: string];
  /** Before a request is sent: the content of its Body. */
  message: [body: string, exchangeId: string];
  /** When the exchange is over: the response, null when there is none. */
  response: [body: string | null, response: SoapResponse | null, exchangeId: string];
  /** Once for each call that fails after node-soap received its message: the error that the call rejects with. */
  soapError: [error: Error, exchangeId: string];
}

/** The head of a response, for listeners of `response`. */
export interface SoapResponse {
  readonly status: number;
  /** As in `lastResponseHeaders`. */
  readonly headers: Readonly<{ [name: string]: string }>;
}

/** The shape of node-soap's security objects. */
export interface SoapSecurity {
  addHeaders?(headers: { [name: string]: unknown }): void;
  addOptions?(options: { [name: string]: unknown }): void;
  toXML?(): string;
  postProcess?(xml: string, envelopeKey: string): string;
}
