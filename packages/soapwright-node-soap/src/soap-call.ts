import type { Respond } from "#node-soap-client";
import type { TransportOptions } from "./transport-options";

/** The options of one call to node-soap, which it passes on to security object and `httpClient`. */
export interface SoapCallOptions {
  readonly exchangeId: string;
  readonly body: string;
  /** The header blocks of `addSoapHeader` and of the security object, which may hold credentials. */
  readonly secretBlocks: string[];
  /** What a security object asks of the transport. */
  transport?: TransportOptions;
  postProcess?: (xml: string) => string;
  taken?: TakenRequest;
}

/** What node-soap has handed to its `httpClient`. */
export interface TakenRequest {
  readonly envelope: string;
  readonly headers: { readonly [name: string]: unknown };
  readonly respond: Respond;
}
