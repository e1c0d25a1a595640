/** Keys that are derived from another one: WS-SecureConversation 1.3, 8. */
import { attributeOf } from "soapwright-runtime/codecs";
import { childrenOf, type EnvelopePart } from "../envelope-parts";
import { computeKey } from "../issuer/proof";
import { WSC, WSC_2005, WSSE } from "../security-namespaces";
import { type KeyName, keyNameOf, octetsIn } from "./encrypted-elements";

/** How a key is made of another one, the base. */
export interface Derivation {
  readonly base: KeyName;
  readonly nonce: Buffer;
  readonly offset: number;
  readonly length: number;
}

/** The labels of both sides, which are the default. */
const LABEL = "WS-SecureConversationWS-SecureConversation";
/** The most octets of a key and of a nonce, and the largest offset. */
const MOST = 128;

export function derivedKey(secret: Buffer, { nonce, offset, length }: Omit<Derivation, "base">): Buffer {
  return computeKey(secret, Buffer.concat([Buffer.from(LABEL), nonce]), offset + length).subarray(offset);
}

export function isDerivedKey({ namespace, local }: EnvelopePart): boolean {
  return local === "DerivedKeyToken" && (namespace === WSC || namespace === WSC_2005);
}

/** Returns undefined for a token of another form, algorithm or label. */
export function readDerivation(text: string, token: EnvelopePart): Derivation | undefined {
  const algorithm = attributeOf(token, "", "Algorithm");
  if (algorithm !== undefined && algorithm !== `${token.namespace}/dk/p_sha1`) return undefined;
  const [reference, ...rest] = childrenOf(text, token);
  if (reference?.namespace !== WSSE || reference.local !== "SecurityTokenReference") return undefined;
  const names = rest.map(({ local }) => local).join(" ");
  const isKnown = rest.every(({ namespace }) => namespace === token.namespace);
  if (!isKnown || !/^(?:(?:Generation |Offset )?(?:Length )?(?:Label )?)Nonce$/.test(names)) return undefined;
  const part = (local: string): EnvelopePart | undefined => rest.find((each) => each.local === local);
  const number = (local: string, without: number): number => {
    const found = part(local);
    const written = found && textIn(text, found).trim();
    return written === undefined ? without : /^\d{1,4}$/.test(written) ? Number(written) : Number.NaN;
  };
  const length = number("Length", 32);
  const offset = part("Generation") === undefined ? number("Offset", 0) : number("Generation", 0) * length;
  const nonce = octetsIn(text, part("Nonce")!);
  const label = part("Label");
  const isUsual = label === undefined || textIn(text, label) === LABEL;
  const base = keyNameOf(text, reference);
  if (!isUsual || nonce === undefined || nonce.length === 0 || nonce.length > MOST) return undefined;
  return length >= 16 && length <= MOST && offset <= MOST ? { base, nonce, offset, length } : undefined;
}

function textIn(text: string, { tag }: EnvelopePart): string {
  return tag.isEmpty ? "" : text.slice(tag.end, text.indexOf("<", tag.end));
}
