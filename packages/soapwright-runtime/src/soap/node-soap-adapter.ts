/** Writes the envelopes of requests through node-soap's client, and keeps what `client.soap` shows. */
import { inspect } from "node:util";
import type { WSDL } from "soap/lib/wsdl";
import { Client } from "#node-soap-client";
import { WSDL as NodeSoapWsdl } from "#node-soap-wsdl";
import { ConfigurationError } from "../errors/configuration-error";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/exchange";
import { MASK, maskEnvelope, maskHeaders } from "./mask";
import type { OperationPlan, SoapVersionTerms } from "./operation-plan";
import { adoptSecurity } from "./security-objects";
import type { SoapSecurity } from "./soap-client";

/** A request that our codec has encoded: the arguments and the options of a call to node-soap, which passes both on. */
export interface EncodedRequest {
  /** Content of the Header: the blocks from options and from features. */
  readonly header: string;
  readonly body: string;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
  /** Id of the call, which is the same in all of its events. */
  readonly exchangeId: string;
  /** Receives the header blocks of `addSoapHeader` and of the security object. */
  readonly foreignBlocks: string[];
  written?: WrittenRequest;
  onWritten?: (request: WrittenRequest) => void;
}

/** A request that node-soap has written, with the HTTP headers from node-soap and from the security object. */
export interface WrittenRequest {
  readonly envelope: string;
  readonly headers: { readonly [name: string]: unknown };
}

type HeaderFunction = (method: unknown, location: string, soapAction: string, args: EncodedRequest) => unknown;

/**
 * The part of node-soap's WSDL that its client reads, without a document: the generated tables hold the contract. One
 * instance belongs to one client, because node-soap writes that client's options into it.
 */
class GeneratedWsdl {
  readonly options: WSDL["options"] = bare({});
  readonly xmlnsInEnvelope = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  readonly xmlnsInHeader = undefined;
  #whole: WSDL | undefined;

  constructor(readonly definitions: WSDL["definitions"]) {}

  objectToDocumentXML(_name: string, { body }: EncodedRequest): string {
    return body;
  }

  /** Writes a header block from an object. This alone needs node-soap's whole WSDL, so it is loaded here. */
  objectToXML(...args: Parameters<WSDL["objectToXML"]>): string {
    if (this.#whole === undefined) {
      this.#whole = new NodeSoapWsdl({}, "", {});
      // node-soap would complete a parsed document here, and its loops fail with an extended Object.prototype.
      this.#whole.processIncludes = () => {};
      this.#whole.definitions = this.definitions;
      Object.assign(this.#whole.options, this.options);
    }
    return this.#whole.objectToXML(...args);
  }
}

const SERVICE_KEY = "service:generated";

/** Returns the part of node-soap's DefinitionsElement that its client reads. */
export function definitionsOf(name: string, namespace: string, plans: readonly OperationPlan[]): WSDL["definitions"] {
  const methods: { [key: string]: unknown } = bare({});
  for (const { operation, escapedAction: soapAction, methodKey } of plans) {
    // The style is "document" for every binding, because the Body is encoded already.
    methods[methodKey] = { $name: operation.name, soapAction, style: "document", input: { $name: operation.name } };
  }
  const ports = bare({ port: { binding: { methods } } });
  return {
    $name: name,
    $targetNamespace: namespace,
    xmlns: bare({}),
    schemas: bare({}),
    messages: bare({}),
    services: bare({ [SERVICE_KEY]: { ports, postProcess() {} } }),
    deleteFixedAttrs() {},
  } as unknown as WSDL["definitions"];
}

/** Returns a copy without a prototype: node-soap iterates it, and a package may have extended `Object.prototype`. */
function bare<T extends object>(values: T): T {
  return Object.assign(Object.create(null), values) as T;
}

interface AdapterOptions {
  readonly definitions: WSDL["definitions"];
  readonly terms: SoapVersionTerms;
  readonly location: string;
  readonly exposeEnvelopes: boolean;
  /** Applies certificates to the connections; undefined when the connections belong to another client. */
  readonly setTls: ((tls: ConnectTls) => void) | undefined;
  /** The adapter with the listeners and the last request, when this one writes requests for another origin. */
  readonly shownBy?: NodeSoapAdapter;
}

/** Maximum length of an envelope that `lastRequest` keeps, in UTF-16 code units. */
const LONGEST_KEPT = 65_536;

/**
 * The node-soap client behind `client.soap`. It owns the security object, the added header blocks and the last request
 * and response, and shows them only masked unless `exposeEnvelopes` is set. It sends nothing.
 */
export class NodeSoapAdapter extends Client {
  static {
    // node-soap assigns these fields at every call. The accessors mask secrets when a field is read.
    for (const name of ["lastRequest", "lastMessage"] as const) {
      Object.defineProperty(NodeSoapAdapter.prototype, name, {
        get(this: NodeSoapAdapter) {
          return this.#last[name] && this.#shownEnvelope(this.#last[name]);
        },
        set(this: NodeSoapAdapter, xml: string) {
          this.#shownBy.#last[name] = xml.length <= LONGEST_KEPT ? xml : undefined;
        },
      });
    }
    Object.defineProperty(NodeSoapAdapter.prototype, "lastResponseHeaders", {
      get(this: NodeSoapAdapter) {
        return this.#last.head && this.#shownHeaders(this.#last.head);
      },
    });
  }

