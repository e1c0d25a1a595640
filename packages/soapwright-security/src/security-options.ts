/** The options of `security`. */
import type { Asked, Credential, CredentialRequest } from "soapwright-runtime";

/** Options for securing requests, for HTTP authentication, and for verifying responses. Each part is optional. */
export interface SecurityOptions {
  /** User name and password in the message: UsernameToken Profile 1.1. Default: none. */
  readonly usernameToken?: UsernameTokenOptions | undefined;
  /** Creation and expiry time of the message; `true` for the defaults. Default: none, but `true` beside `signature`. */
  readonly timestamp?: boolean | TimestampOptions | undefined;
  /** Signs parts of the message with an X.509 certificate's key: XML Signature, X.509 Token Profile 1.1. Default: none. */
  readonly signature?: SignatureOptions | undefined;
  /**
   * A SAML assertion (1.1 or 2.0) that you got from elsewhere, for the bearer confirmation method: its XML as it was
   * issued, or a function that returns it, called for each request. Default: none.
   */
  readonly samlAssertion?: Credential | undefined;
  /** HTTP authentication: Basic or Digest. Default: none. */
  readonly http?: HttpAuthOptions | undefined;
  /** Verifies responses. Default: they are not verified. */
  readonly verify?: VerifyOptions | undefined;
  /** Whether the service must process the `wsse:Security` block. Default: `true`. */
  readonly mustUnderstand?: boolean | undefined;
  /** The `actor` (SOAP 1.1) or `role` (1.2) of the block. Default: none, which means the service. */
  readonly actor?: string | undefined;
}

/** A wsse:UsernameToken. */
export interface UsernameTokenOptions {
  readonly username: string;
  /** The password, or a function that returns it, called for each request. Default: none is sent. */
  readonly password?: Credential | undefined;
  /** `text`: in clear, which needs TLS. `digest`: SHA-1 of nonce, creation time and password. Default: `"text"`. */
  readonly passwordType?: "text" | "digest" | undefined;
  /** Whether a nonce and the creation time are sent; always with `digest`. Default: `false` for `text`. */
  readonly nonce?: boolean | undefined;
}

/** A wsu:Timestamp. */
export interface TimestampOptions {
  /** Time from Created to Expires, in milliseconds. Default: 300,000. */
  readonly lifetimeMs?: number | undefined;
  /** Time by which Created is set back, in milliseconds, for a service whose clock is behind. Default: 0. */
  readonly clockSkewMs?: number | undefined;
}

/** A part of a message. `Addressing`: every WS-Addressing block in it. `{ namespace, name }`: a header block. */
export type MessagePart =
  | "Body"
  | "Timestamp"
  | "UsernameToken"
  | "BinarySecurityToken"
  | "Addressing"
  | { readonly namespace: string; readonly name: string };

/** The way in which the signature identifies its key. */
export type KeyReference = "BinarySecurityToken" | "SubjectKeyIdentifier" | "ThumbprintSHA1" | "IssuerSerial";

/** Algorithms of signatures: RFC 4051 and 6931. Those with SHA-1 are weak, and used only where you name them. */
export type SignatureAlgorithm =
  | "RSA-SHA256"
  | "RSA-SHA384"
  | "RSA-SHA512"
  | "RSA-PSS-SHA256"
  | "ECDSA-SHA256"
  | "ECDSA-SHA384"
  | "ECDSA-SHA512"
  | "RSA-SHA1";

/** Algorithms of digests. */
export type DigestAlgorithm = "SHA-256" | "SHA-384" | "SHA-512" | "SHA-1";

/** The argument of a signing function. */
export interface SigningRequest extends CredentialRequest {
  /** The canonical SignedInfo, which is to be signed. */
  readonly content: Uint8Array;
  /** Its digest, for a key service that signs digests. */
  readonly digest: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  /** Aborted when the call has ended or `signerTimeoutMs` is over. */
  readonly signal: CredentialRequest["signal"];
}

/** The visible part of a `KeyObject` of `node:crypto`, so that these declarations need no types of Node.js. */
export interface PrivateKey {
  readonly type: "secret" | "public" | "private";
  readonly asymmetricKeyType?: string | undefined;
}

/** A ds:Signature over parts of the request. */
export interface SignatureOptions {
  /** The X.509 certificate in PEM. The first of several belongs to the key. */
  readonly certificate: string;
  /** The private key in PEM, or a `KeyObject` of `node:crypto`. Either this or `signer`. */
  readonly key?: string | PrivateKey | undefined;
  /** The passphrase of an encrypted key. */
  readonly passphrase?: string | undefined;
  /**
   * Signs elsewhere, for example in a KMS or an HSM: returns the signature's bytes, for ECDSA r and s concatenated
   * (IEEE P1363). Called for each request.
   */
  readonly signer?: ((request: SigningRequest) => Asked<Uint8Array>) | undefined;
  /** Time limit of `signer`, in milliseconds. Default: 10,000. */
  readonly signerTimeoutMs?: number | undefined;
  /** The signed parts. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** Default: `"BinarySecurityToken"`. */
  readonly keyReference?: KeyReference | undefined;
  /** Default: `"RSA-SHA256"`, or ECDSA with the digest that fits the curve. */
  readonly signatureAlgorithm?: SignatureAlgorithm | undefined;
  /** Default: `"SHA-256"`. */
  readonly digestAlgorithm?: DigestAlgorithm | undefined;
}

/** HTTP authentication: RFC 7617 and 7616. */
export interface HttpAuthOptions {
  /** `basic`: sent with every request. `digest`: sent with every request after the service's first challenge. */
  readonly scheme: "basic" | "digest";
  readonly username: string;
  /** The password, or a function that returns it, called for each request that sends it. */
  readonly password: Credential;
}

/** Requirements on a response. */
export interface VerifyOptions {
  /** Certificates in PEM that may sign responses. The response's own statements about its key are never trusted. */
  readonly certificates: string | readonly string[];
  /** Parts that must be signed. Nothing else of the response is used. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** Whether a fault without any signature is reported. Anybody on the way can write one. Default: `"signed"`. */
  readonly faults?: "signed" | "allow-unsigned" | undefined;
  /** Accepted algorithms of signatures. Default: all but RSA-SHA1. */
  readonly signatureAlgorithms?: readonly SignatureAlgorithm[] | undefined;
  /** Accepted algorithms of digests. Default: all but SHA-1. */
  readonly digestAlgorithms?: readonly DigestAlgorithm[] | undefined;
  /** Largest difference of the clocks, in milliseconds. Default: 60,000. */
  readonly clockSkewMs?: number | undefined;
  /** Largest age of a response by its Timestamp, in milliseconds, whatever its Expires says. Default: 300,000. */
  readonly maxAgeMs?: number | undefined;
}
