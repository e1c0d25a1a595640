import { inspect } from "node:util";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/response-sink";
import { MASK, maskEnvelope, maskHeaders } from "./mask";
import { Client } from "./node-soap-client";
import { adoptSecurity } from "./security";
import type { SoapSecurity } from "./soap-client";
import type { SoapVersionTerms } from "./soap-version";
import { PORT_KEY, SERVICE_KEY, type TableWsdl } from "./table-wsdl";

/** What node-soap passes through untouched: the call that it is used for. */
export interface EngineCall {
  readonly exchangeId: string;
  /** Content of the Body. */
  readonly body: string;
  /** Content of the Header that the client's options ask for. */
  readonly header: string;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
}

/** Sends what node-soap has put together. `headers` are its own, with those of the security object. */
export interface EngineHttp<C extends EngineCall> {
  send(
    call: C,
    envelope: string,
    headers: { readonly [name: string]: unknown },
    callback: (error: Error | null, response?: unknown, body?: unknown) => void,
  ): void;
}

export interface EngineOptions<C extends EngineCall> {
  readonly terms: SoapVersionTerms;
  readonly location: string;
  readonly exposeEnvelopes: boolean;
  readonly http: EngineHttp<C>;
  readonly setTls: (tls: ConnectTls) => void;
}

/** The text of an answer, for listeners. */
export class ShownAnswer {
  readonly text: string | null;
  readonly #head: ResponseHead;

  constructor(text: string | null, head: ResponseHead) {
    this.text = text;
    this.#head = head;
  }

  get status(): number {
    return this.#head.status;
  }
  withoutText(): ShownAnswer {
    return this.text === null ? this : new ShownAnswer(null, this.#head);
  }
  /** Not named `headers`, which node-soap reads after every call: they become text when someone looks at them. */
  get httpHeaders(): { readonly [name: string]: string } {
    return this.#head.headers;
  }
}

type Method = (args: unknown, callback: (error: unknown) => void, options: unknown, headers: unknown) => void;
type HeaderFunction = (method: unknown, location: string, soapAction: string, args: EngineCall) => string;

/** A longer envelope is not kept for `lastRequest`. */
const LONGEST_KEPT = 65_536;
const PRIVATE = ["wsdl", "httpClient", "security", "soapHeaders", "httpHeaders", "bodyAttributes"] as const;

/** node-soap's client, with nothing of it left to discover at run time and nothing secret to be seen on it. */
export class Engine<C extends EngineCall> extends Client {
  readonly #options: EngineOptions<C>;
  readonly #methods: { readonly [key: string]: Method };
  /** The security object brought certificates. */
  #ownTls = false;
  #lastEnvelope: string | undefined;
  #lastMessage: string | undefined;
  #lastAnswer: ShownAnswer | undefined;

  constructor(wsdl: TableWsdl, options: EngineOptions<C>) {
    super(wsdl.asWsdl(), options.location, {
      envelopeKey: options.terms.prefix,
      envelopeSoapUrl: options.terms.namespace,
      httpClient: {
        request: (_location: string, envelope: string, callback, headers, call) => {
          options.http.send(call as C, envelope, headers ?? {}, callback);
          return undefined as never;
        },
      },
    });
    this.#options = options;
    this.#methods = this[SERVICE_KEY][PORT_KEY];
    hide(this);
    this.clearSoapHeaders();
  }

  /** Runs one call through node-soap. What it throws, a security object or a header function threw. */
  invoke(methodKey: string, call: C, callback: (error: unknown) => void): void {
    const method = this.#methods[methodKey];
    if (method === undefined) throw new TypeError(`${methodKey} is not an operation of this service`);
    method(call, callback, call, call.httpHeaders);
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

  /** Whether the text of answers is of use to anyone. */
  get wantsText(): boolean {
    return this.#options.exposeEnvelopes || this.listenerCount("response") > 0;
  }

  override clearSoapHeaders(): void {
    const own: HeaderFunction = (_method, _location, _action, call) => call.header;
    Reflect.set(this, "soapHeaders", [own]);
  }

  override addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number {
    return super.addSoapHeader(header, name, namespace, xmlns) - 1;
  }

  override changeSoapHeader(index: number, header: unknown, name?: string, namespace?: string, xmlns?: string): void {
    super.changeSoapHeader(index + 1, header, name, namespace, xmlns);
  }

  override getSoapHeaders(): string[] {
    return super.getSoapHeaders().slice(1);
  }

  override setSecurity(security: SoapSecurity | null): void {
    const adopted = security === null ? undefined : adoptSecurity(security, this.#options.terms);
    Reflect.set(this, "security", adopted?.perRequest);
    const ownTls = adopted !== undefined && Object.keys(adopted.tls).length > 0;
    if (ownTls || this.#ownTls) this.#options.setTls(adopted?.tls ?? {});
    this.#ownTls = ownTls;
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
        return exposeEnvelopes ? (this.#lastAnswer?.text ?? undefined) : undefined;
      case "lastResponseHeaders":
        return this.#shownHeaders(this.#lastAnswer);
      default:
        return undefined;
    }
  }

  /** @internal */
  keep(name: string, value: unknown): void {
    if (name === "lastRequest") this.#lastEnvelope = keepable(value);
    else if (name === "lastMessage") this.#lastMessage = keepable(value);
  }

  /** Remembers an answer for the accessors. */
  answered(answer: ShownAnswer | undefined): void {
    this.#lastAnswer = this.#options.exposeEnvelopes ? answer : answer?.withoutText();
  }

  #shown(event: string, args: readonly unknown[]): readonly unknown[] {
    const { exposeEnvelopes } = this.#options;
    const [first, second, third] = args;
    if (event === "request" || event === "message") {
      return [exposeEnvelopes ? first : maskEnvelope(String(first)), ...args.slice(1)];
    }
    if (event !== "response") return args;
    const answer = second as ShownAnswer | undefined;
    if (answer === undefined || answer === null) return [null, null, third];
    const text = answer.text === null || exposeEnvelopes ? answer.text : maskEnvelope(answer.text);
    return [text, { status: answer.status, headers: this.#shownHeaders(answer) }, third];
  }

  #shownHeaders(answer: ShownAnswer | undefined): { readonly [name: string]: string } | undefined {
    if (answer === undefined || this.#options.exposeEnvelopes) return answer?.httpHeaders;
    return maskHeaders(answer.httpHeaders);
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
      value: Reflect.get(client, name),
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

// node-soap assigns these at every call; here they are accessors that keep no body and show no secret.
for (const name of ["lastRequest", "lastMessage", "lastResponse", "lastResponseHeaders", "lastRequestHeaders"]) {
  Object.defineProperty(Engine.prototype, name, {
    get(this: Engine<EngineCall>) {
      return this.last(name);
    },
    set(this: Engine<EngineCall>, value: unknown) {
      this.keep(name, value);
    },
  });
}
