/** The options `encryption` and `decryption` of `security`. */
import type { KeyReference, PrivateKey } from "../key-options";

/**
 * Elements by a path with child steps: `//{namespace}name`, or `/{namespace}Envelope/{namespace}Body/{namespace}name`. A
 * message may have none.
 */
export interface ElementPath {
  readonly path: string;
}

/**
 * An encrypted part of a message. `Body`: its content. `{ namespace, name }`: header blocks of this name; if there are
 * none, the elements of this name in the Body, or nothing if it is `optional`. `{ path }`: elements by a path, whose `content` alone may be encrypted.
 */
export type EncryptedPart =
  | "Body"
  | "UsernameToken"
  | "Signature"
  | { readonly namespace: string; readonly name: string; readonly optional?: boolean | undefined }
  | (ElementPath & { readonly content?: boolean | undefined });

/** The algorithm that encrypts parts. CBC does not detect changes: sign what it encrypts. */
export type DataAlgorithm =
  | "AES-128-GCM"
  | "AES-192-GCM"
  | "AES-256-GCM"
  | "AES-128-CBC"
  | "AES-192-CBC"
  | "AES-256-CBC";

/** The digest of RSA-OAEP or of its mask. SHA-1 is not weak here. */
export type OaepDigest = "SHA-1" | "SHA-256";

/** The parts of a request that are encrypted, for whom, and how: XML Encryption 1.1, WS-Security 1.1, 9. */
export interface EncryptionOptions {
  /** The recipient's X.509 certificate in PEM, with an RSA key. */
  readonly certificate: string;
  /** The encrypted parts. Default: `["Body"]`. */
  readonly parts?: readonly EncryptedPart[] | undefined;
  /** Whether the signature covers the plain or the encrypted text. Default: `"sign-before-encrypt"`. */
  readonly order?: "sign-before-encrypt" | "encrypt-before-sign" | undefined;
  /** The algorithm that encrypts the parts. Default: `"AES-256-GCM"`. */
  readonly dataAlgorithm?: DataAlgorithm | undefined;
  /**
   * The algorithm that encrypts the key. `RSA-OAEP-MGF1P` has the mask MGF1 with SHA-1, `RSA-OAEP` names its mask.
   * Default: `"RSA-OAEP-MGF1P"`.
   */
  readonly keyTransport?: "RSA-OAEP-MGF1P" | "RSA-OAEP" | undefined;
  /** The digest of the key transport. Default: SHA-1 for `RSA-OAEP-MGF1P`, SHA-256 for `RSA-OAEP`. */
  readonly oaepDigest?: OaepDigest | undefined;
  /** The digest of the mask of `RSA-OAEP`. Default: `"SHA-256"`. */
  readonly oaepMask?: OaepDigest | undefined;
  /**
   * How the message identifies the certificate. Default: `"SubjectKeyIdentifier"`, or `"ThumbprintSHA1"` for a
   * certificate without one.
   */
  readonly keyReference?: KeyReference | undefined;
}

/** The key that decrypts responses. */
export interface DecryptionOptions {
  /** The RSA private key in PEM, or a `KeyObject` of `node:crypto`. */
  readonly key: string | PrivateKey;
  /** The passphrase of an encrypted key. */
  readonly passphrase?: string | undefined;
  /** The certificate of the key in PEM, to check that both belong together. Default: not checked. */
  readonly certificate?: string | undefined;
  /** Whether RSA 1.5 (PKCS #1) is accepted as key transport. It is open to attacks. Default: `false`. */
  readonly allowRsa15?: boolean | undefined;
}
