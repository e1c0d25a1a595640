/** The messages that are secured or verified. */
import type { CredentialRequest } from "soapwright-runtime";

/** One request before it is secured. */
export interface UnsecuredMessage {
  readonly envelope: string;
  readonly request: CredentialRequest;
  /** The octets that elements of the envelope refer to, in document order. A signature covers their base64 text. */
  readonly references?: readonly ReferencedOctets[] | undefined;
}

/** An `xop:Include` of a request, and the text that it represents (XOP, 3). */
export interface ReferencedOctets {
  /** The element in its canonical form. */
  readonly element: string;
  /** Yields the text that the element replaces, in pieces. Rejects with an `ArgumentError`. */
  base64(): AsyncIterable<string>;
}

/** One secured request. */
export interface SecuredMessage {
  readonly envelope: string;
  /** Secret texts, which are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The ds:SignatureValue, which is compared with the SignatureConfirmation of a response. */
  readonly signatureValue?: string | undefined;
}

/** One response as it was received. */
export interface ReceivedMessage {
  /** The whole text, decoded. */
  readonly text: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly operation: string;
  /** Header blocks that are understood in addition to those of the WSDL, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  /** The request that the message responds to. */
  readonly sent: SecuredMessage | undefined;
}

/** The parts of an HTTP request that authentication needs. */
export interface HttpTarget {
  readonly method: "POST";
  /** Scheme, host and port: a challenge applies to the whole origin. */
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** The body; undefined if it is read while it is sent. */
  readonly body: Uint8Array | undefined;
  readonly request: CredentialRequest;
  /** The `WWW-Authenticate` header of the previous response, if that refused the call with status 401. */
  readonly challenge?: string | undefined;
}

/** An authentication scheme of HTTP. */
export interface HttpSignIn {
  /** Returns the value of `Authorization`; undefined until the service has sent a challenge. */
  authorize(target: HttpTarget): Promise<{ readonly value: string; readonly secrets: readonly string[] } | undefined>;
  /** Returns whether to retry a request to `origin`, whose Authorization `sent` got status 401 with `challenge`. */
  challenged(challenge: string, sent: string | undefined, origin: string): boolean;
}
