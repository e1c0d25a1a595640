import { inspect } from "node:util";
import type { WSDL } from "soap/lib/wsdl";
import { Client } from "#node-soap-client";
import { ConfigurationError } from "../errors/configuration-error";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/exchange";
import { MASK, maskEnvelope, maskHeaders } from "./mask";
import type { OperationPlan, SoapVersionTerms } from "./operation-plan";
import { adoptSecurity } from "./security";
import type { SoapSecurity } from "./soap-client";

/** The Body of a request, made before node-soap is asked to. */
interface EncodedMessage {
  readonly body: string;
}

const XMLNS = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const RESULT = "result";

/**
 * What node-soap's client asks of a WSDL, without a document behind it: what it would read from one is in the generated
 * tables, and what it would do with them our codecs do. One instance belongs to one client: node-soap writes that client's
 * options into it.
 */
export class TableWsdl {
  readonly definitions: WSDL["definitions"];
  readonly options: WSDL["options"] = bare({});
  readonly xmlnsInEnvelope = XMLNS;
  readonly xmlnsInHeader = undefined;
  #whole: WSDL | undefined;

  constructor(definitions: WSDL["definitions"]) {
    this.definitions = definitions;
  }

  static of(service: string, plans: Iterable<OperationPlan>, targetNamespace: string, location: string): TableWsdl {
    return new TableWsdl(definitionsOf(service, plans, targetNamespace, location));
  }

  objectToDocumentXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  objectToRpcXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  /** The result was decoded while the response came. Never throws: node-soap would write the response into the error. */
  xmlToObject(result: unknown): { readonly Header: undefined; readonly Body: { readonly [RESULT]: unknown } } {
    return { Header: undefined, Body: { [RESULT]: result } };
  }

  /** A header block that was given as an object: the one thing that node-soap's own WSDL is needed for. */
  objectToXML(...args: Parameters<WSDL["objectToXML"]>): string {
    this.#whole ??= this.#load();
    return this.#whole.objectToXML(...args);
  }

  #load(): WSDL {
    const { WSDL } = require("soap/lib/wsdl") as typeof import("soap/lib/wsdl");
    const whole = new WSDL({}, "", {});
    // It would complete what it has read from a document, and its loops are not made for an extended Object.prototype.
    whole.processIncludes = () => {};
    whole.definitions = this.definitions;
    Object.assign(whole.options, this.options);
    return whole;
  }
}

const SERVICE_KEY = "service:generated";
const PORT_KEY = "port";

function definitionsOf(
  service: string,
  plans: Iterable<OperationPlan>,
  targetNamespace: string,
  location: string,
): WSDL["definitions"] {
  const methods: { [key: string]: unknown } = bare({});
  for (const { operation, soapAction, methodKey } of plans) {
    methods[methodKey] = {
      $name: operation.name,
      soapAction,
      // The style only decides which of the two functions above is asked, and both return the same.
      style: "document",
      input: { $name: operation.name },
      output: operation.output === undefined ? undefined : { $name: RESULT },
    };
  }
  const definitions = {
    $name: service,
    $targetNamespace: targetNamespace,
    xmlns: bare({}),
    schemas: bare({}),
    messages: bare({}),
    services: bare({
      [SERVICE_KEY]: { ports: bare({ [PORT_KEY]: { location, binding: { methods } } }), postProcess() {} },
    }),
    deleteFixedAttrs() {},
  };
  // A plain object with the part of node-soap's DefinitionsElement that its client reads.
  return definitions as unknown as WSDL["definitions"];
}

/**
 * The values without a prototype, for what node-soap goes through key by key or looks up: another package may have put
 * anything on `Object.prototype`.
 */
function bare<T extends object>(values: T): T {
  return Object.assign(Object.create(null), values) as T;
}

/** What node-soap calls when there is a response, or an error in its place. */
type Responded = (error: Error | null, response?: unknown, body?: unknown) => void;

/** What node-soap has made of a message. */
export class SoapRequest {
  readonly envelope: string;
  /** node-soap's own, with those of the security object. */
  readonly headers: { readonly [name: string]: unknown };
  /** Header blocks that are not this client's own: of `addSoapHeader` and of the security object. */
  foreignBlocks: readonly string[] = [];
  readonly #responded: Responded;
  /** What node-soap has passed on. */
  result: unknown;

