import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { Codec, type OperationNode, type ServiceNode, type Validation } from "../schema/codec";
import type { Transport } from "../transport/transport";
import type { ReaderPlan } from "../xml/reader-options";
import { AnswerPlan } from "./answer-plan";
import { Engine, ShownAnswer } from "./engine";
import { OperationPlan } from "./operation-plan";
import { SoapCall, type SoapRequest } from "./soap-call";
import type { SoapClient } from "./soap-client";
import { SOAP_TERMS, type SoapVersion, type SoapVersionTerms } from "./soap-version";
import { type DecodedAnswer, TableWsdl } from "./table-wsdl";

export interface SoapPortOptions {
  readonly service: ServiceNode;
  readonly soapVersion: SoapVersion;
  readonly location: string;
  readonly rename: (namespace: string) => string;
  readonly validation: Validation;
  readonly reading: ReaderPlan;
  readonly exposeEnvelopes: boolean;
  readonly compression: boolean;
  readonly transport: Transport;
}

let ports = 0;

/** What node-soap is given to look for a result in: the call has it already. */
const DECODED: DecodedAnswer = { Header: undefined, Body: { result: true } };

/** A port of a service: its operations, spoken over one SOAP version to one address. */
export class SoapPort {
  readonly #options: SoapPortOptions;
  readonly #terms: SoapVersionTerms;
  readonly #plans = new Map<OperationNode, { readonly request: OperationPlan; readonly answer: AnswerPlan }>();
  readonly #engine: Engine<SoapCall>;
  readonly #usualHeaders = new Map<string, readonly string[]>();
  readonly #id = (ports++).toString(36);
  #calls = 0;

  constructor(options: SoapPortOptions) {
    this.#options = options;
    this.#terms = SOAP_TERMS[options.soapVersion];
    const { service, rename, validation } = options;
    const codec = new Codec({ validation, rename });
    for (const operation of service.operations) {
      this.#plans.set(operation, {
        request: new OperationPlan(operation, codec, this.#terms, this.#soapAction(operation)),
        answer: new AnswerPlan(operation, codec, this.#terms, rename),
      });
    }
    const plans = [...this.#plans.values()].map(({ request }) => request);
    this.#engine = new Engine(new TableWsdl(service.name, plans, rename(service.targetNamespace), options.location), {
      terms: this.#terms,
      location: options.location,
      exposeEnvelopes: options.exposeEnvelopes,
      http: { send: (call, envelope, headers, callback) => this.#send(call, envelope, headers, callback) },
      setTls: (tls) => options.transport.setTls(tls),
    });
  }

  get client(): SoapClient {
    // node-soap declares its events one overload each; the interface of ours says the same in one.
    return this.#engine as SoapClient;
  }

  plan(operation: OperationNode): OperationPlan {
    const plan = this.#plans.get(operation);
    if (plan === undefined) throw new TypeError(`${operation.name} is not an operation of this service`);
    return plan.request;
  }

  /** Sends a call. Its end is told to the owner, possibly before this returns. */
  start(request: SoapRequest): void {
    const plans = this.#plans.get(request.plan.operation);
    if (plans === undefined) throw new TypeError("the plan is another client's");
    const call = new SoapCall(
      `${this.#id}-${(this.#calls++).toString(36)}`,
      request,
      plans.answer,
      this.#options.reading,
      this.#engine.wantsText,
    );
    const { owner } = request;
    owner.onSend(call);
    let settled = false;
    const settle = (thrown: ServiceError | undefined): void => {
      if (settled) return;
      settled = true;
      if (thrown !== undefined) call.maskError(thrown);
      const error = thrown && owner.refine(thrown);
      if (error !== undefined) this.#engine.emit("soapError", error, call.exchangeId);
      owner.onSettled(error);
    };
    try {
      this.#engine.invoke(request.plan.methodKey, call, (error) => settle(ownError(error)));
    } catch (error) {
      settle(ownError(error));
    }
  }

  #send(
    call: SoapCall,
    envelope: string,
    headers: { readonly [name: string]: unknown },
    callback: (error: Error | null, response?: unknown, body?: unknown) => void,
  ): void {
    call.envelope = envelope;
    call.headers = this.#httpHeaders(headers, call.request.plan.contentType);
    call.onOver = (error) => {
      const answer = this.#shown(call);
      this.#engine.answered(answer);
      callback(error ?? null, answer, DECODED);
    };
    call.exchange = this.#options.transport.exchange(call);
  }

  #shown(call: SoapCall): ShownAnswer | undefined {
    const head = call.answer?.responseHead;
    if (call.answer === undefined || head === undefined) return undefined;
    const { text } = call.answer;
    if (text === "") return new ShownAnswer(null, head);
    return new ShownAnswer(this.#options.exposeEnvelopes ? text : call.mask(text), head);
  }

  /** node-soap always speaks of SOAP 1.1 here: its own way to 1.2 adds an `action` that not every WSDL asks for. */
  #httpHeaders(headers: { readonly [name: string]: unknown }, contentType: string): readonly string[] {
    const names = Object.keys(headers);
    const action = headers.SOAPAction;
    // Nearly every call of an operation has these two headers alone: their list is made once.
    const usual = names.length === 2 && typeof action === "string" && "Content-Type" in headers;
    const key = this.#terms.version === "1.1" ? String(action) : contentType;
    const known = usual ? this.#usualHeaders.get(key) : undefined;
    if (known !== undefined) return known;
    const flat = ["Content-Type", contentType];
    for (const name of names) {
      if (name === "Content-Type" || (name === "SOAPAction" && this.#terms.version === "1.2")) continue;
      flat.push(name, checkedHeader(name, headers[name]));
    }
    if (this.#options.compression) flat.push("Accept-Encoding", "gzip, deflate, br");
    if (usual && this.#usualHeaders.size < this.#plans.size) this.#usualHeaders.set(key, flat);
    return flat;
  }

  #soapAction(operation: OperationNode): string {
    const { service, rename } = this.#options;
    const action = operation.soapAction[this.#terms.version] ?? "";
    const { targetNamespace } = service;
    const moved = action.startsWith(targetNamespace)
      ? rename(targetNamespace) + action.slice(targetNamespace.length)
      : action;
    if (/[^\x20\x21\x23-\x7e\x80-\xff]/.test(moved)) {
      throw new ConfigurationError(
        "namespaces makes a SOAPAction of characters that a header cannot carry: printable characters of Latin-1 without quotes are allowed.",
        { option: "namespaces" },
      );
    }
    return moved;
  }
}

/** Headers of security objects are the user's own: checked here, because undici would show what is wrong with them. */
function checkedHeader(name: string, value: unknown): string {
  const text = String(value);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new ConfigurationError(
      `The HTTP header ${JSON.stringify(name)} has a character in it that a header cannot carry.`,
      {
        option: "httpHeaders",
      },
    );
  }
  return text;
}

function ownError(error: unknown): ServiceError | undefined {
  if (error === null || error === undefined) return undefined;
  if (isServiceError(error)) return error;
  return new ConfigurationError(
    "A security object or a header function given to client.soap has failed; nothing was sent.",
    { option: "soap", cause: error },
  );
}
