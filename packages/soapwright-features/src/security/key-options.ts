/** The types of options that hold or name keys. */

/** How a message identifies the certificate of a key. */
export type KeyReference = "BinarySecurityToken" | "SubjectKeyIdentifier" | "ThumbprintSHA1" | "IssuerSerial";

/** The public members of a `KeyObject` of `node:crypto`. With them, these declarations need no types of Node.js. */
export interface PrivateKey {
  readonly type: "secret" | "public" | "private";
  readonly asymmetricKeyType?: string | undefined;
}
