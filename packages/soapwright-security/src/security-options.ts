/** What `security` takes. */
import type { Asked, Credential, CredentialRequest } from "soapwright-runtime";

/** How requests are secured, how the client signs in over HTTP, and how responses are verified. Each part is optional. */
export interface SecurityOptions {
  /** User name and password in the message: UsernameToken Profile 1.1. Default: none. */
  readonly usernameToken?: UsernameTokenOptions | undefined;
  /** When the message was made and when it expires; `true` for the defaults. Default: none, but `true` beside `signature`. */
  readonly timestamp?: boolean | TimestampOptions | undefined;
  /** Signs parts of the message with an X.509 certificate's key: XML Signature, X.509 Token Profile 1.1. Default: none. */
  readonly signature?: SignatureOptions | undefined;
  /**
   * A SAML assertion (1.1 or 2.0) that you got from elsewhere, for the bearer confirmation method: its XML as it was issued, or
   * a function that returns it, asked for each request. Default: none.
   */
  readonly samlAssertion?: Credential | undefined;
  /** Signs in over HTTP: Basic or Digest. Default: none. */
  readonly http?: HttpAuthOptions | undefined;
  /** Verifies responses. Default: they are not verified. */
  readonly verify?: VerifyOptions | undefined;
  /** Whether the service has to process the `wsse:Security` block. Default: `true`. */
  readonly mustUnderstand?: boolean | undefined;
  /** The `actor` (SOAP 1.1) or `role` (1.2) of the block. Default: none, which means the service. */
  readonly actor?: string | undefined;
}

/** A wsse:UsernameToken. */
export interface UsernameTokenOptions {
  readonly username: string;
  /** Its text, or a function that returns it, asked for each request. Default: none is sent. */
  readonly password?: Credential | undefined;
  /** `text`: as it is, which needs TLS. `digest`: SHA-1 of nonce, creation time and password. Default: `"text"`. */
  readonly passwordType?: "text" | "digest" | undefined;
  /** Whether a nonce and the creation time are sent; always with `digest`. Default: `false` for `text`. */
  readonly nonce?: boolean | undefined;
}

/** A wsu:Timestamp. */
export interface TimestampOptions {
  /** From Created to Expires, in milliseconds. Default: 300,000. */
  readonly lifetimeMs?: number | undefined;
  /** How far Created is put into the past, in milliseconds, for a service whose clock is behind. Default: 0. */
  readonly clockSkewMs?: number | undefined;
}

/** A part of a message. `Addressing`: every WS-Addressing block that is there. `{ namespace, name }`: a header block. */
export type MessagePart =
  | "Body"
  | "Timestamp"
  | "UsernameToken"
  | "BinarySecurityToken"
  | "Addressing"
  | { readonly namespace: string; readonly name: string };

/** How the signature names its key. */
export type KeyReference = "BinarySecurityToken" | "SubjectKeyIdentifier" | "ThumbprintSHA1" | "IssuerSerial";

/** Algorithms of signatures: RFC 4051 and 6931. Those with SHA-1 are weak, and used only where they are named. */
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

/** What a function that signs gets. */
export interface SigningRequest extends CredentialRequest {
  /** The canonical SignedInfo: what is to be signed. */
  readonly content: Uint8Array;
  /** Its digest, for a key service that signs digests. */
  readonly digest: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  /** Aborted when the call has ended or `signerTimeoutMs` is over. */
  readonly signal: CredentialRequest["signal"];
}

/** What is seen of a `KeyObject` of `node:crypto`, so that these declarations need no types of Node.js. */
export interface PrivateKey {
  readonly type: "secret" | "public" | "private";
  readonly asymmetricKeyType?: string | undefined;
}

/** A ds:Signature over parts of the request. */
export interface SignatureOptions {
  /** The X.509 certificate in PEM. Of several, the first is the one of the key. */
  readonly certificate: string;
  /** The private key in PEM, or a `KeyObject` of `node:crypto`. Either this or `signer`. */
  readonly key?: string | PrivateKey | undefined;
  /** For a key that is encrypted. */
  readonly passphrase?: string | undefined;
  /**
   * Signs elsewhere, for example in a KMS or an HSM: returns the signature's bytes, for ECDSA r and s one after the other
   * (IEEE P1363). Asked for each request.
   */
  readonly signer?: ((request: SigningRequest) => Asked<Uint8Array>) | undefined;
  /** Longest time for `signer`, in milliseconds. Default: 10,000. */
  readonly signerTimeoutMs?: number | undefined;
  /** What is signed. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** Default: `"BinarySecurityToken"`. */
  readonly keyReference?: KeyReference | undefined;
  /** Default: `"RSA-SHA256"`, or ECDSA with the digest that fits the curve. */
  readonly signatureAlgorithm?: SignatureAlgorithm | undefined;
  /** Default: `"SHA-256"`. */
  readonly digestAlgorithm?: DigestAlgorithm | undefined;
}

/** Signs in over HTTP: RFC 7617 and 7616. */
export interface HttpAuthOptions {
  /** `basic`: sent with every request. `digest`: sent when the service has asked for it once, and then with every request. */
  readonly scheme: "basic" | "digest";
  readonly username: string;
  /** Its text, or a function that returns it, asked for each request that is sent with it. */
  readonly password: Credential;
}

/** What a response has to be. */
export interface VerifyOptions {
  /** Certificates in PEM that responses may be signed with. What the response itself says of its key is never trusted. */
  readonly certificates: string | readonly string[];
  /** What has to be signed. Nothing else of the response is used. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** Whether a fault without any signature is told. Anybody on the way can write one. Default: `"signed"`. */
  readonly faults?: "signed" | "allow-unsigned" | undefined;
  /** Accepted algorithms of signatures. Default: all but RSA-SHA1. */
  readonly signatureAlgorithms?: readonly SignatureAlgorithm[] | undefined;
  /** Accepted algorithms of digests. Default: all but SHA-1. */
  readonly digestAlgorithms?: readonly DigestAlgorithm[] | undefined;
  /** How far the clocks may differ, in milliseconds. Default: 60,000. */
  readonly clockSkewMs?: number | undefined;
  /** How old a response may be by its Timestamp, in milliseconds, whatever its Expires says. Default: 300,000. */
  readonly maxAgeMs?: number | undefined;
}
