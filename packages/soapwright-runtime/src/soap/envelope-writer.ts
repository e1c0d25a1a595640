/** Writes the envelopes of requests. Only this file uses node-soap. */
import { Client } from "#node-soap-client";
import { WSDL } from "#node-soap-wsdl";
import type { OperationPlan, SoapVersionTerms } from "./operation-plan";
import type { SoapSecurity } from "./soap-client";

/** A call as node-soap's events name it. The id is worked out when somebody asks for it. */
export interface NamedCall {
  readonly exchangeId: string;
}

/** A request that our codec has encoded. */
export interface EncodedRequest {
  readonly plan: OperationPlan;
  /** Content of the Header: the blocks from options and from features. */
  readonly header: string;
  readonly body: string;
  readonly call: NamedCall;
}

/** A request that node-soap has written. */
export interface WrittenRequest {
  readonly envelope: string;
  /** The HTTP headers from node-soap and from the security object; undefined when nobody could add any. */
  readonly headers: { readonly [name: string]: unknown } | undefined;
  /** The header blocks of `addSoapHeader` and of the security object. */
  readonly foreignBlocks: readonly string[];
}

/** The arguments and the options of one call to node-soap, which passes both on. */
interface NodeSoapCall extends EncodedRequest, NamedCall {
  readonly foreignBlocks: string[];
  written?: WrittenRequest;
  onWritten?: (request: WrittenRequest) => void;
}

/** The arguments of `addSoapHeader`. */
export type AddedBlock = readonly [header: unknown, name?: string, namespace?: string, xmlns?: string];

/** Returns a copy without a prototype: node-soap iterates it, and a package may have extended `Object.prototype`. */
function bare<T extends object>(values: T): T {
  return Object.assign(Object.create(null), values) as T;
}

/**
 * The one operation of node-soap's client, whose Body and SOAPAction come with each call: the generated tables hold the
 * contract. node-soap's parser of WSDL documents is not used, because its loops throw outside of any call in a process
 * where a package has extended `Object.prototype`.
 */
class MessageWsdl {
  readonly options = bare({});
  readonly xmlnsInEnvelope = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  readonly definitions: object;

  constructor(namespace: string) {
    const send = { $name: "Send", soapAction: "", style: "document", input: { $name: "Send" } };
    const ports = bare({ port: { binding: { methods: bare({ Send: send }) } } });
    const services = bare({ service: { ports } });
    this.definitions = { $targetNamespace: namespace, xmlns: bare({}), schemas: bare({}), services };
  }

  objectToDocumentXML(_name: string, { body }: NodeSoapCall): string {
    return body;
  }
}

/** A character that no envelope has, in the place of a content. */
const MARK = "\u0001";
const NO_BLOCKS: readonly string[] = [];

/** node-soap's client for one endpoint. It sends nothing: its `httpClient` takes the finished request. */
export class EnvelopeWriter {
  readonly blocks: AddedBlock[] = [];
  readonly #wsdl: MessageWsdl;
  readonly #client: InstanceType<typeof Client>;
  #hasSecurity = false;
  /** What node-soap writes around the contents of Header and Body where nobody adds anything, without and with a Header. */
  #around: readonly string[] | undefined;
  #aroundWithHeader: readonly string[] | undefined;

