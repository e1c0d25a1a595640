/** Writers of envelopes: a feature of the kind `envelope` writes every envelope of its client in place of the run time. */
import type { ServiceError } from "./errors/service-error";
import type { OperationNode } from "./schema/codec";
import type { SoapClient, SoapResponse } from "./soap-client";

/** Writes the envelopes of one client. */
export interface EnvelopeWriter {
  /** Returned by `client.soap`. */
  readonly soap: SoapClient;
  /** Whether a security object protects the requests to the client's own origin. */
  readonly hasSecurity: boolean;
  /**
   * Returns the writer of a client of `with()`, which has the same security object, header blocks and listeners; the
   * listeners alone if its calls go to another origin.
   */
  derive(origin: string): EnvelopeWriter;
  /** Begins a call. */
  call(call: EnvelopeCall): CallWriter;
}

/** The call that envelopes are written for. */
export interface EnvelopeCall {
  /** The same in all events of the call, and in no other call of this process. */
  readonly exchangeId: string;
  readonly table: OperationNode;
  readonly args: unknown;
  /** The action as it stands in HTTP headers, without quotes. */
  readonly soapAction: string;
  readonly contentType: string;
  readonly origin: string;
  /** The address without user name, password and query. */
  readonly location: string;
}

/** Writes the envelopes of one call. */
export interface CallWriter {
  /** Whether the envelope may differ between attempts, so that each attempt writes a new one. */
  readonly varies: boolean;
  /** A header block that may be in the response, and is read without being verified; undefined for none. */
  readonly unverified: UnverifiedBlock | undefined;
  /** Whether the text of the response is of use. */
  readonly wantsText: boolean;
  /**
   * Writes an envelope with `header`, which may be empty, and `body` as the contents of Header and Body. Rethrows what
   * a user's function throws.
   */
  write(header: string, body: string, httpHeaders: object | undefined): WrittenEnvelope;
  /** Called at the end of an exchange. `text` is null when it was not kept, and `head` undefined without a response. */
  responded(text: string | null, head: SoapResponse | undefined): void;
  /** Called once for a call that fails. */
  failed(error: ServiceError): void;
}

/** A header block of responses, as `{namespace}name`, and what the log says of it. */
export interface UnverifiedBlock {
  readonly name: string;
  readonly note: string;
}

/** An envelope with what belongs to its request. */
export interface WrittenEnvelope {
  readonly envelope: string;
  /** All HTTP headers but those of the connection. */
  readonly httpHeaders: { readonly [name: string]: unknown };
  /** The header blocks whose texts are masked in messages. */
  readonly secretBlocks: readonly string[];
  /** The option `tls` of the connection; undefined for the client's. The same object each time for the same certificates. */
  readonly tls: object | undefined;
}
