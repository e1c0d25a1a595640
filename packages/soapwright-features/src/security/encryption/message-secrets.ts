/** The keys of a message that is written: one that encrypts, and with the symmetric binding one that signs. */
import type { SecurityTerms } from "../read-options";
import { macSigner, type Signer } from "../write-signature";
import { DATA_ALGORITHMS } from "./data-cipher";
import { answeringKey, newSessionKey, type SessionKey, type SharedSecret, type UsedKey, useKey } from "./session-key";

interface MessageSecrets {
  readonly session: SessionKey;
  readonly encrypting: UsedKey;
  /** Undefined without the symmetric binding. */
  readonly signing: Signer | undefined;
  /** The tokens of derived keys. */
  readonly derived: string;
}

type Terms = Pick<SecurityTerms, "encryption" | "symmetricBinding">;

/** Returns undefined if nothing has a key of the message. Rejects with a `ConfigurationError`. */
export async function messageSecrets(
  { encryption, symmetricBinding }: Terms,
  answered: SharedSecret | undefined,
): Promise<MessageSecrets | undefined> {
  const shared = symmetricBinding && answered;
  if (encryption === undefined && shared === undefined) return undefined;
  const session = shared === undefined ? await newSessionKey(encryption!) : answeringKey(shared);
  const length = encryption === undefined ? 16 : DATA_ALGORITHMS[encryption.dataAlgorithm].keyLength;
  if (symmetricBinding === undefined) {
    return { session, encrypting: useKey(session, undefined, length), signing: undefined, derived: "" };
  }
  const { signatureAlgorithm, digestAlgorithm, parts, derivedKeys } = symmetricBinding;
  // The lengths of the algorithm suites (WS-SecurityPolicy 1.3, 6.1).
  const signs = useKey(session, derivedKeys, Math.min(length, 24));
  const encrypting = encryption === undefined ? { ...signs, token: "" } : useKey(session, derivedKeys, length);
  const signing = macSigner(signatureAlgorithm, signs.key, signs.reference, {
    // A response has no key of its own.
    parts: parts.filter((part) => part !== "EncryptedKey" || session.xml !== ""),
    digestAlgorithm,
  });
  return { session, encrypting, signing, derived: `${signs.token}${encrypting.token}` };
}

/** Returns the keys, which stand before what refers to them, and the list of what is encrypted, which may be in a key. */
export function writtenKeys(
  { session, signing, derived }: MessageSecrets,
  list: string,
): { readonly before: string; readonly list: string } {
  if (signing !== undefined) return { before: `${session.certificate}${session.xml}${derived}`, list };
  const end = session.xml.lastIndexOf("</");
  return { before: "", list: `${session.certificate}${session.xml.slice(0, end)}${list}${session.xml.slice(end)}` };
}
