/** The options of `security`. */
import type { Asked, ClientOptions, Credential, CredentialRequest } from "soapwright-runtime";
import type { DecryptionOptions, ElementPath, EncryptionOptions } from "./encryption/encryption-options";
import type { KeyType, MacAlgorithm, SamlVersion, TrustVersion } from "./issuer/trust-terms";
import type { KeyReference, PrivateKey } from "./key-options";

/** Options for securing requests, and for verifying responses. Each part is optional. */
export interface SecurityOptions {
  /** Sends user name and password in the message (UsernameToken Profile 1.1). Default: not sent. */
  readonly usernameToken?: UsernameTokenOptions | undefined;
  /**
   * Sends creation and expiry time of the message; `true` for the defaults. Default: `true` beside `signature`, else
   * not sent.
   */
  readonly timestamp?: boolean | TimestampOptions | undefined;
  /** Signs parts of the message with an X.509 certificate's key: XML Signature, X.509 Token Profile 1.1. Default: none. */
  readonly signature?: SignatureOptions | undefined;
  /** Encrypts parts of the message for the recipient: XML Encryption 1.1. Default: none. */
  readonly encryption?: EncryptionOptions | undefined;
  /** Signs with the key of `encryption`, and verifies and decrypts responses by it. Default: none. */
  readonly symmetricBinding?: SymmetricBindingOptions | undefined;
  /**
   * A SAML assertion (1.1 or 2.0) from your identity provider, for the bearer confirmation method: its XML as it was
   * issued, or a function that returns it, called for each request. Default: none.
   */
  readonly samlAssertion?: Credential | undefined;
  /**
   * A token from an issuer, a security token service (WS-Trust 1.3, 1.4 and 2005/02), which the client asks for, keeps
   * and renews. Default: none.
   */
  readonly issuer?: IssuerOptions | undefined;
  /** Verifies responses. Default: they are not verified, but beside `symmetricBinding`. */
  readonly verify?: VerifyOptions | undefined;
  /**
   * Decrypts responses, before or after they are verified, as the order of their header says. Encryption alone does not
   * prove who wrote a response: set `verify` too. Default: encrypted responses are not read.
   */
  readonly decryption?: DecryptionOptions | undefined;
  /** Whether the service must process the `wsse:Security` block. Default: `true`. */
  readonly mustUnderstand?: boolean | undefined;
  /** The `actor` (SOAP 1.1) or `role` (SOAP 1.2) of the block. Default: none, which addresses the service. */
  readonly actor?: string | undefined;
}

/** User name and password of a wsse:UsernameToken. */
export interface UsernameTokenOptions {
  readonly username: string;
  /** The password, or a function that returns it, called for each request. Default: no password is sent. */
  readonly password?: Credential | undefined;
  /**
   * `text` sends the password in clear, which needs TLS. `digest` sends SHA-1 of nonce, creation time and password.
   * Default: `"text"`.
   */
  readonly passwordType?: "text" | "digest" | undefined;
  /** Whether a nonce and the creation time are sent. With `digest` they always are. Default: `false`. */
  readonly nonce?: boolean | undefined;
}

/** The times of a wsu:Timestamp. */
export interface TimestampOptions {
  /** The time from Created to Expires, in milliseconds. Default: 300,000. */
  readonly lifetimeMs?: number | undefined;
  /** The time by which Created is set back, in milliseconds, for a service whose clock is behind. Default: 0. */
  readonly clockSkewMs?: number | undefined;
}

/**
 * A part of a message. `Addressing`: every WS-Addressing block in it; `Headers`: every header block. `Attachments`: the content of every part beside the
 * envelope that no element stands for; `CompleteAttachments`: with its MIME headers (WSS SwA Profile 1.1). `BinarySecurityToken`: the certificate, in the
 * message or not. `{ namespace, name }`: a header block, which a message may lack if it is `optional`.
 */
export type MessagePart =
  | "Body"
  | "Timestamp"
  | "UsernameToken"
  | "BinarySecurityToken"
  | "SamlAssertion"
  | "Addressing"
  | "Headers"
  | "Attachments"
  | "CompleteAttachments"
  | ElementPath
  | { readonly namespace: string; readonly name: string; readonly optional?: boolean | undefined };

