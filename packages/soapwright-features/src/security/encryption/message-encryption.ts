/** Encrypts the parts of one message: WS-Security 1.1, 9. */
import { endOfElement, scopeIn, type WrittenTag } from "soapwright-runtime/codecs";
import { canonicalValue, type Patch, patched } from "../canonical-writer";
import { elementsAt, isPath } from "../element-path";
import {
  childrenOf,
  type EnvelopePart,
  type EnvelopeParts,
  elementsIn,
  findParts,
  inheritedDeclarations,
  isNamed,
} from "../envelope-parts";
import { wrong } from "../security-error";
import { DS, SOAP_11, WSSE11, WSU, XENC } from "../security-namespaces";
import { newId, type Token, type Tokens } from "../security-tokens";
import { DATA_ALGORITHMS, encryptData } from "./data-cipher";
import type { ElementPath, EncryptedPart } from "./encryption-options";
import type { EncryptionTerms } from "./read-encryption";
import type { UsedKey } from "./session-key";

type NamedPart = Extract<EncryptedPart, { readonly name: string }>;

const NS_XENC = `xmlns:xenc="${XENC}"`;

export class MessageEncryption {
  readonly #terms: EncryptionTerms;
  readonly #used: Pick<UsedKey, "key" | "reference">;
  readonly #references: string[] = [];

  constructor(terms: EncryptionTerms, used: Pick<UsedKey, "key" | "reference">) {
    this.#terms = terms;
    this.#used = used;
  }

