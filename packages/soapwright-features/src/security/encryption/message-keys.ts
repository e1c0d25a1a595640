/** The secret keys of one received message. */
import { attributeOf } from "soapwright-runtime/codecs";
import { type EnvelopePart, isNamed } from "../envelope-parts";
import type { Refuse } from "../refusal";
import { WSSE, XENC } from "../security-namespaces";
import { readEncrypted } from "./encrypted-elements";
import { type KeyTransport, keyIn, OAEP, OAEP_DIGESTS, OAEP_MGF1P, RSA_15, unwrapBlock } from "./key-transport";
import type { DecryptionTerms } from "./read-encryption";

/** Each key that a part refers to costs an operation with the private key. */
const MOST_KEYS = 16;

interface WrappedKey {
  readonly transport: KeyTransport | "RSA-1_5";
  /** Made when the key is first needed. */
  block: Buffer | undefined;
  readonly octets: Buffer;
}

export class MessageKeys {
  readonly #terms: DecryptionTerms;
  readonly #refuse: Refuse;
  readonly #wrapped = new Map<string, WrappedKey>();

  constructor(terms: DecryptionTerms, refuse: Refuse) {
    this.#terms = terms;
    this.#refuse = refuse;
  }

  /** Reads the EncryptedKeys among the tokens of a Security block. Throws for one that is not accepted. */
  read(text: string, tokens: readonly EnvelopePart[]): void {
    const keys = tokens.filter((token) => isNamed(token, XENC, "EncryptedKey"));
    if (keys.length > MOST_KEYS) throw this.#refuse(`it has more than ${MOST_KEYS} keys (xenc:EncryptedKey)`);
    const seen = new Set<string>();
    for (const key of keys) {
      const id = idOf(key);
      if (seen.has(id)) throw this.#refuse("the id of an EncryptedKey is on more than one element");
      seen.add(id);
      if (!this.#wrapped.has(id)) this.#wrapped.set(id, this.#wrappedKey(text, key));
    }
  }

  /** Returns the key that a part refers to, or whose list names the part. */
  keyFor(reference: EnvelopePart | undefined, listedBy: EnvelopePart | undefined, length: number): Buffer {
    const uri = reference && isNamed(reference, WSSE, "Reference") ? attributeOf(reference, "", "URI") : undefined;
    const id = reference === undefined ? listedBy && idOf(listedBy) : uri?.replace(/^#/, "");
    const wrapped = id === undefined ? undefined : this.#wrapped.get(id);
    if (wrapped === undefined) throw this.#refuse("its EncryptedData refers to a key that the message does not have");
    wrapped.block ??= unwrapBlock(this.#terms.key, wrapped.octets);
    return keyIn(wrapped.block, wrapped.transport, [length]);
  }

  #wrappedKey(text: string, key: EnvelopePart): WrappedKey {
    const encrypted = readEncrypted(text, key);
    if (encrypted === undefined) throw this.#refuse("its EncryptedKey is not of the form that is accepted");
    const { algorithm, digest, mask, octets } = encrypted;
    if (algorithm === RSA_15) {
      if (this.#terms.allowRsa15) return { transport: "RSA-1_5", block: undefined, octets };
      throw this.#refuse("its key is encrypted by RSA 1.5, which is open to attacks", {
        remedy: "Ask the service for rsa-oaep-mgf1p",
        callerRemedy: "Ask the service for rsa-oaep-mgf1p, or set security.decryption.allowRsa15",
      });
    }
    const names = ["SHA-1", "SHA-256"] as const;
    const digestName = names.find((name) => OAEP_DIGESTS[name].uri === (digest ?? OAEP_DIGESTS["SHA-1"].uri));
    const mgf = names.find((name) => OAEP_DIGESTS[name].mgf === (mask ?? OAEP_DIGESTS["SHA-1"].mgf));
    const isOaep = algorithm === OAEP || (algorithm === OAEP_MGF1P && mgf === "SHA-1");
    if (isOaep && digestName !== undefined && mgf !== undefined) {
      return { transport: { digest: digestName, mgf }, block: undefined, octets };
    }
    throw this.#refuse("its key is encrypted by an algorithm that is not one of those that are accepted", {
      remedy: "Ask the service for rsa-oaep-mgf1p, or for rsa-oaep with SHA-1 or SHA-256",
    });
  }
}

/** An EncryptedKey that only its own list refers to needs no id. */
function idOf(key: EnvelopePart): string {
  return attributeOf(key, "", "Id") ?? `at ${key.start}`;
}
