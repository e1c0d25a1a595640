/** Opens a received message: decrypts and verifies it in the order that its header has. */
import { attributeOf, endOfElement, NotWellFormed } from "soapwright-runtime/codecs";
import { type Patch, patched } from "../canonical-writer";
import {
  childrenOf,
  type EnvelopePart,
  type EnvelopeParts,
  elementsIn,
  isNamed,
  readParts,
  readSecured,
} from "../envelope-parts";
import type { VerifyingSecret, VerifyingTerms } from "../read-options";
import { type Refuse, refuseRequest, responseRefuser } from "../refusal";
import { isIdName, type ResponseOutline, readOutline } from "../response-outline";
import type { RequestFacts } from "../secure-message";
import { DS, WSSE11, XENC } from "../security-namespaces";
import { type ReceivedMessage, requireOneBody, verifyResponse } from "../verify-response";
import { DATA_ALGORITHMS, DATA_NAMES, decryptData } from "./data-cipher";
import { isContent } from "./decrypted-text";
import { octetsIn, readEncrypted, referencesIn } from "./encrypted-elements";
import { MessageKeys } from "./message-keys";
import type { DecryptionTerms, SymmetricTerms } from "./read-encryption";

export interface OpeningTerms {
  readonly decryption: DecryptionTerms | undefined;
  readonly verify: VerifyingTerms | undefined;
  readonly symmetricBinding?: SymmetricTerms | undefined;
}

/** Decrypted text may have encrypted parts again. */
const MOST_PASSES = 4;
/** Each reference costs a pass over its text. */
const MOST_REFERENCES = 64;

/** Returns the envelope of plain and, with `verify`, verified parts. Rejects with a `ResponseError`. */
export async function openMessage(terms: OpeningTerms, message: ReceivedMessage): Promise<string> {
  const { operation } = message;
  const refuse = operation === undefined ? refuseRequest : responseRefuser(operation);
  try {
    return await opened(terms, message, refuse);
  } catch (error) {
    if (error instanceof NotWellFormed) throw refuse("it is not of the form that is accepted");
    throw error;
  }
}

async function opened(terms: OpeningTerms, message: ReceivedMessage, refuse: Refuse): Promise<string> {
  const plain = await plainOf(terms, message, refuse);
  if (terms.verify?.encrypted === true) requireEncrypted(message.text, plain, refuse);
  return plain;
}

/** Throws unless the Body came encrypted. An empty one has nothing to hide, and a fault may be of before the keys. */
function requireEncrypted(received: string, plain: string, refuse: Refuse): void {
  const parts = readParts(plain);
  const [content] = childrenOf(plain, parts.body);
  if (content === undefined || isNamed(content, parts.soap, "Fault")) return;
  const [first] = childrenOf(received, readParts(received).body);
  if (first !== undefined && isNamed(first, XENC, "EncryptedData")) return;
  throw refuse("its Body is not encrypted", {
    callerRemedy: "Ask the service to encrypt responses; security.verify.encrypted asks for it",
  });
}

async function plainOf(terms: OpeningTerms, message: ReceivedMessage, refuse: Refuse): Promise<string> {
  const { text, sent } = message;
  const { decryption, symmetricBinding } = terms;
  const keys = new MessageKeys(decryption, sent?.session, refuse);
  const verify = terms.verify && withSecret(terms.verify, symmetricBinding, keys);
  const mayBeEncrypted = (decryption !== undefined || sent?.session !== undefined) && text.includes("EncryptedData");
  if (!mayBeEncrypted) return verify === undefined ? text : verifyResponse(verify, message, refuse);
  const opening = new Opening(keys, refuse);
  let plain = await opening.decrypt(text, verify !== undefined);
  if (verify !== undefined) {
    plain = await verifyResponse(verify, { ...message, text: plain, mayBeEncrypted }, refuse);
    plain = await opening.decryptVerified(plain);
  }
  opening.requireAll(plain);
  return plain;
}

/** Returns the terms of a signature by a key of the message, where the symmetric binding asks for it. */
function withSecret(verify: VerifyingTerms, binding: SymmetricTerms | undefined, keys: MessageKeys): VerifyingTerms {
  if (binding === undefined) return verify;
  const keyOf: VerifyingSecret["keyOf"] = (message, keyInfo) => {
    keys.read(message);
    return keys.signingKey(message.text, keyInfo);
  };
  return { ...verify, secret: { algorithm: binding.signatureAlgorithm, keyOf } };
}

