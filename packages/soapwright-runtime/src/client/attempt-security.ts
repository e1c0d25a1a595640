import { attachments } from "../attachments/loaded";
import { ConfigurationError } from "../errors/configuration-error";
import { ResponseError } from "../errors/response-error";
import { isServiceError } from "../errors/service-error";
import type { ResponseReader } from "../soap/response-reader";
import { signInWords } from "../soap/sign-in-words";
import type { SentEnvelope, SoapCallMessage } from "../soap/soap-port";
import type { ResponseHead } from "../transport/exchange";
import { whoCalls } from "./credential-headers";
import type { CredentialRequest } from "./options";
import type { SecuredMessage, Security } from "./security-option";
import type { PreparedCall } from "./service-core";

/** So much of a verified text is read before the reader of a stream is asked whether it takes more, in UTF-16 code units. */
const SLICE = 65_536;

/** Whoever takes the items of a stream, as far as its pace goes. */
interface Consumer {
  readonly isFull: boolean;
  room(): Promise<void>;
}

/** What one request has to do with `security`: it is secured, signed in with, and its response verified. */
export class AttemptSecurity<H> {
  readonly #security: Security;
  readonly #call: PreparedCall<H>;
  readonly #message: SoapCallMessage;
  #secured: SecuredMessage | undefined;
  #authorization: string | undefined;
  readonly #challenge: string | undefined;

  /** `before`: the response to the attempt before, in the same call. */
  constructor(security: Security, call: PreparedCall<H>, message: SoapCallMessage, before: ResponseHead | undefined) {
    this.#security = security;
    this.#challenge = challengeOf(before);
    this.#call = call;
    this.#message = message;
  }

  /** Whether nothing of a response is read before it is verified. */
  get verifies(): boolean {
    return this.#security.verify !== undefined;
  }

  /** What is said of a 401, where it signs in over HTTP. */
  get signInWords(): typeof signInWords | undefined {
    return this.#security.http === undefined ? undefined : signInWords;
  }

  /** Whether each request has another envelope: another time, nonce or signature in it. */
  get secures(): boolean {
    return this.#security.secure !== undefined;
  }

  /** The request as it goes out. Rejects with a `ConfigurationError`. */
  async secure(envelope: SentEnvelope): Promise<SentEnvelope> {
    const { headers, body } = envelope;
    const { operation, life } = this.#call;
    const { secrets, request: made, attachments } = this.#message;
    // The functions of the user's may ask for a signal, which costs a call that has none.
    const request: CredentialRequest = {
      operation: operation.name,
      attempt: life.attempts + 1,
      credentials: whoCalls(this.#call.settings),
      get signal() {
        return life.signal;
      },
    };
    const { secure, http, signs } = this.#security;
    let bytes = body;
    if (secure !== undefined) {
      // The signature is over base64 text, the octets are sent: they are read twice.
      const read = signs ? attachments?.references() : undefined;
      if (read?.isWhole === false) this.#call.core.note(this.#call, "unsigned");
      try {
        const message = { envelope: made?.envelope ?? body.toString("utf8"), request, references: read?.octets };
        this.#secured = await this.#ask(() => secure(message));
      } finally {
        read?.close();
      }
      for (const secret of this.#secured.secrets) secrets.add(secret);
      bytes = Buffer.from(this.#secured.envelope, "utf8");
    }
    if (http === undefined) return { ...envelope, body: bytes, envelopeBytes: bytes.length };
    const given = headers.find((name, index) => index % 2 === 0 && name.toLowerCase() === "authorization");
    if (given !== undefined) {
      throw new ConfigurationError(
        "Both security.http and another option set the HTTP header Authorization. Set one of them.",
        { option: "security.http" },
      );
    }
    const { origin, path } = this.#call.address;
    const whole = attachments === undefined ? bytes : undefined;
    const authorization = await this.#ask(() =>
      http.authorize({ method: "POST", origin, path, body: whole, request, challenge: this.#challenge }),
    );
    this.#authorization = authorization?.value;
    if (authorization === undefined) return { ...envelope, body: bytes, envelopeBytes: bytes.length };
    for (const secret of authorization.secrets) secrets.add(secret);
    const all = [...headers, "Authorization", authorization.value];
    secrets.setHttpHeaders(all);
    return { ...envelope, headers: all, body: bytes, envelopeBytes: bytes.length };
  }

  /** Whether the service has asked for another Authorization than the one that the request had, and there is one. */
  isChallenged(head: ResponseHead | undefined): boolean {
    const challenge = challengeOf(head);
    if (challenge === undefined) return false;
    return this.#security.http?.challenged(challenge, this.#authorization, this.#call.address.origin) === true;
  }

  /**
   * Verifies the whole text of a response, and hands what is signed to its reader in slices, as fast as `items` are taken.
   * `onBegun` is called after the first, which may be a fault. Nothing is handed over where there is no envelope: the reader says what there is.
   */
  async verify(reader: ResponseReader, items: Consumer | undefined, onBegun: () => void): Promise<void> {
    const { operation, core, settings, life } = this.#call;
    const { verify } = this.#security;
    let verified: string;
    try {
      const text = await life.until(this.#wholeText(reader));
      if (text === undefined || verify === undefined) return;
      const { soapVersion } = core.settings;
      const { understood } = settings;
      verified = await this.#ask(() =>
        verify({ text, soapVersion, operation: operation.name, understood, sent: this.#secured }),
      );
    } catch (error) {
      if (reader.isErrorPage(error)) return;
      throw error;
    }
    for (let at = 0; at < verified.length; at += SLICE) {
      reader.release(verified.slice(at, at + SLICE));
      if (at === 0) onBegun();
      if (items?.isFull === true) {
        life.limitConsumer();
        await life.until(items.room());
      }
      if (at + SLICE < verified.length) await new Promise<void>((settle) => setImmediate(settle));
    }
  }

  /** The text that a signature is over: of a multipart response with the base64 text that elements of its envelope refer to. */
  async #wholeText(reader: ResponseReader): Promise<string | undefined> {
    const text = reader.held();
    const { parts } = reader;
    if (text === undefined || parts === undefined) return text;
    let whole: string;
    try {
      whole = await attachments().inlineIncludes(text, parts);
    } catch (error) {
      reader.passOver(error);
      return undefined;
    }
    if (parts.isTaken) return whole;
    throw new ResponseError(
      `The response to ${this.#call.operation.name} has parts that no signature covers, so that security.verify cannot verify it. Ask the service for responses without them.`,
      { reason: "security" },
    );
  }

  async #ask<T>(step: () => Promise<T>): Promise<T> {
    const { life } = this.#call;
    try {
      return await life.until(step());
    } catch (cause) {
      if (isServiceError(cause)) throw cause;
      throw new ConfigurationError("The object of security failed. Its error is the cause.", {
        option: "security",
        cause,
      });
    }
  }
}

function challengeOf(head: ResponseHead | undefined): string | undefined {
  return head?.status === 401 ? head.header("www-authenticate") : undefined;
}
