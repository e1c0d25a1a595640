/** The secret keys of one received message. */
import { attributeOf } from "soapwright-runtime/codecs";
import { type EnvelopePart, isNamed, type SecuredParts } from "../envelope-parts";
import type { Refuse } from "../refusal";
import { WSU, XENC } from "../security-namespaces";
import { type Derivation, derivedKey, isDerivedKey, readDerivation } from "./derived-keys";
import { type KeyName, keyNameIn, readEncrypted } from "./encrypted-elements";
import { type KeyTransport, keyIn, OAEP, OAEP_DIGESTS, OAEP_MGF1P, RSA_15, unwrapBlock } from "./key-transport";
import type { DecryptionTerms } from "./read-encryption";
import { type SharedSecret, sha1Of } from "./session-key";

/** Each key that a part refers to costs an operation with the private key. */
const MOST_KEYS = 16;
/** The lengths of a key that others are derived from, or that signs. */
const SECRET_LENGTHS = [32, 16, 24, 20, 48, 64];

interface WrappedKey {
  readonly transport: KeyTransport | "RSA-1_5";
  /** Made when the key is first needed. */
  block: Buffer | undefined;
  readonly octets: Buffer;
}

export class MessageKeys {
  readonly #terms: DecryptionTerms | undefined;
  readonly #shared: SharedSecret | undefined;
  readonly #refuse: Refuse;
  readonly #wrapped = new Map<string, WrappedKey>();
  readonly #derived = new Map<string, Derivation>();

  /** `shared` is the key of the request that the message answers. */
  constructor(terms: DecryptionTerms | undefined, shared: SharedSecret | undefined, refuse: Refuse) {
    this.#terms = terms;
    this.#shared = shared;
    this.#refuse = refuse;
  }

  /** Reads the keys among the tokens of a Security block. Throws for one that is not accepted. */
  read({ text, tokens }: Pick<SecuredParts, "text" | "tokens">): void {
    const keys = tokens.filter((token) => isNamed(token, XENC, "EncryptedKey") || isDerivedKey(token));
    if (keys.length > MOST_KEYS) throw this.#refuse(`it has more than ${MOST_KEYS} keys`);
    const seen = new Set<string>();
    for (const key of keys) {
      const id = idOf(key);
      if (seen.has(id)) throw this.#refuse("the id of a key is on more than one element");
      seen.add(id);
      if (isDerivedKey(key)) this.#derived.set(id, this.#derivation(text, key));
      else if (!this.#wrapped.has(id)) this.#wrapped.set(id, this.#wrappedKey(text, key));
    }
  }

  /** Returns the key that a part names, or whose list names the part. */
  keyFor(name: KeyName | undefined, listedBy: EnvelopePart | undefined, length: number): Buffer {
    const listed = listedBy === undefined ? {} : { id: idOf(listedBy) };
    const key = this.#key(name ?? listed, [length]);
    if (key === undefined) throw this.#refuse("its EncryptedData refers to a key that the message does not have");
    return key;
  }

  /**
   * Returns the key that a signature names; undefined for another one than that of the request: anybody can write a
   * response with an EncryptedKey of its own.
   */
  signingKey(text: string, keyInfo: EnvelopePart | undefined): Buffer | undefined {
    const name = keyNameIn(text, keyInfo) ?? {};
    const { base = name } = this.#derived.get(name.id ?? "") ?? {};
    if (this.#shared !== undefined && base.sha1 !== this.#shared.sha1) return undefined;
    return this.#key(name, SECRET_LENGTHS);
  }

  /** Returns the first key of a request, for its response. */
  shared(): SharedSecret | undefined {
    const [[id, { octets }] = ["", { octets: Buffer.alloc(0) }]] = this.#wrapped;
    const secret = this.#key({ id }, SECRET_LENGTHS);
    return secret && { secret, sha1: sha1Of(octets) };
  }

  #key(name: KeyName, lengths: readonly number[]): Buffer | undefined {
    const derivation = this.#derived.get(name.id ?? "");
    if (derivation === undefined) return this.#base(name, lengths);
    const base = this.#base(derivation.base, SECRET_LENGTHS);
    return base && derivedKey(base, derivation);
  }

  /** Returns a key that is not derived. */
  #base({ id, sha1 }: KeyName, lengths: readonly number[]): Buffer | undefined {
    if (sha1 !== undefined && sha1 === this.#shared?.sha1) return this.#shared.secret;
    const all = [...this.#wrapped.values()];
    const wrapped = id === undefined ? all.find(({ octets }) => sha1Of(octets) === sha1) : this.#wrapped.get(id);
    if (wrapped === undefined) return undefined;
    if (this.#terms === undefined) {
      throw this.#refuse("it is encrypted, which this client cannot read without security.decryption. Set it");
    }
    wrapped.block ??= unwrapBlock(this.#terms.key, wrapped.octets);
    // To try one length after another would tell about the padding of RSA 1.5.
    return keyIn(wrapped.block, wrapped.transport, wrapped.transport === "RSA-1_5" ? lengths.slice(0, 1) : lengths);
  }

  #derivation(text: string, token: EnvelopePart): Derivation {
    const derivation = readDerivation(text, token);
    if (derivation === undefined) throw this.#refuse("its DerivedKeyToken is not of the form that is accepted");
    return derivation;
  }

  #wrappedKey(text: string, key: EnvelopePart): WrappedKey {
    const encrypted = readEncrypted(text, key);
    if (encrypted === undefined) throw this.#refuse("its EncryptedKey is not of the form that is accepted");
    const { algorithm, digest, mask, octets } = encrypted;
    if (algorithm === RSA_15) {
      if (this.#terms?.allowRsa15 === true) return { transport: "RSA-1_5", block: undefined, octets };
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
  return attributeOf(key, "", "Id") ?? attributeOf(key, WSU, "Id") ?? `at ${key.start}`;
}
