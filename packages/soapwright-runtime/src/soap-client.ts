/**
 * The public part of node-soap's `Client`, which is `client.soap`. It is declared here in full, because the
 * declarations of the package `soap` need packages that a consumer may not have.
 */
export interface SoapClient {
  on<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  once<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  off<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  /**
   * Installs a security object for later calls: node-soap's (Basic, Bearer, WS-Security, client certificates) or
   * another of that shape; null removes it. Throws a `ConfigurationError` for NTLM, and for other options of an HTTP
   * client that no request of ours would obey.
   */
  setSecurity(security: SoapSecurity | null): void;
  /**
   * Adds a header block to later calls and returns its index. `header` is XML text, an object, or a function that
   * returns either.
   */
  addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number;
  /** Removes the blocks of `addSoapHeader`. Header blocks from the client's options stay. */
  clearSoapHeaders(): void;
  /** The last envelope sent. Its text is replaced by `***`, unless `expose.envelopes` is set. */
  readonly lastRequest: string | undefined;
  /** The content of the Body of `lastRequest`, masked in the same way. */
  readonly lastMessage: string | undefined;
  readonly lastEndpoint: string | undefined;
  /** The last response's envelope; undefined unless `expose.envelopes` is set. */
  readonly lastResponse: string | undefined;
  /**
   * Headers of the last response. Unless `expose.envelopes` is set, only technical values are shown and the others are
   * `***`, because a service may repeat credentials in them.
   */
  readonly lastResponseHeaders: Readonly<{ [name: string]: string }> | undefined;
  /** Duration of the last exchange, in milliseconds; undefined before the first response. */
  readonly lastElapsedTime: number | undefined;
}

/**
 * The arguments of listeners. The text of envelopes is replaced by `***`, unless `expose.envelopes` is set. The exchange
 * id is the same in all events of one call.
 */
export interface SoapEvents {
  /** Emitted before a request is sent, with the envelope. */
  request: [envelope: string, exchangeId: string];
  /** Emitted before a request is sent, with the content of its Body. */
  message: [body: string, exchangeId: string];
  /** Emitted at the end of an exchange, with the response, or null when none arrived. */
  response: [body: string | null, response: SoapResponse | null, exchangeId: string];
  /**
   * Emitted once for each call that fails after node-soap received its message, with the error that the call rejects
   * with.
   */
  soapError: [error: Error, exchangeId: string];
}

/** The head of a response, for listeners of `response`. */
export interface SoapResponse {
  readonly status: number;
  /** Headers by name, masked as in `lastResponseHeaders`. */
  readonly headers: Readonly<{ [name: string]: string }>;
}

/** The shape of node-soap's security objects. */
export interface SoapSecurity {
  addHeaders?(headers: { [name: string]: unknown }): void;
  addOptions?(options: { [name: string]: unknown }): void;
  toXML?(): string;
  postProcess?(xml: string, envelopeKey: string): string;
}