  /** Returns our header blocks and those of `addSoapHeader`, which are recorded because they may hold credentials. */
  readonly #headerOf = (_method: unknown, location: string, action: string, call: NodeSoapCall): string => {
    let { header } = call;
    for (const [block, ...names] of this.blocks) {
      const method = { $name: call.plan.operation.name, soapAction: action };
      const value: unknown = typeof block === "function" ? block(method, location, action, call) : block;
      const text = typeof value === "object" ? this.#writeBlock(value, names) : String(value);
      call.foreignBlocks.push(text);
      header += ` ${text}`;
    }
    return header;
  };

  constructor(namespace: string, terms: SoapVersionTerms, location: string) {
    this.#wsdl = new MessageWsdl(namespace);
    const options = { envelopeKey: terms.prefix, envelopeSoapUrl: terms.namespace, httpClient: { request: take } };
    this.#client = new Client(this.#wsdl, location, bare(options));
    this.#client.addSoapHeader(this.#headerOf);
    keepOwnHeaders(this.#client);
  }

  /** See `SoapClient.addSoapHeader`. */
  add(block: AddedBlock): number {
    const [header, ...names] = block;
    const isObject = typeof header === "object" && header !== null;
    // An object is written once, as it is now.
    return this.blocks.push(isObject ? [this.#writeBlock(header, names)] : block) - 1;
  }

  setSecurity(security: SoapSecurity | null): void {
    this.#client.setSecurity(security);
    this.#hasSecurity = security !== null;
  }

  /** Whether the envelope may differ between attempts, so that each attempt writes a new one. */
  get varies(): boolean {
    return this.#hasSecurity || this.blocks.length > 0;
  }

  /**
   * Returns what node-soap writes for `call`, or a promise of it when node-soap is asynchronous. Rethrows errors of
   * header functions and of the security object.
   */
  write(call: EncodedRequest, httpHeaders: object | undefined): WrittenRequest | Promise<WrittenRequest> {
    return this.varies || httpHeaders !== undefined ? this.#send(call, httpHeaders) : this.#writeAround(call);
  }

  /** Only the contents of Header and Body differ between these envelopes, so node-soap writes one of each kind. */
  #writeAround(call: EncodedRequest): WrittenRequest {
    const { header, body } = call;
    if (header === "") {
      this.#around ??= this.#textsAround({ ...call, body: MARK });
      const [head, tail] = this.#around;
      return { envelope: head + body + tail, headers: undefined, foreignBlocks: NO_BLOCKS };
    }
    this.#aroundWithHeader ??= this.#textsAround({ ...call, header: MARK, body: MARK });
    const [head, middle, tail] = this.#aroundWithHeader;
    return { envelope: head + header + middle + body + tail, headers: undefined, foreignBlocks: NO_BLOCKS };
  }

  #textsAround(call: EncodedRequest): readonly string[] {
    const written = this.#send(call, undefined);
    if (written instanceof Promise) throw new Error("node-soap is asynchronous although nobody is asked");
    return written.envelope.split(MARK);
  }

  #send(request: EncodedRequest, httpHeaders: object | undefined): WrittenRequest | Promise<WrittenRequest> {
    const client = this.#client;
    // No prototype, because node-soap looks up options that another package may have put on `Object.prototype`.
    const call: NodeSoapCall = bare({ ...request, exchangeId: request.call.exchangeId, foreignBlocks: [] });
    client.setSOAPAction(call.plan.escapedAction);
    client.Send(call, nothing, call, httpHeaders && bare(httpHeaders));
    if (call.written === undefined) {
      return new Promise((resolve) => {
        call.onWritten = resolve;
      });
    }
    // node-soap keeps texts of any length until the next request.
    client.lastRequest = client.lastMessage = undefined;
    return call.written;
  }

  /** Writes a header block from an object, by node-soap's rules. */
  #writeBlock(value: unknown, [name, namespace, xmlns]: readonly (string | undefined)[]): string {
    const wsdl = new WSDL({}, "", {});
    // node-soap would complete a parsed document later.
    wsdl.processIncludes = nothing;
    wsdl.definitions = this.#wsdl.definitions;
    Object.assign(wsdl.options, this.#wsdl.options);
    return wsdl.objectToXML(value, name, namespace, xmlns, true);
  }
}

/**
 * Gives the client HTTP headers of its own, without a prototype. It has none at first, so that it would send those that a
 * package has added to `Object.prototype`.
 */
function keepOwnHeaders(client: InstanceType<typeof Client>): void {
  const name = "first";
  client.clearHttpHeaders();
  client.addHttpHeader(name, "");
  const headers = client.getHttpHeaders();
  Object.setPrototypeOf(headers, null);
  delete headers[name];
}

/** node-soap's `httpClient`. node-soap's callback is never called: a response is decoded by our codec. */
function take(_location: string, envelope: string, _callback: unknown, headers: object, call: NodeSoapCall): void {
  call.written = { envelope, headers: headers as WrittenRequest["headers"], foreignBlocks: call.foreignBlocks };
  call.onWritten?.(call.written);
}

function nothing(): void {}
