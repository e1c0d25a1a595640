/** `client.soap`: the security object, header blocks and listeners of a user, and the last request and response. */
import { EventEmitter } from "node:events";
import { inspect } from "node:util";
import { ConfigurationError } from "../errors/configuration-error";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/exchange";
import {
  type AddedBlock,
  type EncodedRequest,
  EnvelopeWriter,
  type NamedCall,
  type WrittenRequest,
} from "./envelope-writer";
import { MASK, maskEnvelope, maskHeaders } from "./mask";
import type { SoapVersionTerms } from "./operation-plan";
import { adoptSecurity } from "./security-objects";
import type { SoapClient, SoapEvents, SoapSecurity } from "./soap-client";

interface NodeSoapOptions {
  readonly namespace: string;
  readonly terms: SoapVersionTerms;
  readonly origin: string;
  readonly location: string;
  readonly exposeEnvelopes: boolean;
  /** Applies certificates to the connections; undefined when the connections belong to another client. */
  readonly setTls: ((tls: ConnectTls) => void) | undefined;
  /** The wrapper with the listeners and the last request, when this one writes requests for another origin. */
  readonly shownBy?: NodeSoap;
}

/** Maximum length of an envelope that `lastRequest` keeps, in UTF-16 code units. */
const LONGEST_KEPT = 65_536;

/** Makes the exchange ids of all wrappers in this process distinct. */
let nextId = 0;

/**
 * A node-soap client with what a user gives to it and sees of it. Requests and responses are masked unless
 * `expose.envelopes` is set.
 */
export class NodeSoap extends EventEmitter implements SoapClient {
  readonly #options: NodeSoapOptions;
  readonly #writer: EnvelopeWriter;
  readonly #shownBy: NodeSoap;
  readonly #id = (nextId++).toString(36);
  #calls = 0;
  #security: SoapSecurity | null = null;
  #hasTls = false;
  #request: string | undefined;
  #message: string | undefined;
  #head: ResponseHead | undefined;
  #otherOrigin: NodeSoap | undefined;
  hasSecurity = false;
  lastEndpoint: string | undefined;
  lastResponse: string | undefined;
  lastElapsedTime: number | undefined;

  constructor(options: NodeSoapOptions) {
    super();
    this.#options = options;
    this.#shownBy = options.shownBy ?? this;
    this.#writer = new EnvelopeWriter(options.namespace, options.terms, options.location);
  }

  /** Returns an id for the events of one call. */
  nextExchangeId(): string {
    return `${this.#id}-${(this.#calls++).toString(36)}`;
  }

