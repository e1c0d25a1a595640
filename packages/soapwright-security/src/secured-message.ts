/** One message as it is secured, and one as it is verified. */
import type { CredentialRequest } from "soapwright-runtime";

/** One request as it is made, before it is secured. */
export interface UnsecuredMessage {
  /** The whole envelope. */
  readonly envelope: string;
  readonly request: CredentialRequest;
  /** The octets that elements of the envelope refer to, in the order of the document: a signature is over their base64 text. */
  readonly references?: readonly ReferencedOctets[] | undefined;
}

/** An `xop:Include` of a request, and what it means: XOP, section 3. */
export interface ReferencedOctets {
  /** The element in its canonical form. */
  readonly element: string;
  /** The text that it is in the place of, in pieces. Rejects with an `ArgumentError`. */
  base64(): AsyncIterable<string>;
}

/** One request, secured. */
export interface SecuredMessage {
  readonly envelope: string;
  /** Texts that nobody else is to see: they are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The ds:SignatureValue, for a response that confirms it. */
  readonly signatureValue?: string | undefined;
}

/** One response as it came. */
export interface ReceivedMessage {
  /** The whole text, decoded. */
  readonly text: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly operation: string;
  /** Header blocks that are understood beside those that the WSDL declares, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  /** The request that it responds to. */
  readonly sent: SecuredMessage | undefined;
}

/** One request, as far as HTTP knows it. */
export interface HttpTarget {
  readonly method: "POST";
  /** Scheme, host and port: what a service asks for counts for the whole of it. */
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** Undefined where the body is read while it is sent. */
  readonly body: Uint8Array | undefined;
  readonly request: CredentialRequest;
  /** The `WWW-Authenticate` of the response before, where the call was refused with status 401. */
  readonly challenge?: string | undefined;
}

/** Signs in over HTTP. */
export interface HttpSignIn {
  /** The value of `Authorization`; undefined before the service has asked for it. */
  authorize(target: HttpTarget): Promise<{ readonly value: string; readonly secrets: readonly string[] } | undefined>;
  /** A request to `origin` that had `sent` as its Authorization got status 401 with `challenge`. Whether to make it again. */
  challenged(challenge: string, sent: string | undefined, origin: string): boolean;
}
