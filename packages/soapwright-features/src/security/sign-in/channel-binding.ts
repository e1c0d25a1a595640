/** The channel binding `tls-server-end-point` (RFC 5929, 4), which ties a sign-in to the certificate of the service. */
import { createHash } from "node:crypto";
import { children } from "../certificate";

/** The last octet of the object identifiers 2.16.840.1.101.3.4.2.n and of those of signatures with these hashes. */
const HASHES: readonly (readonly [name: string, oids: readonly string[]])[] = [
  // The hash itself, which RSASSA-PSS names in its parameters; RSA (PKCS #1); ECDSA.
  ["sha384", ["608648016503040202", "2a864886f70d01010c", "2a8648ce3d040303"]],
  ["sha512", ["608648016503040203", "2a864886f70d01010d", "2a8648ce3d040304"]],
];

/**
 * Returns the MD5 of the `gss_channel_bindings_struct` for a certificate in DER, as NTLM sends it (MS-NLMP, 2.2.2.1);
 * 16 zeros without a certificate.
 */
export function channelBinding(certificate: Uint8Array | undefined): Buffer {
  if (certificate === undefined) return Buffer.alloc(16);
  const data = Buffer.concat([
    Buffer.from("tls-server-end-point:"),
    createHash(hashOf(certificate)).update(certificate).digest(),
  ]);
  // Type and length of the addresses of both sides, which are absent, and the length of the data.
  const head = Buffer.alloc(20);
  head.writeUInt32LE(data.length, 16);
  return createHash("md5").update(head).update(data).digest();
}

/** The hash of the certificate's signature. SHA-256 stands for MD5 and SHA-1 too (RFC 5929, 4.1). */
function hashOf(certificate: Uint8Array): string {
  const [sequence] = children(certificate);
  const [, algorithm] = sequence === undefined ? [] : children(sequence.content);
  const text = Buffer.from(algorithm?.content ?? []).toString("hex");
  return HASHES.find(([, oids]) => oids.some((oid) => text.includes(oid)))?.[0] ?? "sha256";
}
