/** The service's side of message security, for a sandbox: requests are checked, responses signed. */
import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";
import { checkKnown, checkObject, isServiceError, ownValue, wrongOption, XmlReader } from "../tool-imports";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { writeCanonical } from "./canonical-writer";
import { readParts } from "./envelope-parts";
import { PASSWORD_DIGEST, WSSE, WSU } from "./namespaces";
import type { SignatureOptions, VerifyOptions } from "./options";
import { readSecurity, type SecurityTerms } from "./read-options";
import { secureMessage } from "./secure-message";
import { verifyResponse } from "./verify-response";

/** What a service asks of requests, and how it signs responses. */
export interface ServiceSecurityOptions {
  /** Passwords by user name: each request needs a UsernameToken of one of them, as text or digest. Default: none is needed. */
  readonly users?: Readonly<{ [username: string]: string }> | undefined;
  /** What requests have to be signed with. The service then reads what was signed, and nothing else. Default: they are not. */
  readonly verify?: VerifyOptions | undefined;
  /** Signs responses, faults too. Default: they are not signed. */
  readonly signature?: SignatureOptions | undefined;
}

/** Checks the requests of a service and signs its responses: the option `security` of a service in a sandbox. */
export interface ServiceSecurity {
  /** Returns the request as the service is to read it. Rejects with an error whose message is the reason of a fault. */
  receive(envelope: string, soapVersion: "1.1" | "1.2"): Promise<string>;
  /** Returns the response, secured. */
  respond(envelope: string): Promise<string>;
}

/**
 * Message security for a service in a sandbox. Nonces of five minutes are remembered: a request that is sent twice is refused.
 *
 * @throws ConfigurationError naming the part that is wrong.
 */
export function createServiceSecurity(options: ServiceSecurityOptions): ServiceSecurity {
  const given = checkObject("security", options);
  checkKnown(given, new Set(["users", "verify", "signature"]), "createServiceSecurity");
  const users: unknown = ownValue(given, "users");
  if (users !== undefined) checkObject("security.users", users);
  const { verify, signature } = options;
  if (users === undefined && verify === undefined && signature === undefined) {
    throw wrongOption("security", "users, verify or signature", "an object without them");
  }
  const parts = { ...(verify && { verify }), ...(signature && { signature }) };
  const terms = Object.keys(parts).length === 0 ? undefined : readSecurity(parts);
  return new SecuredService(users as ServiceSecurityOptions["users"], terms);
}

/** A UsernameToken may be as old as this, and its nonce is remembered for so long, in milliseconds. */
const FRESH_MS = 300_000;
/** As many nonces as a test can need. More at a time are refused, so that none is forgotten. */
const MOST_NONCES = 1_000_000;

class SecuredService implements ServiceSecurity {
  readonly #users: ServiceSecurityOptions["users"];
  readonly #terms: SecurityTerms | undefined;
  /** When each nonce is over. */
  readonly #nonces = new Map<string, number>();

  constructor(users: ServiceSecurityOptions["users"], terms: SecurityTerms | undefined) {
    this.#users = users;
    this.#terms = terms;
  }

  async receive(envelope: string, soapVersion: "1.1" | "1.2"): Promise<string> {
    try {
      return await this.#open(envelope, soapVersion);
    } catch (error) {
      throw new Error(refusalOf(error));
    }
  }

  async #open(envelope: string, soapVersion: "1.1" | "1.2"): Promise<string> {
    if (this.#users !== undefined) this.#authenticate(tokenIn(envelope));
    const verify = this.#terms?.verify;
    if (verify === undefined) return withoutSecurity(envelope);
    const message = { text: envelope, soapVersion, operation: "the request", understood: new Set<string>() };
    return verifyResponse(verify, { ...message, sent: undefined });
  }

  async respond(envelope: string): Promise<string> {
    const terms = this.#terms;
    if (terms?.signature === undefined) return envelope;
    const request = { operation: "response", attempt: 1, signal: new AbortController().signal };
    return (await secureMessage(terms, { envelope, request })).envelope;
  }

  #authenticate(token: UsernameTokenText | undefined): void {
    const refuse = (why: string): Error => new Error(`The security token could not be authenticated: ${why}.`);
    if (token === undefined) throw refuse("there is no UsernameToken");
    const { username, password, isDigest, nonce, created } = token;
    const users = this.#users ?? {};
    const known = Object.hasOwn(users, username) ? users[username] : undefined;
    const expected =
      isDigest && known !== undefined
        ? createHash("sha1").update(Buffer.from(nonce, "base64")).update(created).update(known).digest("base64")
        : known;
    if (expected === undefined || !isSame(expected, password)) throw refuse("user name or password is wrong");
    if (isDigest && (nonce === "" || created === "")) throw refuse("a digest needs Nonce and Created");
    const now = Date.now();
    const at = created === "" ? now : Date.parse(created);
    if (!(Math.abs(now - at) <= FRESH_MS)) throw refuse("it is not fresh");
    if (nonce !== "") this.#remember(nonce, now, refuse);
  }

  #remember(nonce: string, now: number, refuse: (why: string) => Error): void {
    for (const [old, over] of this.#nonces) {
      if (over > now) break;
      this.#nonces.delete(old);
    }
    if (this.#nonces.has(nonce)) throw refuse("its nonce was used before");
    if (this.#nonces.size >= MOST_NONCES) throw refuse("too many nonces are in use");
    // It may be as far in the future as in the past.
    this.#nonces.set(nonce, now + 2 * FRESH_MS);
  }

  toJSON(): string {
    return "ServiceSecurity";
  }
  [inspect.custom](): string {
    return "ServiceSecurity {}";
  }
}

function isSame(expected: string, given: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

interface UsernameTokenText {
  username: string;
  password: string;
  isDigest: boolean;
  nonce: string;
  created: string;
}

/** The one UsernameToken in the Security block; undefined where there is none, or more than one. */
function tokenIn(envelope: string): UsernameTokenText | undefined {
  const found = new TokenReader();
  const reader = new XmlReader(found);
  reader.write(envelope);
  reader.end();
  return found.tokens.length === 1 ? found.tokens[0] : undefined;
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

/** The block was taken care of: the service does not see it. */
async function withoutSecurity(envelope: string): Promise<string> {
  const { blocks } = await readParts(envelope);
  const block = blocks.find(({ namespace, local }) => namespace === WSSE && local === "Security");
  if (block === undefined) return envelope;
  const end = await writeCanonical(envelope, block.start, block.scope, () => {});
  return envelope.slice(0, block.start) + envelope.slice(end);
}

/** What a fault says of a request that was refused. */
function refusalOf(error: unknown): string {
  if (isServiceError(error)) return error.message.replace("The response to the request", "The request");
  return error instanceof Error && error.message.startsWith("The security token")
    ? error.message
    : "The request cannot be read.";
}