  constructor(envelope: string, headers: { readonly [name: string]: unknown }, responded: Responded) {
    this.envelope = envelope;
    this.headers = headers;
    this.#responded = responded;
  }

  /** Hands node-soap the response, decoded, and returns what it makes of it. */
  respond(response: ShownResponse | undefined, result: unknown): unknown {
    this.#responded(null, response, result);
    const passedOn = this.result;
    this.result = undefined;
    return passedOn;
  }

  /** Tells node-soap that there is no result. */
  fail(response: ShownResponse | undefined, error: Error): void {
    this.#responded(error, response);
  }
}

/** A response as listeners get it. */
export class ShownResponse {
  /** The text of its body; null when nobody asked for it. */
  readonly text: string | null;
  readonly #head: ResponseHead;

  constructor(text: string | null, head: ResponseHead) {
    this.text = text;
    this.#head = head;
  }

  get status(): number {
    return this.#head.status;
  }
  withoutText(): ShownResponse {
    return this.text === null ? this : new ShownResponse(null, this.#head);
  }
  /** Not named `headers`, which node-soap reads after every call: they become text when someone looks at them. */
  get httpHeaders(): { readonly [name: string]: string } {
    return this.#head.headers;
  }
}

interface EngineOptions {
  readonly terms: SoapVersionTerms;
  readonly location: string;
  readonly exposeEnvelopes: boolean;
  /** Takes the certificates of a security object; undefined where the connections are another client's. */
  readonly setTls: ((tls: ConnectTls) => void) | undefined;
}

/** A message as node-soap is given it. */
interface SoapMessage extends EncodedMessage {
  /** Key of the operation's method. */
  readonly methodKey: string;
  /** Content of the Header that the client's options ask for. */
  readonly header: string;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
  /** The same in all events of one call. */
  readonly exchangeId: string;
  /** It goes to another origin than what was set here is for. */
  readonly isForeign: boolean;
}

type Method = (
  message: EncodedMessage,
  onResult: (error: unknown, result: unknown) => void,
  options: { exchangeId: string },
  httpHeaders: SoapMessage["httpHeaders"],
) => void;
type HeaderFunction = (...args: unknown[]) => unknown;
/** A header block that was added, with what was given for it. */
type WatchedBlock = HeaderFunction & { readonly given: unknown };

/** A longer envelope is not kept for `lastRequest`. */
const LONGEST_KEPT = 65_536;
const PRIVATE = [
  "wsdl",
  "httpClient",
  "security",
  "soapHeaders",
  "httpHeaders",
  "bodyAttributes",
  "SOAPAction",
] as const;

/**
 * node-soap's client, with nothing of it left to discover at run time and nothing secret to be seen on it. It is used in
 * two steps, and nothing is in between but the HTTP exchange:
 *
 * 1. `request(message)` calls the method of the operation. node-soap asks the WSDL for the Body (`TableWsdl` returns what
 *    our codec has written), the first header function for our Header blocks, the security object and `addSoapHeader` for
 *    theirs, emits `message` and `request`, and hands envelope, HTTP headers and a callback to its `httpClient`: to us,
 *    before the method returns.
 * 2. `respond(response, result)` calls that callback. node-soap emits `response`, asks the WSDL to parse (`TableWsdl`
 *    returns what our codec has read) and passes the result on.
 */
export class Engine extends Client {
  readonly #options: EngineOptions;
  readonly #wsdl: TableWsdl;
  /** The security object as it was given. */
  #given: SoapSecurity | null = null;
  readonly #methods: { readonly [key: string]: Method };
  /** Of the message that step 1 is at. A listener or a header function may make another call meanwhile: see `request`. */
  #ownHeader = "";
  #foreignBlocks: string[] = [];
  #request: SoapRequest | undefined;
  /** The security object brought certificates. */
  #ownTls = false;
  #lastEnvelope: string | undefined;
  #lastMessage: string | undefined;
  #lastResponse: ShownResponse | undefined;

  constructor(wsdl: TableWsdl, options: EngineOptions) {
    const httpClient = {
      request: (_location: string, envelope: string, responded: Responded, headers = {}) => {
        this.#request = new SoapRequest(envelope, headers, responded);
        return undefined as never;
      },
    };
    const { prefix: envelopeKey, namespace: envelopeSoapUrl } = options.terms;
    super(wsdl as unknown as WSDL, options.location, bare({ envelopeKey, envelopeSoapUrl, httpClient }));
    this.#options = options;
    this.#wsdl = wsdl;
    this.#methods = this[SERVICE_KEY][PORT_KEY];
    hide(this);
    Reflect.set(this, "httpHeaders", bare({}));
    this.clearSoapHeaders();
  }