/** Returns the key of a request, and the values of its signatures, for its response. */
export function factsOf(decryption: DecryptionTerms | undefined, plain: string): RequestFacts {
  const keys = new MessageKeys(decryption, undefined, refuseRequest);
  const message = readSecured(plain, refuseRequest);
  keys.read(message);
  const signatures = message.tokens.filter((token) => isNamed(token, DS, "Signature"));
  const values = signatures.map((signature) => {
    const value = childrenOf(plain, signature).find(({ local }) => local === "SignatureValue");
    return value && octetsIn(plain, value)?.toString("base64");
  });
  return { session: decryption && keys.shared(), confirms: values };
}

/** An encrypted part by its id, and the EncryptedKey whose list names it. */
interface Encrypted {
  readonly id: string;
  /** Which token of the Security block names it. */
  readonly at: number;
  readonly key: EnvelopePart | undefined;
}

class Opening {
  readonly #refuse: Refuse;
  readonly #keys: MessageKeys;
  readonly #done = new Set<string>();
  /** The ids of the message that was verified. */
  #ids: ResponseOutline["ids"] = new Map();
  /** What the lists of the header name. */
  #listed: readonly Encrypted[] = [];

  constructor(keys: MessageKeys, refuse: Refuse) {
    this.#refuse = refuse;
    this.#keys = keys;
  }

