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
import { escapedAction } from "./soap-action";
import type { SoapSecurity } from "./soap-client";

/** A message that our codec has encoded, as node-soap receives it. */
interface EncodedMessage {
  readonly methodKey: string;
  /** Content of the Header: the blocks from options and from features. */
  readonly header: string;
  readonly body: string;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
  /** Id of the call, which is the same in all of its events. */
  readonly exchangeId: string;
}

/** A request that node-soap has written. */
export interface WrittenRequest {
  readonly envelope: string;
  /** HTTP headers from node-soap and from the security object. */
  readonly headers: { readonly [name: string]: unknown };
  /** Header blocks that this client did not write: from `addSoapHeader` and from the security object. */
  readonly foreignBlocks: readonly string[];
}

/** The arguments of a call to node-soap, which it passes to header functions. */
interface CallArguments extends EncodedMessage {
  readonly foreignBlocks: string[];
}

/** The options of a call to node-soap, which it passes to its `httpClient`. */
interface CallOptions {
  readonly exchangeId: string;
  readonly onRequest: (envelope: string, headers: { readonly [name: string]: unknown }) => void;
  readonly postProcess: (xml: string) => string;
}

/**
 * The part of node-soap's WSDL that its client reads, without a document: the generated tables hold the contract. One
 * instance belongs to one client, because node-soap writes that client's options into it.
 */
export class GeneratedWsdl {
  readonly definitions: WSDL["definitions"];
  readonly options: WSDL["options"] = bare({});
  readonly xmlnsInEnvelope = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  readonly xmlnsInHeader = undefined;
  #whole: WSDL | undefined;

  constructor(definitions: WSDL["definitions"]) {
    this.definitions = definitions;
  }

  objectToDocumentXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  /** Writes a header block from an object. This alone needs node-soap's whole WSDL, so it is loaded here. */
  objectToXML(...args: Parameters<WSDL["objectToXML"]>): string {
    this.#whole ??= this.#load();
    return this.#whole.objectToXML(...args);
  }

  #load(): WSDL {
    const whole = new NodeSoapWsdl({}, "", {});
    // node-soap would complete a parsed document here, and its loops fail with an extended Object.prototype.
    whole.processIncludes = () => {};
    whole.definitions = this.definitions;
    Object.assign(whole.options, this.options);
    return whole;
  }
}

const SERVICE_KEY = "service:generated";
const PORT_KEY = "port";

/** Returns the part of node-soap's DefinitionsElement that its client reads. */
export function definitionsOf(
  service: string,
  plans: Iterable<OperationPlan>,
  targetNamespace: string,
  location: string,
): WSDL["definitions"] {
  const methods: { [key: string]: unknown } = bare({});
  for (const { operation, soapAction: action, methodKey } of plans) {
    const soapAction = escapedAction(action);
    // The style is "document" for every binding, because the Body is encoded already.
    methods[methodKey] = { $name: operation.name, soapAction, style: "document", input: { $name: operation.name } };
  }
  const port = { location, binding: { methods } };
  return {
    $name: service,
    $targetNamespace: targetNamespace,
    xmlns: bare({}),
    schemas: bare({}),
    messages: bare({}),
    services: bare({ [SERVICE_KEY]: { ports: bare({ [PORT_KEY]: port }), postProcess() {} } }),
    deleteFixedAttrs() {},
  } as unknown as WSDL["definitions"];
}

/**
 * Returns a copy of `values` without a prototype, for objects that node-soap iterates or looks up: another package may
 * have extended `Object.prototype`.
 */
function bare<T extends object>(values: T): T {
  return Object.assign(Object.create(null), values) as T;
}

/** The response that listeners receive. `text` is null when it was not kept. */
export interface ShownResponse {
  readonly text: string | null;
  readonly head: ResponseHead;
}

interface AdapterOptions {
  readonly terms: SoapVersionTerms;
  readonly location: string;
  readonly exposeEnvelopes: boolean;
  /**
   * Applies the certificates of a security object to the connections; undefined when the connections belong to another
   * client.
   */
  readonly setTls: ((tls: ConnectTls) => void) | undefined;
  /** The adapter with the listeners and the last request, when this one writes requests for another origin. */
  readonly shownBy?: NodeSoapAdapter;
}

type Method = (
  args: CallArguments,
  onResult: () => void,
  options: CallOptions,
  httpHeaders: EncodedMessage["httpHeaders"],
) => void;
type HeaderFunction = (method: unknown, location: string, soapAction: string, args: CallArguments) => string;

/** Maximum length of an envelope that `lastRequest` keeps, in UTF-16 code units. */
const LONGEST_KEPT = 65_536;

/**
 * The node-soap client behind `client.soap`. It owns the security object, the added header blocks and the last request
 * and response, and shows them only masked unless `exposeEnvelopes` is set. It sends nothing.
 */