  /**
   * Returns a wrapper that starts with the security object, header blocks and listeners of this one; with the listeners
   * alone for another origin, because the others may hold credentials.
   */
  derive(origin: string): NodeSoap {
    const derived = new NodeSoap({ ...this.#options, origin, setTls: undefined });
    if (origin === this.#options.origin) {
      derived.#security = this.#security;
      derived.hasSecurity = this.hasSecurity;
      derived.#writer.setSecurity(this.#security);
      derived.#writer.blocks.push(...this.#writer.blocks);
    }
    for (const event of this.eventNames())
      for (const listener of this.rawListeners(event)) derived.on(event, (...args) => listener(...args));
    return derived;
  }

  /** Returns the wrapper for requests to `origin`: another origin gets neither security object nor header blocks. */
  for(origin: string): NodeSoap {
    if (origin === this.#options.origin) return this;
    this.#otherOrigin ??= new NodeSoap({ ...this.#options, setTls: undefined, shownBy: this });
    return this.#otherOrigin;
  }

  /**
   * Returns what node-soap writes for `request`, or a promise of it when node-soap is asynchronous. Rethrows errors of
   * header functions and of the security object.
   */
  write(request: EncodedRequest, httpHeaders: object | undefined): WrittenRequest | Promise<WrittenRequest> {
    const written = this.#writer.write(request, httpHeaders);
    return written instanceof Promise
      ? written.then((later) => this.#show(request, later))
      : this.#show(request, written);
  }

  #show(request: EncodedRequest, written: WrittenRequest): WrittenRequest {
    const shownBy = this.#shownBy;
    const isKept = written.envelope.length <= LONGEST_KEPT;
    shownBy.#request = isKept ? written.envelope : undefined;
    shownBy.#message = isKept ? request.body : undefined;
    shownBy.lastEndpoint = this.#options.location;
    if (shownBy.listenerCount("message") > 0) this.tell("message", this.#shown(request.body), request.call.exchangeId);
    if (shownBy.listenerCount("request") > 0)
      this.tell("request", this.#shown(written.envelope), request.call.exchangeId);
    return written;
  }

  /**
   * Updates the last response and notifies listeners at the end of an exchange. `head` is undefined when no response
   * arrived, and `text` is null when it was not kept.
   */
  responded(text: string | null, head: ResponseHead | undefined, elapsedMs: number, call: NamedCall): void {
    const shownBy = this.#shownBy;
    shownBy.#head = head;
    shownBy.lastResponse = this.#options.exposeEnvelopes ? (text ?? undefined) : undefined;
    if (head !== undefined) shownBy.lastElapsedTime = elapsedMs;
    if (shownBy.listenerCount("response") === 0) return;
    const response = head === undefined ? null : { status: head.status, headers: this.#shownHeaders(head) };
    this.tell("response", text === null ? null : this.#shown(text), response, call.exchangeId);
  }

  /** A listener's error does not fail the call. It becomes an uncaught exception. */
  tell<E extends keyof SoapEvents>(event: E, ...args: SoapEvents[E]): void {
    if (this.#shownBy.listenerCount(event) === 0) return;
    try {
      this.#shownBy.emit(event, ...args);
    } catch (error) {
      process.nextTick(() => {
        throw error;
      });
    }
  }

  /** Whether a listener or `lastResponse` uses the text of responses. */
  get wantsText(): boolean {
    return this.#options.exposeEnvelopes || this.#shownBy.listenerCount("response") > 0;
  }

  /** Whether the envelope may differ between attempts, so that each attempt writes a new one. */
  get varies(): boolean {
    return this.#writer.varies;
  }

  addSoapHeader(...block: AddedBlock): number {
    return this.#writer.add(block);
  }

  clearSoapHeaders(): void {
    this.#writer.blocks.length = 0;
  }

  /** Throws a `ConfigurationError` for NTLM, and for certificates when the connections belong to another client. */
  setSecurity(security: SoapSecurity | null): void {
    const { terms, setTls } = this.#options;
    const { perRequest, tls } = adoptSecurity(security, terms);
    const hasTls = Object.keys(tls).length > 0;
    if (hasTls && setTls === undefined) {
      throw new ConfigurationError(
        "setSecurity on a client of with() takes no client certificate, because the connections are shared. Make a client of its own for it.",
        { option: "setSecurity" },
      );
    }
    this.#writer.setSecurity(perRequest);
    this.#security = perRequest;
    this.hasSecurity = perRequest !== null;
    if (hasTls || this.#hasTls) setTls?.(tls);
    this.#hasTls = hasTls;
  }

  get lastRequest(): string | undefined {
    return this.#request && this.#shown(this.#request);
  }
  get lastMessage(): string | undefined {
    return this.#message && this.#shown(this.#message);
  }
  get lastResponseHeaders(): { readonly [name: string]: string } | undefined {
    return this.#head && this.#shownHeaders(this.#head);
  }

  #shown(xml: string): string {
    return this.#options.exposeEnvelopes ? xml : maskEnvelope(xml);
  }

  #shownHeaders({ headers }: ResponseHead): { readonly [name: string]: string } {
    return this.#options.exposeEnvelopes ? headers : maskHeaders(headers);
  }

  toJSON(): unknown {
    return { endpoint: this.lastEndpoint ?? MASK };
  }
  [inspect.custom](): string {
    return `SoapClient { soapVersion: '${this.#options.terms.version}' }`;
  }
}
