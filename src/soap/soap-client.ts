/**
 * node-soap's `Client` as far as it is open to users: `client.soap`. Declared here in full, because the declarations of
 * the package `soap` need packages that a consumer may not have.
 */
export interface SoapClient {
  /**
   * `request` and `message`: before a request is sent, with the envelope or the content of its Body. `response`: when the
   * exchange is over, with the answer (null when there is none). `soapError`: once for each call that failed after it was
   * sent, with the error that the call rejects with. The last argument is the id of the exchange, the same in all of them.
   * Envelopes show their structure only, unless `exposeEnvelopes` is set.
   */
  on(event: "request" | "message", listener: (xml: string, exchangeId: string) => void): this;
  on(
    event: "response",
    listener: (body: string | null, response: SoapResponse | null, exchangeId: string) => void,
  ): this;
  on(event: "soapError", listener: (error: Error, exchangeId: string) => void): this;
  once(event: "request" | "message", listener: (xml: string, exchangeId: string) => void): this;
  once(
    event: "response",
    listener: (body: string | null, response: SoapResponse | null, exchangeId: string) => void,
  ): this;
  once(event: "soapError", listener: (error: Error, exchangeId: string) => void): this;
  off(event: "request" | "message" | "response" | "soapError", listener: (...args: never[]) => void): this;
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
  readonly lastResponseHeaders: Readonly<{ [name: string]: string }> | undefined;
  /** Milliseconds. */
  readonly lastElapsedTime: number | undefined;
}

/** What listeners of `response` get beside the body. */
export interface SoapResponse {
  readonly status: number;
  readonly headers: Readonly<{ [name: string]: string }>;
}

/** The shape of node-soap's security objects. */
export interface SoapSecurity {
  addHeaders?(headers: { [name: string]: unknown }): void;
  addOptions?(options: { [name: string]: unknown }): void;
  toXML?(): string;
  postProcess?(xml: string, envelopeKey: string): string;
}
