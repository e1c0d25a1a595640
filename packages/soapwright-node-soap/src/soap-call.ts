import type { SoapResponse } from "soapwright-runtime/extend";
import type { Respond } from "#node-soap-client";
import type { TransportOptions } from "./transport-options";

/** The options of one call to node-soap, which it passes on to security object and `httpClient`. */
export class SoapCallOptions {
  readonly exchangeId: string;
  readonly body: string;
  /** The header blocks of `addSoapHeader` and of the security object, which may hold credentials. */
  readonly secretBlocks: string[] = [];
  /** What a security object asks of the transport. */
  transport: TransportOptions | undefined = undefined;
  postProcess: ((xml: string) => string) | undefined = undefined;
  taken: TakenRequest | undefined = undefined;

  constructor(exchangeId: string, body: string) {
    this.exchangeId = exchangeId;
    this.body = body;
  }
}

/** What node-soap has handed to its `httpClient`. */
export interface TakenRequest {
  readonly envelope: string;
  readonly headers: { readonly [name: string]: unknown };
  readonly respond: Respond;
}

/** A response as node-soap keeps it. Its `headers` are the head, which makes its own when somebody reads them. */
export class KeptResponse {
  readonly status: number;
  readonly headers: SoapResponse;

  constructor(head: SoapResponse) {
    this.status = head.status;
    this.headers = head;
  }
}

// node-soap looks for further properties, and a package may have extended `Object.prototype`.
for (const { prototype } of [SoapCallOptions, KeptResponse]) Object.setPrototypeOf(prototype, null);
