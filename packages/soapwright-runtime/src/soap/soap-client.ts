/**
 * node-soap's `Client` as far as it is open to users: `client.soap`. Declared here in full, because the declarations of
 * the package `soap` need packages that a consumer may not have.
 */
export interface SoapClient {
  on<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  once<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  off<E extends keyof SoapEvents>(event: E, listener: (...args: SoapEvents[E]) => void): this;
  /** Takes node-soap's security objects (Basic, Bearer, WS-Security, client certificates) and others of that shape. NTLM is refused. */
  setSecurity(security: SoapSecurity | null): void;
  /** Adds a header block to all later calls: XML text, an object, or a function that yields either. Returns its index. */
  addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number;
  /** Removes what `addSoapHeader` added. The headers that the client's options ask for stay. */
  clearSoapHeaders(): void;
  /** The last envelope sent, in its structure: text is replaced by `***`, unless `exposeEnvelopes` is set. */
  readonly lastRequest: string | undefined;
  /** The content of the Body of `lastRequest`. */
  readonly lastMessage: string | undefined;
  readonly lastEndpoint: string | undefined;
  /** Kept only when `exposeEnvelopes` is set. */
  readonly lastResponse: string | undefined;
  /** Technical values alone, others as `***`, unless `exposeEnvelopes` is set: a service may repeat credentials in them. */
  readonly lastResponseHeaders: Readonly<{ [name: string]: string }> | undefined;
  /** Milliseconds. */
  readonly lastElapsedTime: number | undefined;
}

/**
 * What listeners get. Envelopes show their structure only, text being replaced by `***`, unless `exposeEnvelopes` is set.
 * The id of the exchange is the same in all events of one call.
 */
export interface SoapEvents {
  /** Before a request is sent: the envelope. */
  request: [envelope: string, exchangeId: string];
  /** Before a request is sent: the content of its Body. */
  message: [body: string, exchangeId: string];
  /** When the exchange is over: the response, null when there is none. */
  response: [body: string | null, response: SoapResponse | null, exchangeId: string];
  /** Once for each call that fails after node-soap was given it: the error that the call rejects with. */
  soapError: [error: Error, exchangeId: string];
}

/** What listeners of `response` get beside the body. */
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
