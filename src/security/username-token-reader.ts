/** The UsernameToken of a request: UsernameToken Profile 1.1, 3.1. */
import { XmlReader } from "../tool-imports";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { PASSWORD_DIGEST, WSSE, WSU } from "./namespaces";

/** What a token says; what it does not is empty. */
export interface UsernameTokenText {
  username: string;
  password: string;
  isDigest: boolean;
  nonce: string;
  created: string;
}

/** The UsernameTokens of the Security block. */
export function readUsernameTokens(envelope: string): readonly UsernameTokenText[] {
  const found = new TokenReader();
  const reader = new XmlReader(found);
  reader.write(envelope);
  reader.end();
  return found.tokens;
}

const PATH = ["Envelope", "Header", "Security", "UsernameToken"];

class TokenReader implements XmlEvents {
  readonly tokens: UsernameTokenText[] = [];
  readonly #path: XmlName[] = [];
  #text = "";

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#path.push(name);
    this.#text = "";
    if (!this.#isInToken) return;
    if (this.#path.length === PATH.length) {
      this.tokens.push({ username: "", password: "", isDigest: false, nonce: "", created: "" });
    } else if (name.local === "Password") {
      const type = attributes.find((each) => each.name.local === "Type")?.value;
      this.tokens.at(-1)!.isDigest = type === PASSWORD_DIGEST;
    }
  }

  text(text: string): void {
    if (this.#isInToken) this.#text += text;
  }

  endElement(name: XmlName): void {
    const token = this.tokens.at(-1);
    if (token !== undefined && this.#path.length === PATH.length + 1 && this.#isInToken) {
      const isOwn = name.namespace === (name.local === "Created" ? WSU : WSSE);
      if (isOwn && name.local === "Username") token.username = this.#text;
      if (isOwn && name.local === "Password") token.password = this.#text;
      if (isOwn && name.local === "Nonce") token.nonce = this.#text.trim();
      if (isOwn && name.local === "Created") token.created = this.#text.trim();
    }
    this.#path.pop();
  }

  get #isInToken(): boolean {
    return PATH.every((local, index) => this.#path[index]?.local === local) && this.#path[3]?.namespace === WSSE;
  }
}
