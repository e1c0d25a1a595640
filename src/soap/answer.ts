import { FaultError } from "../errors/fault-error";
import { HttpError } from "../errors/http-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import { displayAddress } from "../transport/address";
import type { ResponseHead, ResponseSink } from "../transport/response-sink";
import { parseRetryAfter } from "../transport/retry-policy";
import { XmlReader } from "../xml/reader";
import type { ReaderPlan } from "../xml/reader-options";
import { XmlTextDecoder } from "../xml/text-decoder";
import type { AnswerPlan } from "./answer-plan";
import { EnvelopeReader } from "./envelope-reader";
import { Excerpt } from "./excerpt";
import { escapeControls, maskAddress, maskDeep } from "./mask";
import { readMediaType } from "./media-type";

/** What one answer needs from its call. */
export interface AnswerCall {
  readonly plan: AnswerPlan;
  readonly reading: ReaderPlan;
  /** Takes the call's credentials out of text. */
  mask(text: string): string;
  /** The text of the answer is wanted by a listener. */
  readonly keepText: boolean;
  /** Takes items as they are read; `wantsMore` false: no more bytes for now. */
  readonly stream: { onItem(item: unknown): void; wantsMore(): boolean } | undefined;
}

const XML_TYPES = ["text/xml", "application/soap+xml", "application/xml"];

/** Reads one answer: status, content type, envelope, and then the result or the error that it stands for. */
export class Answer implements ResponseSink {
  readonly #call: AnswerCall;
  #head: ResponseHead | undefined;
  #type = "";
  #decoder: XmlTextDecoder | undefined;
  #reader: XmlReader | undefined;
  #envelope: EnvelopeReader | undefined;
  #excerpt: Excerpt | undefined;
  /** What is wrong with the XML of an answer that is an HTTP error anyway. */
  #unreadable = false;
  #size = 0;
  #text = "";
  delivered = false;

  constructor(call: AnswerCall) {
    this.#call = call;
  }

  get responseHead(): ResponseHead | undefined {
    return this.#head;
  }
  /** The text of the answer, when it was wanted. */
  get text(): string {
    return this.#text;
  }
  get headers(): { readonly [key: string]: unknown } | undefined {
    return this.#envelope?.headers;
  }
  /** What the method returns. */
  get result(): unknown {
    return this.#call.plan.result(this.#envelope?.values);
  }