/** The algorithm of a signature (RFC 4051, RFC 6931). Those with SHA-1 are weak, and used only if you name them. */
export type SignatureAlgorithm =
  | "RSA-SHA256"
  | "RSA-SHA384"
  | "RSA-SHA512"
  | "RSA-PSS-SHA256"
  | "ECDSA-SHA256"
  | "ECDSA-SHA384"
  | "ECDSA-SHA512"
  | "RSA-SHA1";

/** The algorithm of a digest. SHA-1 is weak, and used only if you name it. */
export type DigestAlgorithm = "SHA-256" | "SHA-384" | "SHA-512" | "SHA-1";

/** The argument of a signing function. */
export interface SigningRequest extends CredentialRequest {
  /** The canonical SignedInfo, which you sign. */
  readonly content: Uint8Array;
  /** The digest of `content`, for a key service that signs digests. */
  readonly digest: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  /** Aborts when the call has ended, or when `signerTimeoutMs` has passed. */
  readonly signal: CredentialRequest["signal"];
}

/** The key and the parts of a ds:Signature over the request. */
export interface SignatureOptions {
  /** The X.509 certificate in PEM. If there are several, the first one belongs to the key. */
  readonly certificate: string;
  /** The private key in PEM, or a `KeyObject` of `node:crypto`. Set either this or `signer`. */
  readonly key?: string | PrivateKey | undefined;
  /** The passphrase of an encrypted key. */
  readonly passphrase?: string | undefined;
  /**
   * Signs with a key that the client does not have, for example in a KMS or an HSM. Returns the signature's bytes, for
   * ECDSA r and s concatenated (IEEE P1363). Called for each request.
   */
  readonly signer?: ((request: SigningRequest) => Asked<Uint8Array>) | undefined;
  /** Time limit of `signer`, in milliseconds. Default: 10,000. */
  readonly signerTimeoutMs?: number | undefined;
  /** The signed parts. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** How the signature identifies its key. Default: `"BinarySecurityToken"`. */
  readonly keyReference?: KeyReference | undefined;
  /** The algorithm of the signature. Default: `"RSA-SHA256"`, or ECDSA with the digest that fits the curve. */
  readonly signatureAlgorithm?: SignatureAlgorithm | undefined;
  /** The algorithm of the digests. Default: `"SHA-256"`. */
  readonly digestAlgorithm?: DigestAlgorithm | undefined;
  /**
   * `exclusive`: Exclusive XML Canonicalization 1.0. `inclusive`: Canonical XML 1.0, which older services ask for.
   * Default: `"exclusive"`.
   */
  readonly canonicalization?: "exclusive" | "inclusive" | undefined;
}

/**
 * The symmetric binding (WS-SecurityPolicy 1.3, 7.4): the key of `encryption` signs too, and protects the response. It
 * does not prove who sends a request: add a `usernameToken`, or a `signature`, which then covers that of the key.
 */
export interface SymmetricBindingOptions {
  /** The signed parts. `"EncryptedKey"` is the key itself (ProtectTokens). Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly (MessagePart | "EncryptedKey")[] | undefined;
  /** The algorithm of the signature, in both directions. Default: `"HMAC-SHA256"`. */
  readonly signatureAlgorithm?: MacAlgorithm | undefined;
  /** The algorithm of the digests. Default: `"SHA-256"`. */
  readonly digestAlgorithm?: DigestAlgorithm | undefined;
  /** Signs and encrypts with keys that are derived, by this version of WS-SecureConversation; else with the key itself. */
  readonly derivedKeys?: false | "1.3" | "2005/02" | undefined;
}