export class NodeSoapAdapter extends Client {
  readonly #options: AdapterOptions;
  readonly #wsdl: GeneratedWsdl;
  readonly #methods: { readonly [key: string]: Method };
  /** Header functions from `addSoapHeader`. node-soap's list has one more before them, which writes our own blocks. */
  #blocks: HeaderFunction[] = [];
  /** The security object as the user passed it. */
  #security: SoapSecurity | null = null;
  /**
   * The block that the security object wrote last, read by `postProcess` of the same call; node-soap runs no other call
   * between the two.
   */
  #securityBlock = "";
  /** Whether the security object has certificates. */
  #hasTls = false;
  readonly #last = new Map<string, unknown>();

  constructor(wsdl: GeneratedWsdl, options: AdapterOptions) {
    const { prefix: envelopeKey, namespace: envelopeSoapUrl } = options.terms;
    const httpClient = {
      request(_location: string, envelope: string, _callback: unknown, headers = {}, call: object = {}) {
        (call as CallOptions).onRequest(envelope, headers);
        return undefined as never;
      },
    };
    super(wsdl as unknown as WSDL, options.location, bare({ envelopeKey, envelopeSoapUrl, httpClient }));
    this.#options = options;
    this.#wsdl = wsdl;
    this.#methods = this[SERVICE_KEY][PORT_KEY];
    Reflect.set(this, "httpHeaders", bare({}));
    // node-soap's fields may hold secrets, so printing the client must not show them.
    for (const name of Object.keys(this)) Object.defineProperty(this, name, { enumerable: false });
    this.clearSoapHeaders();
  }

