/** The messages that are secured or verified. */
import type { CredentialRequest } from "soapwright-runtime";

export interface UnsecuredMessage {
  readonly envelope: string;
  readonly request: CredentialRequest;
  /** The octets that elements of the envelope refer to, in document order. A signature covers their base64 text. */
  readonly references?: readonly ReferencedOctets[] | undefined;
}

/** An `xop:Include` of a request, and the text that it represents (XOP, 3). */
export interface ReferencedOctets {
  /** The element is in its canonical form. */
  readonly element: string;
  /** Yields the text that the element replaces, in pieces. Rejects with an `ArgumentError`. */
  base64(): AsyncIterable<string>;
}

export interface SecuredMessage {
  readonly envelope: string;
  /** The texts are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The SignatureConfirmation of a response must have this value. */
  readonly signatureValue?: string | undefined;
}

export interface ReceivedMessage {
  readonly text: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly operation: string;
  /** The blocks are understood in addition to those of the WSDL, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  readonly sent: SecuredMessage | undefined;
}

export interface HttpTarget {
  readonly method: "POST";
  /** A challenge applies to the whole origin: scheme, host and port. */
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** The body is undefined if it is read while it is sent. */
  readonly body: Uint8Array | undefined;
  readonly request: CredentialRequest;
  /** The `WWW-Authenticate` header of the previous response, if that had status 401. */
  readonly challenge?: string | undefined;
}

/** An authentication scheme of HTTP. */
export interface HttpSignIn {
  /** Returns undefined until the service has sent a challenge. */
  authorize(target: HttpTarget): Promise<{ readonly value: string; readonly secrets: readonly string[] } | undefined>;
  /** The Authorization `sent` got status 401 with `challenge`; the result is whether to retry. */
  challenged(challenge: string, sent: string | undefined, origin: string): boolean;
}
