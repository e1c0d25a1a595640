/** node-soap's client, which makes the envelopes of requests. It sees no response but the one that its listeners are shown. */
import { inspect } from "node:util";
import type { WSDL } from "soap/lib/wsdl";
import { Client } from "#node-soap-client";
import { ConfigurationError } from "../errors/configuration-error";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/exchange";
import { MASK, maskEnvelope, maskHeaders } from "./mask";
import type { OperationPlan, SoapVersionTerms } from "./operation-plan";
import type { SoapSecurity } from "./soap-client";
import { adoptSecurity } from "./soap-security";

/** A message as node-soap is given it: what our codec has written. */
interface EncodedMessage {
  /** Key of the operation's method. */
  readonly methodKey: string;
  /** Content of the Header that the client's options and the features of the call ask for. */
  readonly header: string;
  readonly body: string;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
  /** The same in all events of one call. */
  readonly exchangeId: string;
}

/** What node-soap has made of a message. */
export interface MadeRequest {
  readonly envelope: string;
  /** node-soap's own, with those of the security object. */
  readonly headers: { readonly [name: string]: unknown };
  /** Header blocks that are not this client's own: of `addSoapHeader` and of the security object. */
  readonly foreignBlocks: readonly string[];
}

/** The arguments of a call of node-soap's: its header functions get them. */
interface CallArguments extends EncodedMessage {
  readonly foreignBlocks: string[];
}

/** The options of a call of node-soap's: its `httpClient` gets them. */
interface CallOptions {
  readonly exchangeId: string;
  readonly onRequest: (envelope: string, headers: { readonly [name: string]: unknown }) => void;
  readonly postProcess: (xml: string) => string;
}