  /**
   * Returns the adapter of a client of `with`. It starts with a copy of the security object, header blocks and
   * listeners; with the listeners alone if `isForeign`, because another origin must not get credentials. The
   * connections are shared, and with them the certificates.
   */
  derive(isForeign: boolean): NodeSoapAdapter {
    const derived = this.#create({});
    if (this.#security !== null && !isForeign) derived.#adopt(this.#security);
    if (!isForeign) for (const block of this.#blocks) derived.#add(block);
    for (const event of this.eventNames()) {
      for (const listener of this.rawListeners(event)) Reflect.apply(derived.on, derived, [event, listener]);
    }
    return derived;
  }

  /**
   * Returns an adapter for requests to another origin, without security object and header blocks. Its events and last
   * request are shown by this adapter.
   */
  forOtherOrigin(): NodeSoapAdapter {
    return this.#create({ shownBy: this });
  }

  #create(options: Partial<AdapterOptions>): NodeSoapAdapter {
    const wsdl = new GeneratedWsdl(this.#wsdl.definitions);
    return new NodeSoapAdapter(wsdl, { ...this.#options, setTls: undefined, ...options });
  }

  /**
   * Returns the request that node-soap writes for `message`, or a promise of it when node-soap is asynchronous.
   * Rethrows errors of header functions and of the security object.
   */
  request(message: EncodedMessage): WrittenRequest | Promise<WrittenRequest> {
    const method = this.#methods[message.methodKey];
    if (method === undefined) throw new TypeError(`${message.methodKey} is not an operation of this service`);
    const { exchangeId, httpHeaders } = message;
    const foreignBlocks: string[] = [];
    let written: WrittenRequest | undefined;
    let onWritten: ((request: WrittenRequest) => void) | undefined;
    const options: CallOptions = bare({
      exchangeId,
      onRequest: (envelope, headers) => {
        written = { envelope, headers, foreignBlocks };
        onWritten?.(written);
      },
      postProcess: (xml) => {
        if (this.#security !== null) foreignBlocks.push(this.#securityBlock);
        return xml;
      },
    });
    method({ ...message, foreignBlocks }, nothing, options, httpHeaders && bare(httpHeaders));
    return (
      written ??
      new Promise((resolve) => {
        onWritten = resolve;
      })
    );
  }

  /**
   * Updates the last response and notifies listeners at the end of an exchange. `response` is undefined when none
   * arrived.
   */
  responded(response: ShownResponse | undefined, elapsedMs: number, exchangeId: string): void {
    const shownBy = this.#options.shownBy ?? this;
    shownBy.#last.set("lastResponse", response);
    if (response !== undefined) shownBy.lastElapsedTime = elapsedMs;
    this.emit("response", response?.text, response, exchangeId);
  }

  override emit(event: string, ...args: unknown[]): boolean {
    const { shownBy } = this.#options;
    if (shownBy !== undefined) return shownBy.emit(event, ...args);
    if (this.listenerCount(event) === 0) return false;
    try {
      return Reflect.apply(super.emit, this, [event, ...this.#shown(event, args)]);
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
    return this.#options.exposeEnvelopes || (this.#options.shownBy ?? this).listenerCount("response") > 0;
  }

  get hasSecurity(): boolean {
    return this.#security !== null;
  }

  /** Whether the envelope may differ between attempts, so that each attempt writes a new one. */
  get varies(): boolean {
    return this.hasSecurity || this.#blocks.length > 0;
  }

  override clearSoapHeaders(): void {
    super.clearSoapHeaders();
    this.#blocks = [];
    super.addSoapHeader(((_method, _location, _action, { header }) => header) satisfies HeaderFunction);
  }

  override addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number {
    return this.#add(this.#recording(header, name, namespace, xmlns));
  }

  #add(block: HeaderFunction): number {
    super.addSoapHeader(block);
    return this.#blocks.push(block) - 1;
  }

  override changeSoapHeader(index: number, header: unknown, name?: string, namespace?: string, xmlns?: string): void {
    const block = this.#recording(header, name, namespace, xmlns);
    super.changeSoapHeader(index + 1, block);
    this.#blocks[index] = block;
  }
  override getSoapHeaders(): string[] {
    return super.getSoapHeaders().slice(1);
  }

  /** Returns a header function that records the block of each request, because its texts may be credentials. */
  #recording(header: unknown, name = "", namespace = "", xmlns = ""): HeaderFunction {
    const written = (block: unknown): string =>
      typeof block === "object" ? this.#wsdl.objectToXML(block, name, namespace, xmlns, true) : String(block);
    const fixed = typeof header === "function" ? undefined : written(header);
    return (...call) => {
      const block = fixed ?? written((header as (...args: unknown[]) => unknown)(...call));
      call[3].foreignBlocks.push(block);
      return block;
    };
  }

  override setSecurity(security: SoapSecurity | null): void {
    const tls = security === null ? {} : this.#adopt(security, this.#options.setTls === undefined);
    if (security === null) {
      super.setSecurity(null as never);
      this.#security = null;
    }
    const hasTls = Object.keys(tls).length > 0;
    if (hasTls || this.#hasTls) this.#options.setTls?.(tls);
    this.#hasTls = hasTls;
  }

  /**
   * Installs `security` in node-soap's client and returns its certificates, which the caller applies to the
   * connections. Throws a `ConfigurationError` for NTLM, and for certificates if `refusesTls`.
   */
  #adopt(security: SoapSecurity, refusesTls = false): ConnectTls {
    const { tls, perRequest } = adoptSecurity(security, this.#options.terms, (block) => {
      this.#securityBlock = block;
    });
    if (refusesTls && Object.keys(tls).length > 0) {
      throw new ConfigurationError(
        "setSecurity on a client of with() takes no client certificate, because the connections are shared. Make a client of its own for it.",
        { option: "setSecurity" },
      );
    }
    super.setSecurity(perRequest as never);
    this.#security = security;
    return tls;
  }

  /** @internal Returns the masked value of one of node-soap's fields, for the accessors on the prototype. */
  last(name: string): unknown {
    const { exposeEnvelopes } = this.#options;
    const value = this.#last.get(name);
    if (typeof value === "string") return exposeEnvelopes ? value : maskEnvelope(value);
    const response = this.#last.get("lastResponse") as ShownResponse | undefined;
    if (name === "lastResponse") return exposeEnvelopes ? (response?.text ?? undefined) : undefined;
    return name === "lastResponseHeaders" ? this.#shownHeaders(response) : undefined;
  }

  /** @internal Stores the value that node-soap assigns to one of its fields at every call. */
  keep(name: string, value: unknown): void {
    if (name !== "lastRequest" && name !== "lastMessage") return;
    const isKept = typeof value === "string" && value.length <= LONGEST_KEPT;
    (this.#options.shownBy ?? this).#last.set(name, isKept ? value : undefined);
  }

  #shown(event: string, args: readonly unknown[]): readonly unknown[] {
    const { exposeEnvelopes } = this.#options;
    const [first, second, third] = args;
    if (event === "request" || event === "message") {
      return [exposeEnvelopes ? first : maskEnvelope(String(first)), ...args.slice(1)];
    }
    if (event !== "response") return args;
    const response = second as ShownResponse | undefined;
    if (response === undefined) return [null, null, third];
    const text = response.text === null || exposeEnvelopes ? response.text : maskEnvelope(response.text);
    return [text, { status: response.head.status, headers: this.#shownHeaders(response) }, third];
  }

  #shownHeaders(response: ShownResponse | undefined): { readonly [name: string]: string } | undefined {
    const headers = response?.head.headers;
    return headers === undefined || this.#options.exposeEnvelopes ? headers : maskHeaders(headers);
  }

  toJSON(): unknown {
    return { endpoint: this.lastEndpoint ?? MASK };
  }
  [inspect.custom](): string {
    return `SoapClient { soapVersion: '${this.#options.terms.version}' }`;
  }
}

function nothing(): void {}

// node-soap assigns these fields at every call. The accessors mask secrets when a field is read.
for (const name of ["lastRequest", "lastMessage", "lastResponse", "lastResponseHeaders", "lastRequestHeaders"]) {
  Object.defineProperty(NodeSoapAdapter.prototype, name, {
    get(this: NodeSoapAdapter) {
      return this.last(name);
    },
    set(this: NodeSoapAdapter, value: unknown) {
      this.keep(name, value);
    },
  });
}
