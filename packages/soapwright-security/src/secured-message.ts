/** The messages that are secured or verified. */
import type { CredentialRequest } from "soapwright-runtime";

/** One request before it is secured. */
export interface UnsecuredMessage {
  readonly envelope: string;
  readonly request: CredentialRequest;
  /** The octets that elements of the envelope refer to, in document order: a signature covers their base64 text. */
  readonly references?: readonly ReferencedOctets[] | undefined;
}

/** An `xop:Include` of a request, and the text that it represents: XOP, section 3. */
export interface ReferencedOctets {
  /** The element in its canonical form. */
  readonly element: string;
  /** The text that the element replaces, in pieces. Rejects with an `ArgumentError`. */
  base64(): AsyncIterable<string>;
}

/** One secured request. */
export interface SecuredMessage {
  readonly envelope: string;
  /** Secret texts, which are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The ds:SignatureValue, compared with a response that confirms it. */
  readonly signatureValue?: string | undefined;
}

/** One response as it was received. */
export interface ReceivedMessage {
  /** The whole text, decoded. */
  readonly text: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly operation: string;
  /** Header blocks that are understood in addition to the WSDL's, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  /** The request that it responds to. */
  readonly sent: SecuredMessage | undefined;
}

/** The HTTP properties of one request. */
export interface HttpTarget {
  readonly method: "POST";
  /** Scheme, host and port: a challenge applies to the whole origin. */
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** Undefined where the body is read while it is sent. */
  readonly body: Uint8Array | undefined;
  readonly request: CredentialRequest;
  /** The `WWW-Authenticate` of the previous response, where the call was refused with status 401. */
  readonly challenge?: string | undefined;
}

/** An authentication scheme of HTTP. */
export interface HttpSignIn {
  /** The value of `Authorization`; undefined until the service has sent a challenge. */
  authorize(target: HttpTarget): Promise<{ readonly value: string; readonly secrets: readonly string[] } | undefined>;
  /** Whether to retry a request to `origin` with the Authorization `sent` that got status 401 with `challenge`. */
  challenged(challenge: string, sent: string | undefined, origin: string): boolean;
}