  readonly #options: AdapterOptions;
  readonly #shownBy: NodeSoapAdapter;
  readonly #methods: { readonly [key: string]: (...args: unknown[]) => void };
  /** The user's security object, as node-soap receives it. */
  #security: SoapSecurity | null = null;
  #hasTls = false;
  readonly #last: {
    lastRequest?: string | undefined;
    lastMessage?: string | undefined;
    head?: ResponseHead | undefined;
  } = {};

  constructor(options: AdapterOptions) {
    const { prefix: envelopeKey, namespace: envelopeSoapUrl } = options.terms;
    const httpClient = {
      request(_location: string, envelope: string, _callback: unknown, headers = {}, options: object = {}) {
        const request = options as EncodedRequest;
        request.written = { envelope, headers };
        request.onWritten?.(request.written);
        return undefined as never;
      },
    };
    const wsdl = new GeneratedWsdl(options.definitions);
    super(wsdl as unknown as WSDL, options.location, bare({ envelopeKey, envelopeSoapUrl, httpClient }));
    this.#options = options;
    this.#shownBy = options.shownBy ?? this;
    this.#methods = this[SERVICE_KEY].port;
    Reflect.set(this, "httpHeaders", bare({}));
    // node-soap's fields may hold secrets, so printing the client must not show them.
    for (const name of Object.keys(this)) Object.defineProperty(this, name, { enumerable: false });
    this.clearSoapHeaders();
  }