  /**
   * An engine for a client of `with`: it starts with the security object, header blocks and listeners of this one, and what
   * is set on it stays its own. `isForeign`: it starts with the listeners alone. The connections are shared, and with them the certificates.
   */
  own(isForeign: boolean): Engine {
    const own = new Engine(new TableWsdl(this.#wsdl.definitions), { ...this.#options, setTls: undefined });
    if (this.#given !== null && !isForeign) own.#adopt(this.#given);
    const headers: readonly (string | WatchedBlock)[] = Reflect.get(this, "soapHeaders");
    for (const header of isForeign ? [] : headers.slice(1))
      own.addSoapHeader(typeof header === "function" ? header.given : header);
    for (const event of this.eventNames()) {
      for (const listener of this.rawListeners(event)) Reflect.apply(own.on, own, [event, listener]);
    }
    return own;
  }

  /** The first step. What it throws, a security object or a header function threw. */
  request(message: SoapMessage): SoapRequest {
    const method = this.#methods[message.methodKey];
    if (method === undefined) throw new TypeError(`${message.methodKey} is not an operation of this service`);
    const outer = [this.#ownHeader, this.#foreignBlocks] as const;
    const foreignBlocks: string[] = [];
    [this.#ownHeader, this.#foreignBlocks] = [message.header, foreignBlocks];
    let request: SoapRequest | undefined;
    const onResult = (_error: unknown, result: unknown): void => {
      if (request !== undefined) request.result = result;
    };
    const { exchangeId, httpHeaders, isForeign } = message;
    const restore = isForeign ? this.#setAside() : undefined;
    try {
      method(message, onResult, bare({ exchangeId }), httpHeaders && bare(httpHeaders));
    } finally {
      [this.#ownHeader, this.#foreignBlocks] = outer;
      restore?.();
    }
    request = this.#request;
    this.#request = undefined;
    if (request === undefined) throw new TypeError("node-soap has made no request");
    request.foreignBlocks = foreignBlocks;
    return request;
  }

  /** Takes away what was set for the client's own origin; the function that it returns puts it back. */
  #setAside(): () => void {
    const [security, headers] = [Reflect.get(this, "security"), Reflect.get(this, "soapHeaders")];
    Reflect.set(this, "security", undefined);
    this.clearSoapHeaders();
    return () => {
      Reflect.set(this, "security", security);
      Reflect.set(this, "soapHeaders", headers);
    };
  }

  override emit(event: string, ...args: unknown[]): boolean {
    if (this.listenerCount(event) === 0) return false;
    try {
      return Reflect.apply(super.emit, this, [event, ...this.#shown(event, args)]);
    } catch (error) {
      // A listener that throws is a defect of the listener's: the call goes on.
      process.nextTick(() => {
        throw error;
      });
      return true;
    }
  }

  /** Whether the text of responses is of use to anyone. */
  get wantsText(): boolean {
    return this.#options.exposeEnvelopes || this.listenerCount("response") > 0;
  }

  /** Whether a security object is set. */
  get hasSecurity(): boolean {
    return Reflect.get(this, "security") !== undefined;
  }

  /** Whether a request made again may differ from the first: then it is made anew for each attempt. */
  get varies(): boolean {
    return this.hasSecurity || super.getSoapHeaders().length > 1;
  }

  override clearSoapHeaders(): void {
    const own: HeaderFunction = () => this.#ownHeader;
    Reflect.set(this, "soapHeaders", [own]);
  }

  override addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number {
    const index = super.addSoapHeader(header, name, namespace, xmlns);
    this.#watchBlock(index);
    return index - 1;
  }

  override changeSoapHeader(index: number, header: unknown, name?: string, namespace?: string, xmlns?: string): void {
    super.changeSoapHeader(index + 1, header, name, namespace, xmlns);
    this.#watchBlock(index + 1);
  }
  override getSoapHeaders(): string[] {
    return super.getSoapHeaders().slice(1);
  }

  override setSecurity(security: SoapSecurity | null): void {
    const tls = security === null ? {} : this.#adopt(security, this.#options.setTls === undefined);
    if (security === null) {
      Reflect.set(this, "security", undefined);
      this.#given = null;
    }
    const ownTls = Object.keys(tls).length > 0;
    if (ownTls || this.#ownTls) this.#options.setTls?.(tls);
    this.#ownTls = ownTls;
  }

  /** Returns the certificates of `security`. Throws a `ConfigurationError`, for certificates too where they are refused. */
  #adopt(security: SoapSecurity, refusesTls = false): ConnectTls {
    const onBlock = (block: string): void => void this.#foreignBlocks.push(block);
    const { tls, perRequest } = adoptSecurity(security, this.#options.terms, onBlock);
    if (refusesTls && Object.keys(tls).length > 0) {
      throw new ConfigurationError(
        "setSecurity on a client of with() takes no client certificate, because the connections are shared. Make a client of its own for it.",
        { option: "setSecurity" },
      );
    }
    Reflect.set(this, "security", perRequest);
    this.#given = security;
    return tls;
  }

  /** @internal What the accessors on the prototype read and write. */
  last(name: string): unknown {
    const { exposeEnvelopes } = this.#options;
    switch (name) {
      case "lastRequest":
        return this.#lastEnvelope === undefined || exposeEnvelopes
          ? this.#lastEnvelope
          : maskEnvelope(this.#lastEnvelope);
      case "lastMessage":
        return this.#lastMessage === undefined || exposeEnvelopes ? this.#lastMessage : maskEnvelope(this.#lastMessage);
      case "lastResponse":
        return exposeEnvelopes ? (this.#lastResponse?.text ?? undefined) : undefined;
      case "lastResponseHeaders":
        return this.#shownHeaders(this.#lastResponse);
      default:
        return undefined;
    }
  }

  /** @internal */
  keep(name: string, value: unknown): void {
    if (name === "lastRequest") this.#lastEnvelope = keepable(value);
    else if (name === "lastMessage") this.#lastMessage = keepable(value);
  }

  /** Keeps a response for the accessors. */
  keepResponse(response: ShownResponse | undefined): void {
    this.#lastResponse = this.#options.exposeEnvelopes ? response : response?.withoutText();
  }

  /** Remembers what the header block at `index` comes to for each request: its texts may be credentials. */
  #watchBlock(index: number): void {
    const headers: (string | HeaderFunction)[] = Reflect.get(this, "soapHeaders");
    const header = headers[index];
    const watched = (...args: unknown[]): unknown => {
      const block = typeof header === "function" ? header(...args) : header;
      this.#foreignBlocks.push(String(block));
      return block;
    };
    headers[index] = Object.assign(watched, { given: header });
  }

  #shown(event: string, args: readonly unknown[]): readonly unknown[] {
    const { exposeEnvelopes } = this.#options;
    const [first, second, third] = args;
    if (event === "request" || event === "message") {
      return [exposeEnvelopes ? first : maskEnvelope(String(first)), ...args.slice(1)];
    }
    if (event !== "response") return args;
    const response = second as ShownResponse | undefined;
    if (response === undefined || response === null) return [null, null, third];
    const text = response.text === null || exposeEnvelopes ? response.text : maskEnvelope(response.text);
    return [text, { status: response.status, headers: this.#shownHeaders(response) }, third];
  }

  #shownHeaders(response: ShownResponse | undefined): { readonly [name: string]: string } | undefined {
    if (response === undefined || this.#options.exposeEnvelopes) return response?.httpHeaders;
    return maskHeaders(response.httpHeaders);
  }

  toJSON(): unknown {
    return { endpoint: this.lastEndpoint ?? MASK };
  }
  [inspect.custom](): string {
    return `SoapClient { soapVersion: '${this.#options.terms.version}' }`;
  }
}

function keepable(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= LONGEST_KEPT ? value : undefined;
}

/** Fields that may hold secrets do not show up when the client is printed. */
function hide(client: object): void {
  for (const name of PRIVATE) {
    Object.defineProperty(client, name, {
      value: Object.hasOwn(client, name) ? Reflect.get(client, name) : undefined,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

// node-soap assigns these at every call; here they are accessors that keep no body and show no secret.
for (const name of ["lastRequest", "lastMessage", "lastResponse", "lastResponseHeaders", "lastRequestHeaders"]) {
  Object.defineProperty(Engine.prototype, name, {
    get(this: Engine) {
      return this.last(name);
    },
    set(this: Engine, value: unknown) {
      this.keep(name, value);
    },
  });
}