/**
 * What node-soap's client asks of a WSDL, without a document behind it: what it would read from one is in the generated
 * tables. One instance belongs to one client: node-soap writes that client's options into it.
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

/** The part of node-soap's DefinitionsElement that its client reads. */
export function definitionsOf(
  service: string,
  plans: Iterable<OperationPlan>,
  targetNamespace: string,
  location: string,
): WSDL["definitions"] {
  const methods: { [key: string]: unknown } = bare({});
  for (const { operation, soapAction, methodKey } of plans) {
    // Whatever the style of the binding: the Body is written already.
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
 * The values without a prototype, for what node-soap goes through key by key or looks up: another package may have put
 * anything on `Object.prototype`.
 */
function bare<T extends object>(values: T): T {
  return Object.assign(Object.create(null), values) as T;
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
  /** They become text when someone looks at them. */
  get httpHeaders(): { readonly [name: string]: string } {
    return this.#head.headers;
  }
}

interface AdapterOptions {
  readonly terms: SoapVersionTerms;
  readonly location: string;
  readonly exposeEnvelopes: boolean;
  /** Takes the certificates of a security object; undefined where the connections are another client's. */
  readonly setTls: ((tls: ConnectTls) => void) | undefined;
  /** Has the listeners, and shows what was sent last, where this one makes requests for another origin. */
  readonly shownBy?: NodeSoapAdapter;
}

type Method = (
  args: CallArguments,
  onResult: () => void,
  options: CallOptions,
  httpHeaders: EncodedMessage["httpHeaders"],
) => void;
type HeaderFunction = (method: unknown, location: string, soapAction: string, args: CallArguments) => string;

/** A longer envelope is not kept for `lastRequest`. */
const LONGEST_KEPT = 65_536;
const PRIVATE = ["wsdl", "httpClient", "security", "soapHeaders", "httpHeaders", "bodyAttributes", "SOAPAction"];

/** node-soap's client for one client of ours, with nothing secret to be seen on it. */
export class NodeSoapAdapter extends Client {
  readonly #options: AdapterOptions;
  readonly #wsdl: GeneratedWsdl;
  readonly #methods: { readonly [key: string]: Method };
  /** Those that were added; before them stands our own. */
  #blocks: HeaderFunction[] = [];
  /** The security object as it was given. */
  #given: SoapSecurity | null = null;
  /** The block that it has written last: taken by the `postProcess` of the same call, with nothing in between. */
  #securityBlock = "";
  /** The security object brought certificates. */
  #ownTls = false;
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
    // Fields that may hold secrets do not show up when the client is printed.
    for (const name of PRIVATE) {
      const value: unknown = name === "httpHeaders" ? bare({}) : Reflect.get(this, name);
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: false });
    }
    this.clearSoapHeaders();
  }

  /**
   * The adapter of a client of `with`: it starts with the security object, header blocks and listeners of this one, and what
   * is set on it stays its own. `isForeign`: of another origin, with the listeners alone. The connections are shared, and with
   * them the certificates.
   */
  own(isForeign: boolean): NodeSoapAdapter {
    const own = this.#other({});
    if (this.#given !== null && !isForeign) own.#adopt(this.#given);
    if (!isForeign) for (const block of this.#blocks) own.#add(block);
    for (const event of this.eventNames()) {
      for (const listener of this.rawListeners(event)) Reflect.apply(own.on, own, [event, listener]);
    }
    return own;
  }

  /** Makes requests for another origin: without security object and header blocks, and shown by this one. */
  elsewhere(): NodeSoapAdapter {
    return this.#other({ shownBy: this });
  }

  #other(options: Partial<AdapterOptions>): NodeSoapAdapter {
    const wsdl = new GeneratedWsdl(this.#wsdl.definitions);
    return new NodeSoapAdapter(wsdl, { ...this.#options, setTls: undefined, ...options });
  }

  /** The request of a message; a promise where node-soap takes its time. What it throws, a security object or a header function threw. */
  request(message: EncodedMessage): MadeRequest | Promise<MadeRequest> {
    const method = this.#methods[message.methodKey];
    if (method === undefined) throw new TypeError(`${message.methodKey} is not an operation of this service`);
    const { exchangeId, httpHeaders } = message;
    const foreignBlocks: string[] = [];
    let made: MadeRequest | undefined;
    let onMade: ((request: MadeRequest) => void) | undefined;
    const options: CallOptions = bare({
      exchangeId,
      onRequest: (envelope, headers) => {
        made = { envelope, headers, foreignBlocks };
        onMade?.(made);
      },
      postProcess: (xml) => {
        if (this.#given !== null) foreignBlocks.push(this.#securityBlock);
        return xml;
      },
    });
    method({ ...message, foreignBlocks }, nothing, options, httpHeaders && bare(httpHeaders));
    return (
      made ??
      new Promise((resolve) => {
        onMade = resolve;
      })
    );
  }

  /** The exchange is over: listeners are told, and `client.soap` shows it. Without a response where none came. */
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
      // A listener that throws is a defect of the listener's: the call goes on.
      process.nextTick(() => {
        throw error;
      });
      return true;
    }
  }

  /** Whether the text of responses is of use to anyone. */
  get wantsText(): boolean {
    return this.#options.exposeEnvelopes || (this.#options.shownBy ?? this).listenerCount("response") > 0;
  }

  get hasSecurity(): boolean {
    return this.#given !== null;
  }

  /** Whether a request made again may differ from the first: then it is made anew for each attempt. */
  get varies(): boolean {
    return this.hasSecurity || this.#blocks.length > 0;
  }

  override clearSoapHeaders(): void {
    super.clearSoapHeaders();
    this.#blocks = [];
    super.addSoapHeader(((_method, _location, _action, { header }) => header) satisfies HeaderFunction);
  }

  override addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number {
    return this.#add(this.#watched(header, name, namespace, xmlns));
  }

  #add(block: HeaderFunction): number {
    super.addSoapHeader(block);
    return this.#blocks.push(block) - 1;
  }

  override changeSoapHeader(index: number, header: unknown, name?: string, namespace?: string, xmlns?: string): void {
    const block = this.#watched(header, name, namespace, xmlns);
    super.changeSoapHeader(index + 1, block);
    this.#blocks[index] = block;
  }
  override getSoapHeaders(): string[] {
    return super.getSoapHeaders().slice(1);
  }

  /** A header block that says for each request what it comes to: its texts may be credentials. */
  #watched(header: unknown, name = "", namespace = "", xmlns = ""): HeaderFunction {
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
      this.#given = null;
    }
    const ownTls = Object.keys(tls).length > 0;
    if (ownTls || this.#ownTls) this.#options.setTls?.(tls);
    this.#ownTls = ownTls;
  }

  /** Returns the certificates of `security`. Throws a `ConfigurationError`, for certificates too where they are refused. */
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
    this.#given = security;
    return tls;
  }

  /** @internal What the accessors on the prototype read. */
  last(name: string): unknown {
    const { exposeEnvelopes } = this.#options;
    const value = this.#last.get(name);
    if (typeof value === "string") return exposeEnvelopes ? value : maskEnvelope(value);
    const response = this.#last.get("lastResponse") as ShownResponse | undefined;
    if (name === "lastResponse") return exposeEnvelopes ? (response?.text ?? undefined) : undefined;
    return name === "lastResponseHeaders" ? this.#shownHeaders(response) : undefined;
  }

  /** @internal What node-soap assigns to them at every call. */
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

function nothing(): void {}

// node-soap assigns these at every call; here they are accessors that show no secret.
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
