/** Encrypts the parts of one message: WS-Security 1.1, 9. */
import { endOfElement, scopeIn, type WrittenTag } from "soapwright-runtime/codecs";
import { canonicalValue } from "../canonical-writer";
import { elementsAt, isPath } from "../element-path";
import { childrenOf, type EnvelopePart, type EnvelopeParts, elementsIn, findParts, isNamed } from "../envelope-parts";
import { wrong } from "../security-error";
import { DS, SOAP_11, WSSE11, WSU, XENC } from "../security-namespaces";
import { newId, type Token, type Tokens } from "../security-tokens";
import { DATA_ALGORITHMS, encryptData } from "./data-cipher";
import type { ElementPath, EncryptedPart } from "./encryption-options";
import type { EncryptionTerms } from "./read-encryption";
import type { UsedKey } from "./session-key";

type NamedPart = Extract<EncryptedPart, { readonly name: string }>;

const NS_XENC = `xmlns:xenc="${XENC}"`;

/** A piece of a text that is replaced. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

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
    const replacements: Replacement[] = [];
    for (const part of this.#terms.parts) {
      if (typeof part === "string" || isPath(part)) continue;
      replacements.push(...(await this.#named(envelope, parts, part, operation)));
    }
    let text = replaced(envelope, replacements);
    for (const part of this.#terms.parts) if (isPath(part)) text = await this.#at(text, part);
    return this.covers("Body") ? replaced(text, [await this.#contentOf(text, findParts(text).body)]) : text;
  }

  async #at(text: string, part: Extract<EncryptedPart, ElementPath>): Promise<string> {
    const parts = findParts(text);
    const found: Replacement[] = [];
    for (const element of elementsAt(text, parts, part)) {
      if (element.start < (found.at(-1)?.end ?? 0)) continue;
      if (part.content === true) found.push(await this.#contentOf(text, element));
      else if (element.start === parts.body.start || element.start === parts.header?.start) {
        throw wrong(
          "security.encryption.parts",
          `security.encryption.parts has ${part.path}, which names the ${element.local} itself. Set content: true for what is in it.`,
        );
      } else found.push(await this.#whole(text, element, parts));
    }
    return replaced(text, found);
  }

  /** Returns the EncryptedData in place of an element, which is in a header block of its own in place of one. */
  async #whole(text: string, element: EnvelopePart, parts: EnvelopeParts): Promise<Replacement> {
    const end = endOfElement(text, element.tag);
    const data = (await this.#data(withScope(text, element, end), "Element")).xml;
    const isBlock = parts.blocks.some(({ start }) => start === element.start);
    return { start: element.start, end, insert: isBlock ? encryptedHeader(element, parts, data) : data };
  }

  async #named(text: string, parts: EnvelopeParts, part: NamedPart, operation: string) {
    const isPart = (each: EnvelopePart): boolean => isNamed(each, part.namespace, part.name);
    const found: Replacement[] = [];
    const blocks = parts.blocks.filter(isPart);
    for (const block of blocks) found.push(await this.#whole(text, block, parts));
    if (blocks.length > 0) return found;
    const isLocal = ({ name }: WrittenTag): boolean => name === part.name || name.endsWith(`:${part.name}`);
    for (const element of elementsIn(text, parts.body, isLocal).filter(isPart)) {
      // An element inside another one of its name is encrypted with it.
      if (element.start >= (found.at(-1)?.end ?? 0)) found.push(await this.#whole(text, element, parts));
    }
    if (found.length > 0) return found;
    throw wrong(
      "security.encryption.parts",
      `The request of ${operation} has no header block and no element {${part.namespace}}${part.name}, which security.encryption.parts is to encrypt.`,
    );
  }

  async #contentOf(text: string, { start, scope, tag }: EnvelopePart): Promise<Replacement> {
    const end = endOfElement(text, tag);
    const close = tag.isEmpty ? end : text.lastIndexOf("</", end - 1);
    const inside: Replacement[] = childrenOf(text, { start, scope, tag, namespace: "", local: "" }).map((child) => ({
      start: child.start + 1 + child.tag.name.length,
      end: child.start + 1 + child.tag.name.length,
      insert: missingDeclarations(text, child, endOfElement(text, child.tag)),
    }));
    const content = replaced(text.slice(0, close), inside).slice(tag.end);
    const { xml } = await this.#data(tag.isEmpty ? "" : content, "Content");
    const opened = tag.isEmpty ? `${text.slice(start, tag.end).replace(/\s*\/>$/, "")}>` : text.slice(start, tag.end);
    return { start, end, insert: `${opened}${xml}</${tag.name}>` };
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

/** Returns the element with the declarations that it inherits, so that it can be read by itself. */
function withScope(text: string, element: EnvelopePart, end: number): string {
  const at = element.start + 1 + element.tag.name.length;
  return text.slice(element.start, at) + missingDeclarations(text, element, end) + text.slice(at, end);
}

/** Prefixes may be used in names and in content. */
function missingDeclarations(text: string, { scope, start, tag }: EnvelopePart, end: number): string {
  const own = scopeIn(tag, new Map());
  const element = text.slice(start, end);
  let declarations = "";
  for (const [prefix, namespace] of scope) {
    if (prefix === "xml" || namespace === "" || own.has(prefix)) continue;
    if (prefix === "") declarations += ` xmlns="${canonicalValue(namespace)}"`;
    else if (element.includes(`${prefix}:`)) declarations += ` xmlns:${prefix}="${canonicalValue(namespace)}"`;
  }
  return declarations;
}

/** Returns the text with replacements, which do not overlap. */
export function replaced(text: string, replacements: readonly Replacement[]): string {
  let written = "";
  let at = 0;
  for (const { start, end, insert } of [...replacements].sort((a, b) => a.start - b.start)) {
    written += text.slice(at, start) + insert;
    at = end;
  }
  return written + text.slice(at);
}