  /** The list of what was encrypted, or no text. */
  get list(): string {
    if (this.#references.length === 0) return "";
    const references = this.#references.map((id) => `<xenc:DataReference URI="#${id}"></xenc:DataReference>`);
    return `<xenc:ReferenceList ${NS_XENC}>${references.join("")}</xenc:ReferenceList>`;
  }

  covers(part: EncryptedPart): boolean {
    return this.#terms.parts.includes(part);
  }

  /** Returns the EncryptedData in place of `token`, in canonical form: a signature may cover it. */
  async token(token: Token): Promise<Token> {
    const { id, xml } = await this.#data(token.xml, "Element");
    return { ...token, id, xml };
  }

  /** Returns the envelope with encrypted parts. Rejects with a `ConfigurationError` if it lacks one. */
  async parts(envelope: string, operation: string): Promise<string> {
    const parts = findParts(envelope);
    const named = this.#terms.parts.filter((part) => typeof part !== "string" && !isPath(part)) as readonly NamedPart[];
    const elements = named.flatMap((part) => elementsNamed(envelope, parts, part, operation));
    let text = await this.#elements(envelope, parts, elements);
    for (const part of this.#terms.parts.filter(isPath)) {
      const now = findParts(text);
      text = await this.#elements(text, now, elementsAt(text, now, part), part);
    }
    return this.covers("Body") ? patched(text, [await this.#contentOf(text, findParts(text).body)]) : text;
  }

  /** Encrypts elements, which `path` names, or their content. An element inside another one is encrypted with it. */
  async #elements(
    text: string,
    parts: EnvelopeParts,
    elements: readonly EnvelopePart[],
    path?: Extract<EncryptedPart, ElementPath>,
  ): Promise<string> {
    const found: Required<Patch>[] = [];
    for (const element of elements.toSorted((one, other) => one.start - other.start)) {
      if (element.start < (found.at(-1)?.end ?? 0)) continue;
      if (path?.content === true) found.push(await this.#contentOf(text, element));
      else if (element.start === parts.body.start || element.start === parts.header?.start) {
        throw wrong(
          "security.encryption.parts",
          `security.encryption.parts has ${path?.path}, which names the ${element.local} itself. Set content: true for what is in it.`,
        );
      } else found.push(await this.#whole(text, element, parts));
    }
    return patched(text, found);
  }

  /** Returns the EncryptedData in place of an element, which is in a header block of its own in place of one. */
  async #whole(text: string, element: EnvelopePart, parts: EnvelopeParts): Promise<Required<Patch>> {
    const end = endOfElement(text, element.tag);
    const alone = patched(text.slice(0, end), [declarationsIn(text, element)]).slice(element.start);
    const data = (await this.#data(alone, "Element")).xml;
    const isBlock = parts.blocks.some(({ start }) => start === element.start);
    return { at: element.start, end, insert: isBlock ? encryptedHeader(element, parts, data) : data };
  }

  async #contentOf(text: string, part: EnvelopePart): Promise<Required<Patch>> {
    const { start, tag } = part;
    const end = endOfElement(text, tag);
    const close = tag.isEmpty ? end : text.lastIndexOf("</", end - 1);
    const inside = childrenOf(text, part).map((child) => declarationsIn(text, child));
    const content = patched(text.slice(0, close), inside).slice(tag.end);
    const { xml } = await this.#data(tag.isEmpty ? "" : content, "Content");
    const opened = tag.isEmpty ? `${text.slice(start, tag.end).replace(/\s*\/>$/, "")}>` : text.slice(start, tag.end);
    return { at: start, end, insert: `${opened}${xml}</${tag.name}>` };
  }

  async #data(xml: string, type: "Element" | "Content"): Promise<{ readonly id: string; readonly xml: string }> {
    const { dataAlgorithm } = this.#terms;
    const id = newId("ED");
    this.#references.push(id);
    const value = (await encryptData(dataAlgorithm, this.#used.key, xml)).toString("base64");
    return {
      id,
      xml:
        `<xenc:EncryptedData ${NS_XENC} Id="${id}" Type="${XENC}${type}">` +
        `<xenc:EncryptionMethod Algorithm="${DATA_ALGORITHMS[dataAlgorithm].uri}"></xenc:EncryptionMethod>` +
        `<ds:KeyInfo xmlns:ds="${DS}">${this.#used.reference}</ds:KeyInfo>` +
        `<xenc:CipherData><xenc:CipherValue>${value}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`,
    };
  }
}

/** Returns the tokens with an encrypted UsernameToken, if it is to be encrypted. */
export async function encryptToken(encryption: MessageEncryption, tokens: Tokens): Promise<Tokens> {
  const { UsernameToken } = tokens;
  if (UsernameToken === undefined || !encryption.covers("UsernameToken")) return tokens;
  return { ...tokens, UsernameToken: await encryption.token(UsernameToken) };
}

/** A wsse11:EncryptedHeader has the attributes of its block that any node may need (WS-Security 1.1, 9.3). */
function encryptedHeader(block: EnvelopePart, { soap }: EnvelopeParts, data: string): string {
  const names = soap === SOAP_11 ? ["mustUnderstand", "actor"] : ["mustUnderstand", "role", "relay"];
  const inside = scopeIn(block.tag, block.scope);
  let attributes = "";
  for (let i = 0; i < block.tag.attributes.length; i += 2) {
    const [local = "", prefix = ""] = block.tag.attributes[i]!.split(":").reverse();
    if (prefix === "" || inside.get(prefix) !== soap || !names.includes(local)) continue;
    attributes += ` soapenv:${local}="${canonicalValue(block.tag.attributes[i + 1]!)}"`;
  }
  return `<wsse11:EncryptedHeader xmlns:soapenv="${soap}" xmlns:wsse11="${WSSE11}" xmlns:wsu="${WSU}"${attributes} wsu:Id="${newId("EH")}">${data}</wsse11:EncryptedHeader>`;
}

/** Returns the header blocks of a name, or the elements in the Body. Throws a `ConfigurationError` if there are none. */
function elementsNamed(
  text: string,
  { blocks, body }: EnvelopeParts,
  { namespace, name, optional }: NamedPart,
  operation: string,
): readonly EnvelopePart[] {
  const isPart = (each: EnvelopePart): boolean => isNamed(each, namespace, name);
  const found = blocks.filter(isPart);
  if (found.length > 0 || optional === true) return found;
  const isLocal = ({ name: written }: WrittenTag): boolean => written === name || written.endsWith(`:${name}`);
  const inBody = elementsIn(text, body, isLocal).filter(isPart);
  if (inBody.length > 0) return inBody;
  throw wrong(
    "security.encryption.parts",
    `The request of ${operation} has no header block and no element {${namespace}}${name}, which security.encryption.parts is to encrypt.`,
  );
}

/** Returns the patch by which an element can be read by itself. The default namespace may be used in content. */
function declarationsIn(text: string, element: EnvelopePart): Patch {
  const { start, tag } = element;
  const insert = inheritedDeclarations(text.slice(start, endOfElement(text, tag)), element, true);
  return { at: start + 1 + tag.name.length, insert };
}