  head(head: ResponseHead): void {
    this.#head = head;
    const { status } = head;
    if (status >= 300 && status < 400) {
      const target = head.header("location");
      const address = target === undefined ? undefined : displayAddress(target);
      const location = address && maskAddress(address, (text) => this.#call.mask(text));
      throw new HttpError(
        `The service answered with status ${status}, a redirect${location === undefined ? "" : ` to ${location}`}. Redirects are never followed, because credentials would travel: set baseUrl or endpoint to the final address.`,
        { status, location },
      );
    }
    if (status === 206) {
      throw new HttpError("The service answered with status 206, a part of something: no part was asked for.", {
        status,
      });
    }
    const { type, charset } = readMediaType(head.header("content-type"));
    this.#type = type;
    // A missing content type says nothing: RFC 9110, 8.3 lets the recipient look at the body.
    if (type === "" || XML_TYPES.includes(type)) {
      this.#openReader(charset);
    }
    if (status >= 300 || this.#reader === undefined) this.#excerpt = new Excerpt();
  }

  bytes(chunk: Uint8Array): boolean {
    this.#size += chunk.length;
    if (this.#reader !== undefined && !this.#unreadable) this.#read(chunk);
    if (this.#excerpt !== undefined) {
      this.#excerpt.add(chunk);
      // Nothing is to be learned from the rest of a long error page.
      if (this.#excerpt.isFull && (this.#reader === undefined || this.#unreadable)) this.end();
    }
    return this.#call.stream?.wantsMore() ?? true;
  }

  end(): void {
    const status = this.#status;
    if (this.#reader === undefined || this.#unreadable) throw this.#unread();
    if (this.#size === 0) {
      if (status < 300 && this.#call.plan.operation.output === undefined) return;
      throw status === 200 ? this.#refuse("it is empty") : this.#httpError();
    }
    try {
      this.#write(this.#decoder?.end() ?? "");
      this.#reader.end();
      this.#envelope?.end();
    } catch (error) {
      if (status < 300 || !isResponseError(error) || this.#envelope?.faultBeside === true) throw error;
      throw this.#httpError();
    }
    const fault = this.#envelope?.fault;
    if (fault !== undefined) throw this.#faultError(fault.fault());
    if (status >= 300) throw this.#httpError();
  }

  get #status(): number {
    return this.#head?.status ?? 0;
  }

  #openReader(charset: string | undefined): void {
    const { plan, reading, stream } = this.#call;
    this.#decoder = new XmlTextDecoder(charset);
    const envelope = new EnvelopeReader(
      plan,
      stream &&
        ((item) => {
          this.delivered = true;
          stream.onItem(item);
        }),
    );
    this.#reader = new XmlReader(envelope, reading);
    envelope.scope = this.#reader;
    this.#envelope = envelope;
  }

  #read(chunk: Uint8Array): void {
    try {
      this.#write(this.#decoder?.write(chunk) ?? "");
    } catch (error) {
      if (this.#status < 300 || !isResponseError(error)) throw error;
      this.#unreadable = true;
    }
  }

  #write(text: string): void {
    if (text === "") return;
    if (this.#call.keepText) this.#text += text;
    this.#reader?.write(text);
  }

  /** An answer that is not XML, or an HTTP error whose body is not. */
  #unread(): HttpError | ResponseError {
    const status = this.#status;
    if (this.#size === 0 && status < 300 && this.#call.plan.operation.output === undefined) return this.#httpError();
    if (status !== 200) return this.#httpError();
    const excerpt = this.#shownExcerpt();
    return new ResponseError(
      `The answer has status 200 and content type ${escapeControls(this.#type).slice(0, 100)}, not that of a SOAP envelope.${
        excerpt === undefined ? "" : ` It begins: ${excerpt}`
      }`,
      { reason: "content-type" },
    );
  }

  #httpError(): HttpError {
    const status = this.#status;
    const retryAfterMs = parseRetryAfter(this.#head?.header("retry-after"));
    const excerpt = this.#shownExcerpt();
    return new HttpError(`The service answered with status ${status} and no SOAP fault.${this.#hint()}`, {
      status,
      excerpt,
      retryAfterMs,
    });
  }

  #hint(): string {
    switch (this.#status) {
      case 400:
      case 415:
        return this.#size === 0
          ? " Services answer so, without a body, when they cannot read a request: check soapVersion and endpoint."
          : "";
      case 401:
      case 403:
        return " Check the credentials, and whether a gateway in front wants its own (httpHeaders).";
      case 404:
      case 405:
        return " Check baseUrl or endpoint.";
      case 407:
        return " The proxy wants credentials: put them into the address of the proxy option.";
      case 413:
        return " The request is too long for the service.";
      case 429:
        return " The service wants fewer requests: set requestsPerSecond.";
      default:
        return "";
    }
  }

  /** Never from an envelope: there may be personal data in it. */
  #shownExcerpt(): string | undefined {
    if (this.#envelope?.isEnvelope === true) return undefined;
    const excerpt = this.#excerpt?.text();
    if (excerpt === undefined || /<([\w.-]+:)?Envelope[\s>]/i.test(excerpt)) return undefined;
    const shown = escapeControls(this.#call.mask(excerpt.trim())).slice(0, 300);
    return shown === "" ? undefined : shown;
  }

  #faultError(fault: ReturnType<NonNullable<EnvelopeReader["fault"]>["fault"]>): FaultError {
    const mask = (text: string) => this.#call.mask(text);
    const reason = mask(fault.reason);
    const code = fault.code.local === "" ? "" : ` (${escapeControls(mask(fault.code.local))})`;
    const told = reason.trim() === "" ? "without a reason" : escapeControls(reason.trim()).slice(0, 1000);
    return new FaultError(`The service answered with a fault${code}: ${told}`, {
      fault: maskDeep({ ...fault, reason }, mask) as typeof fault,
      httpStatus: this.#status,
    });
  }

  #refuse(what: string): ResponseError {
    return new ResponseError(`The answer to ${this.#call.plan.operation.name} cannot be read: ${what}.`, {
      reason: "envelope",
    });
  }
}