/** The requirements on a response. A response that does not meet them is a `ResponseError`. */
export interface VerifyOptions {
  /**
   * Certificates in PEM whose keys may sign responses. Statements of the response about its key are never trusted.
   * Required, but beside `symmetricBinding`, whose key signs them.
   */
  readonly certificates?: string | readonly string[] | undefined;
  /** Parts that must be signed. The client reads only signed parts. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** Whether a fault without any signature is reported. An intermediary can write one. Default: `"signed"`. */
  readonly faults?: "signed" | "allow-unsigned" | undefined;
  /** Whether the response must confirm the signature of its request (WS-Security 1.1, 8.5). Default: `false`. */
  readonly signatureConfirmation?: boolean | undefined;
  /** Whether the Body of a response must be encrypted. That of a fault may be plain. Default: `false`. */
  readonly encrypted?: boolean | undefined;
  /** Accepted algorithms of signatures. Default: all except RSA-SHA1. */
  readonly signatureAlgorithms?: readonly SignatureAlgorithm[] | undefined;
  /** Accepted algorithms of digests. Default: all except SHA-1. */
  readonly digestAlgorithms?: readonly DigestAlgorithm[] | undefined;
  /** The largest accepted difference of the clocks, in milliseconds. Default: 60,000. */
  readonly clockSkewMs?: number | undefined;
  /**
   * The largest accepted age of a response by its Timestamp, in milliseconds, whatever its Expires says. Default:
   * 300,000.
   */
  readonly maxAgeMs?: number | undefined;
}

/** Options for tokens from an issuer, a security token service (WS-Trust). Only `endpoint` is needed. */
export interface IssuerOptions {
  /** The address of the issuer. */
  readonly endpoint: string;
  /** How the client signs in at the issuer, and verifies its responses. Default: not at all. */
  readonly security?: Omit<SecurityOptions, "issuer"> | undefined;
  /** The version of WS-Trust. Default: `"1.3"`. */
  readonly version?: TrustVersion | undefined;
  /** The version of SOAP at the issuer. Default: `"1.2"`. */
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** The version of WS-Addressing at the issuer; `false` for none. Default: `"1.0"`. */
  readonly addressing?: "1.0" | "2004/08" | false | undefined;
  /** The service that the token is for, as the issuer knows it (wsp:AppliesTo). Default: the address of the call. */
  readonly appliesTo?: string | undefined;
  /** The type of the token: a version of SAML, or its URI. Default: the issuer decides. */
  readonly tokenType?: SamlVersion | (string & {}) | undefined;
  /**
   * What the token is bound to: nothing (`"bearer"`), a key that client and issuer make (`"symmetric"`), or the key of
   * `useKey` (`"public"`). A message with a bound token is signed by that key; with `signature`, its signature is.
   * Default: `"bearer"`.
   */
  readonly keyType?: KeyType | undefined;
  /** The size of a symmetric key in bits, from 128 to 512. Default: 256. */
  readonly keySize?: number | undefined;
  /** How a symmetric key signs messages. SHA-1 is weak, and used only if you name it. Default: `"HMAC-SHA256"`. */
  readonly signatureAlgorithm?: MacAlgorithm | undefined;
  /** The certificate and the key that a token of `keyType: "public"` is bound to. */
  readonly useKey?: Omit<SignatureOptions, "parts" | "keyReference"> | undefined;
  /** The parts of messages that the key of the token signs. Default: `["Body", "Timestamp"]`. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** A token of the user on whose behalf the client asks: its XML, or a function that returns it for each call. */
  readonly onBehalfOf?: Credential | undefined;
  /** The same for a client that acts as the user (WS-Trust 1.4). */
  readonly actAs?: Credential | undefined;
  /** The lifetime to ask for, in milliseconds. Default: the issuer decides. */
  readonly lifetimeMs?: number | undefined;
  /**
   * A token is renewed so long before its expiry, in milliseconds, and used until half of that time is left; at most half of
   * its lifetime. Default: 60,000.
   */
  readonly renewAheadMs?: number | undefined;
  /** The largest accepted difference of the clocks, in milliseconds, for a token that is not valid yet. Default: 60,000. */
  readonly clockSkewMs?: number | undefined;
  /** Options of the client that calls the issuer. Responses may have 1,048,576 bytes unless you set `limits`. */
  readonly client?: IssuerClientOptions | undefined;
}

/** The options of the client that calls the issuer: those of every client. */
export type IssuerClientOptions = Pick<
  ClientOptions,
  | "allowInsecure"
  | "connections"
  | "deadlineMs"
  | "httpHeaders"
  | "limits"
  | "proxy"
  | "retries"
  | "timeoutMs"
  | "tls"
  | "transport"
>;