  /**
   * Returns an adapter that starts with the security object, header blocks and listeners of this one; with the listeners
   * alone if `isForeign`, because another origin must not get credentials.
   */
  derive(isForeign: boolean): NodeSoapAdapter {
    const derived = new NodeSoapAdapter({ ...this.#options, setTls: undefined });
    if (!isForeign) {
      Client.prototype.setSecurity.call(derived, this.#security as never);
      derived.#security = this.#security;
      for (const block of this.getSoapHeaders()) Client.prototype.addSoapHeader.call(derived, block);
    }
    for (const event of this.eventNames()) {
      for (const listener of this.rawListeners(event)) Reflect.apply(derived.on, derived, [event, listener]);
    }
    return derived;
  }

  /** Returns an adapter without security object and header blocks, whose events and last request this one shows. */
  forOtherOrigin(): NodeSoapAdapter {
    return new NodeSoapAdapter({ ...this.#options, setTls: undefined, shownBy: this });
  }

  /**
   * Returns what node-soap writes for `request`, or a promise of it when node-soap is asynchronous. Rethrows errors of
   * header functions and of the security object.
   */
  write(methodKey: string, request: EncodedRequest): WrittenRequest | Promise<WrittenRequest> {
    const { httpHeaders } = request;
    this.#methods[methodKey]!(request, () => {}, request, httpHeaders && bare(httpHeaders));
    if (request.written !== undefined) return request.written;
    return new Promise((resolve) => {
      request.onWritten = resolve;
    });
  }

  /**
   * Updates the last response and notifies listeners at the end of an exchange. `head` is undefined when no response
   * arrived, and `text` is null when it was not kept.
   */
  responded(text: string | null, head: ResponseHead | undefined, elapsedMs: number, exchangeId: string): void {
    const shownBy = this.#shownBy;
    shownBy.#last.head = head;
    shownBy.lastResponse = this.#options.exposeEnvelopes ? (text ?? undefined) : undefined;
    if (head !== undefined) shownBy.lastElapsedTime = elapsedMs;
    if (shownBy.listenerCount("response") === 0) return;
    const response = head === undefined ? null : { status: head.status, headers: this.#shownHeaders(head) };
    this.emit("response", text === null ? null : this.#shownEnvelope(text), response, exchangeId);
  }

  override emit(event: string, ...args: unknown[]): boolean {
    if (this.#shownBy !== this) return this.#shownBy.emit(event, ...args);
    if (this.listenerCount(event) === 0) return false;
    try {
      if (event === "request" || event === "message") args[0] = this.#shownEnvelope(String(args[0]));
      return Reflect.apply(super.emit, this, [event, ...args]);
    } catch (error) {
      // A listener's error does not fail the call. It becomes an uncaught exception.
      process.nextTick(() => {
        throw error;
      });
      return true;
    }
  }

  /** Whether a listener or `lastResponse` uses the text of responses. */
  get wantsText(): boolean {
    return this.#options.exposeEnvelopes || this.#shownBy.listenerCount("response") > 0;
  }

  get hasSecurity(): boolean {
    return this.#security !== null;
  }

  /** Whether the envelope may differ between attempts, so that each attempt writes a new one. */
  get varies(): boolean {
    return this.hasSecurity || this.getSoapHeaders().length > 0;
  }

  /** node-soap's list of header blocks begins with the function that writes our own. */
  override clearSoapHeaders(): void {
    super.clearSoapHeaders();
    super.addSoapHeader(((_method, _location, _action, { header }) => header) satisfies HeaderFunction);
  }

  override addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number {
    return this.#recording(super.addSoapHeader(header, name, namespace, xmlns)) - 1;
  }

  override changeSoapHeader(index: number, header: unknown, name?: string, namespace?: string, xmlns?: string): void {
    super.changeSoapHeader(index + 1, header, name, namespace, xmlns);
    this.#recording(index + 1);
  }

  override getSoapHeaders(): string[] {
    return super.getSoapHeaders().slice(1);
  }

  /** Records a block in each request, because its texts may be credentials. Returns `index`. */
  #recording(index: number): number {
    const headers = super.getSoapHeaders() as unknown as (HeaderFunction | string)[];
    const header = headers[index];
    headers[index] = (...call) => {
      const block = String(typeof header === "function" ? header(...call) : header);
      call[3].foreignBlocks.push(block);
      return block;
    };
    return index;
  }

  /** Throws a `ConfigurationError` for NTLM, and for certificates when the connections belong to another client. */
  override setSecurity(security: SoapSecurity | null): void {
    const { terms, setTls } = this.#options;
    const { perRequest, tls } = adoptSecurity(security, terms);
    const hasTls = Object.keys(tls).length > 0;
    if (hasTls && setTls === undefined) {
      throw new ConfigurationError(
        "setSecurity on a client of with() takes no client certificate, because the connections are shared. Make a client of its own for it.",
        { option: "setSecurity" },
      );
    }
    super.setSecurity(perRequest as never);
    this.#security = perRequest;
    if (hasTls || this.#hasTls) setTls?.(tls);
    this.#hasTls = hasTls;
  }

  #shownEnvelope(xml: string): string {
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
