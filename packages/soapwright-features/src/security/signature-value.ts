/** Makes the value of a signature, by a key or by a key service. */
import { createHash, sign as signWith, verify as verifyWith } from "node:crypto";
import { promisify } from "node:util";
import type { CredentialRequest } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { kindOf } from "soapwright-runtime/xsd";
import { keyFor, SIGNATURES } from "./algorithms";
import { asPair } from "./certificate";
import type { SigningTerms } from "./read-signature";
import { wrong } from "./security-error";
import type { SigningRequest } from "./security-options";

const signLocally = promisify(signWith) as (
  hash: string,
  content: Uint8Array,
  key: ReturnType<typeof keyFor>,
) => Promise<Buffer>;

/** Returns the signature of `content` in base64. Rejects with a `ConfigurationError`. */
export async function signatureOf(terms: SigningTerms, content: Buffer, request: CredentialRequest): Promise<string> {
  const { key, signatureAlgorithm } = terms;
  const { hash } = SIGNATURES[signatureAlgorithm];
  if (key !== undefined) {
    const bytes = await signLocally(hash, content, keyFor(key, signatureAlgorithm));
    return bytes.toString("base64");
  }
  const digest = createHash(hash).update(content).digest();
  const signature = await askSigner(terms, { content, digest, algorithm: signatureAlgorithm }, request);
  const bytes =
    SIGNATURES[signatureAlgorithm].key === "ec" ? asPair(signature, terms.certificate.publicKey) : signature;
  // The key service may use a wrong key, or hash the digest again. The service could only report a wrong signature.
  if (!verifyWith(hash, content, keyFor(terms.certificate.publicKey, signatureAlgorithm), bytes)) {
    throw wrong(
      "security.signature.signer",
      `What security.signature.signer returned is no ${signatureAlgorithm} signature by the key of security.signature.certificate, so nothing was sent. Check which key it signs with, and that it signs digest as a digest, or content.`,
    );
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Rejects when the time limit has passed. */
async function askSigner(
  { signer, signerTimeoutMs }: SigningTerms,
  content: Pick<SigningRequest, "content" | "digest" | "algorithm">,
  { operation, attempt, credentials, signal }: CredentialRequest,
): Promise<Uint8Array> {
  const option = "security.signature.signer";
  const controller = new AbortController();
  const onAbort = (): void => controller.abort();
  signal.addEventListener("abort", onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const ms = signerTimeoutMs.toLocaleString("en-US");
      const message = `The signer took longer than security.signature.signerTimeoutMs (${ms} ms), so nothing was sent. Raise it, or call again later.`;
      reject(wrong("security.signature.signerTimeoutMs", message));
      controller.abort();
    }, signerTimeoutMs);
  });
  try {
    const request: SigningRequest = { ...content, operation, attempt, credentials, signal: controller.signal };
    const signature: unknown = await Promise.race([(async () => signer?.(request))(), late]);
    if (signature instanceof Uint8Array && signature.length > 0) return signature;
    const returned = signature === undefined ? "nothing" : kindOf(signature);
    throw wrong(option, `${option} must return the bytes of a signature, but returned ${returned}.`);
  } catch (cause) {
    if (isServiceError(cause)) throw cause;
    throw wrong(option, `${option} failed, so nothing was sent. Its error is the cause.`, cause);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