  /** Decrypts what is listed; `untilSignature`: what is listed before the signature, which covers the rest. */
  async decrypt(text: string, untilSignature: boolean): Promise<string> {
    for (let pass = 0; ; pass++) {
      if (pass > 0 && !text.includes("EncryptedData")) return text;
      const outline = await readOutline(text);
      if (outline.soap !== undefined) requireOneBody(outline, this.#refuse);
      const parts = readSecured(text, this.#refuse);
      const { tokens } = parts;
      this.#keys.read(parts);
      this.#ids = outline.ids;
      this.#listed = this.#listedIn(text, tokens);
      // The signature may be encrypted itself.
      const end = untilSignature ? tokens.findIndex(isSignatureOrEncrypted) : -1;
      const due = end < 0 ? this.#listed : this.#listed.filter(({ at }) => at <= end);
      const present = due.filter(({ id }) => !this.#done.has(id) && outline.ids.has(id));
      if (present.length === 0) return text;
      this.#requireDepth(pass);
      text = await this.#replace(text, parts, outline, present);
    }
  }

  /** Decrypts the rest, in the text that consists of verified parts. */
  async decryptVerified(text: string): Promise<string> {
    const rest = () => this.#listed.filter(({ id }) => !this.#done.has(id));
    for (let pass = 0; rest().length > 0; pass++) {
      const outline = await readOutline(text);
      const present = rest().filter(({ id }) => outline.ids.has(id));
      if (present.length === 0) break;
      this.#requireDepth(pass);
      text = await this.#replace(text, readParts(text), outline, present);
    }
    return text;
  }

  /** Throws if a part is still encrypted. */
  requireAll(text: string): void {
    const { body } = readParts(text);
    const [first] = childrenOf(text, body);
    if (first !== undefined && isNamed(first, XENC, "EncryptedData")) {
      throw this.#refuse("no xenc:ReferenceList names its EncryptedData");
    }
    // What no signature covers is not a part of the verified message.
    if (this.#listed.some(({ id }) => !this.#done.has(id) && !this.#ids.has(id))) throw this.#refuse(MISSING);
  }

  #requireDepth(pass: number): void {
    if (pass >= MOST_PASSES) throw this.#refuse(`parts are encrypted more than ${MOST_PASSES} times`);
  }

  /** Returns what the lists name, and encrypted tokens that no list names. */
  #listedIn(text: string, tokens: readonly EnvelopePart[]): readonly Encrypted[] {
    const found = tokens.flatMap((token, at) => {
      const isKey = isNamed(token, XENC, "EncryptedKey");
      const lists = (isKey ? childrenOf(text, token) : [token]).filter((each) => isNamed(each, XENC, "ReferenceList"));
      const ids = lists.flatMap((list) => referencesIn(text, list) ?? [""]);
      if (ids.includes("")) throw this.#refuse("a xenc:ReferenceList is not of the form that is accepted");
      return ids.map((id) => ({ id, at, key: isKey ? token : undefined }));
    });
    if (found.length > MOST_REFERENCES) {
      throw this.#refuse(`it has more than ${MOST_REFERENCES} references to encrypted parts`);
    }
    const listed = new Set(found.map(({ id }) => id));
    if (listed.size < found.length) throw this.#refuse("an encrypted part is named twice");
    const others = tokens.flatMap((token, at) => {
      const id = isNamed(token, XENC, "EncryptedData") ? attributeOf(token, "", "Id") : undefined;
      return id === undefined || listed.has(id) ? [] : [{ id, at, key: undefined }];
    });
    return [...found, ...others];
  }

  async #replace(
    text: string,
    parts: EnvelopeParts,
    outline: ResponseOutline,
    present: readonly Encrypted[],
  ): Promise<string> {
    const elements = elementsById(text, parts, new Set(present.map(({ id }) => id)));
    const patches: Required<Patch>[] = [];
    for (const { id, key } of present) {
      const element = elements.get(id);
      if (outline.ids.get(id) !== 1) throw this.#refuse("the id of an encrypted part is on more than one element");
      if (element === undefined || !isNamed(element, XENC, "EncryptedData")) throw this.#refuse(MISSING);
      const type = attributeOf(element, "", "Type");
      if (type !== `${XENC}Element` && type !== `${XENC}Content`) {
        throw this.#refuse("its EncryptedData is neither of the Type Element nor of Content");
      }
      const header = parts.blocks.find(
        (block) => isNamed(block, WSSE11, "EncryptedHeader") && childrenOf(text, block)[0]?.start === element.start,
      );
      const whole = header ?? element;
      const insert = await this.#plain(text, element, key, type === `${XENC}Element`);
      patches.push({ at: whole.start, end: endOfElement(text, whole.tag), insert });
      this.#done.add(id);
    }
    patches.sort((a, b) => a.at - b.at);
    if (patches.some(({ at }, index) => at < (patches[index - 1]?.end ?? 0))) throw this.#refuse(MISSING);
    return patched(text, patches);
  }

  async #plain(
    text: string,
    element: EnvelopePart,
    listedBy: EnvelopePart | undefined,
    isElement: boolean,
  ): Promise<string> {
    const encrypted = readEncrypted(text, element);
    if (encrypted === undefined) throw this.#refuse("its EncryptedData is not of the form that is accepted");
    const algorithm = DATA_NAMES.find((name) => DATA_ALGORITHMS[name].uri === encrypted.algorithm);
    if (algorithm === undefined) {
      throw this.#refuse("it is encrypted by an algorithm that is not one of those that are accepted", {
        remedy: `Ask the service for one of ${DATA_NAMES.join(", ")}`,
      });
    }
    const key = this.#keys.keyFor(encrypted.keyName, listedBy, DATA_ALGORITHMS[algorithm].keyLength);
    const plain = await decryptData(algorithm, key, encrypted.octets);
    // The same words for a wrong key, padding, tag, encoding and form: none may be told from another.
    if (plain !== undefined && (await isContent(plain, element.scope, isElement))) return plain;
    throw this.#refuse("its encrypted parts cannot be decrypted", {
      reason: "decryption",
      option: "security.decryption",
      callerRemedy:
        "Compare security.decryption with the certificate that the service encrypts for; if they belong together, something on the way has changed the response",
    });
  }
}

const MISSING = "an encrypted part that a xenc:ReferenceList names is missing";

function isSignatureOrEncrypted(token: EnvelopePart): boolean {
  return isNamed(token, DS, "Signature") || isNamed(token, XENC, "EncryptedData");
}

/** Returns the elements of the Header and the Body that have these ids. */
function elementsById(
  text: string,
  { header, body }: EnvelopeParts,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, EnvelopePart> {
  const found = new Map<string, EnvelopePart>();
  for (const part of [header, body]) {
    if (part === undefined || found.size === ids.size) continue;
    const elements = elementsIn(text, part, ({ attributes }) =>
      attributes.some((value, at) => at % 2 === 1 && ids.has(value) && isIdName(attributes[at - 1]!)),
    );
    for (const element of elements) {
      const id = attributeOf(element, "", "Id");
      if (id !== undefined && ids.has(id)) found.set(id, element);
    }
  }
  return found;
}
