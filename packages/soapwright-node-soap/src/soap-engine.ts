/** node-soap's client for one origin. It writes envelopes and HTTP headers; its `httpClient` hands them to our transport. */

import type { EnvelopeCall, FeatureClient, SoapSecurity } from "soapwright-runtime/extend";
import { Client, type HeaderBlock, type Respond } from "#node-soap-client";
import { bare } from "./bare";
import { adoptSecurity, type EnvelopeTerms } from "./security-object";
import { ServiceWsdl } from "./service-wsdl";
import { type KeptResponse, SoapCallOptions, type TakenRequest } from "./soap-call";

export type AddedBlock = readonly [header: unknown, name?: string, namespace?: string, xmlns?: string];

/** The content of a request that our codec has encoded. */
interface EncodedRequest {
  readonly header: string;
  readonly body: string;
  readonly httpHeaders: object | undefined;
}

/** Has every field that node-soap looks up before it sets it, because a package may have extended `Object.prototype`. */
class OwnClient extends Client {
  httpHeaders: object = bare({});
  soapHeaders: null = null;
  bodyAttributes = undefined;
  SOAPAction = undefined;
  override security: object | null = null;
  override lastRequest: string | undefined = undefined;
  override lastMessage: string | undefined = undefined;
  override lastResponse: unknown = undefined;
  override lastResponseHeaders: KeptResponse["headers"] | undefined = undefined;
  override lastElapsedTime: number | undefined = undefined;
}

/** node-soap keeps the texts of the last request, of any length, until the next one. */
const LONGEST_KEPT = 65_536;

type WrittenCall = Pick<SoapCallOptions, "secretBlocks" | "transport"> & { readonly taken: TakenRequest };

export class SoapEngine {
  readonly client: OwnClient;
  readonly blocks: HeaderBlock[] = [];
  readonly #wsdl: ServiceWsdl;
  readonly #terms: EnvelopeTerms;
  #security: SoapSecurity | null = null;
  #location = "";
  /** The keys of operations that have been called. */
  readonly #keys = new Map<EnvelopeCall["table"], string>();
  /** The HTTP headers of a call without any of its own. */
  #plain: { readonly [name: string]: string } = bare({});

  constructor({ service, soapVersion, envelope, rename }: FeatureClient) {
    this.#terms = { soapVersion, prefix: envelope.prefix };
    this.#wsdl = new ServiceWsdl(rename(service.targetNamespace), service.operations);
    const { prefix: envelopeKey, namespace: envelopeSoapUrl } = envelope;
    const forceSoap12Headers = soapVersion === "1.2";
    const options = { envelopeKey, envelopeSoapUrl, forceSoap12Headers, httpClient: { request: take } };
    this.client = new OwnClient(this.#wsdl, this.#location, bare(options));
  }

  get hasSecurity(): boolean {
    return this.#security !== null;
  }

  /** Whether the envelope may differ between attempts, so that each attempt writes a new one. */
  get varies(): boolean {
    return this.hasSecurity || this.blocks.length > 0;
  }

  /** The address of the last request. */
  get location(): string {
    return this.#location;
  }

  /** See `SoapClient.addSoapHeader`. node-soap writes an object once, as it is now. */
  add(block: AddedBlock): number {
    this.client.addSoapHeader(...block);
    const [written] = this.client.getSoapHeaders();
    this.client.clearSoapHeaders();
    return this.blocks.push(written!) - 1;
  }

  setSecurity(security: SoapSecurity | null): void {
    this.client.setSecurity(adoptSecurity(security, this.#terms));
    this.#security = security;
  }

  /** Takes over the security object and the header blocks of `other`. */
  adopt(other: SoapEngine): void {
    this.setSecurity(other.#security);
    this.blocks.push(...other.blocks);
  }

  /**
   * Has node-soap write a request. Header blocks are set, written and cleared before this function returns, so that no
   * call sends those of another. Rethrows errors of header functions, of the security object, and of its options.
   */
  write(call: EnvelopeCall, { header, body, httpHeaders }: EncodedRequest): WrittenCall {
    const { client } = this;
    if (this.#location !== call.location) client.setEndpoint(call.location);
    this.#location = call.location;
    const options = new SoapCallOptions(call.exchangeId, body);
    const key = this.#keyOf(call);
    if (header !== "") client.addSoapHeader(header);
    for (const block of this.blocks) client.addSoapHeader(recorded(block, options.secretBlocks));
    const { contentType } = call;
    if (contentType !== this.#plain["Content-Type"]) this.#plain = bare({ "Content-Type": contentType });
    const headers = httpHeaders === undefined ? this.#plain : bare({ ...httpHeaders, ...this.#plain });
    try {
      client.service.port[key]!(call.args, nothing, options, headers);
    } finally {
      client.clearSoapHeaders();
    }
    if (options.taken === undefined) throw new Error("node-soap has handed its request to no httpClient");
    if (options.taken.envelope.length > LONGEST_KEPT) client.lastRequest = client.lastMessage = undefined;
    return { taken: options.taken, secretBlocks: options.secretBlocks, transport: options.transport };
  }

  #keyOf({ table, soapAction }: EnvelopeCall): string {
    let key = this.#keys.get(table);
    if (key === undefined) {
      key = this.#wsdl.setAction(table.method, soapAction);
      this.#keys.set(table, key);
    }
    return key;
  }
}

/** Returns a header block whose text enters `texts` when it is written. */
function recorded(block: HeaderBlock, texts: string[]): HeaderBlock {
  const record = (text: unknown): unknown => {
    if (text !== undefined && text !== null) texts.push(String(text));
    return text;
  };
  return typeof block === "function" ? (...args) => record(block(...args)) : (record(block) as string);
}

/** node-soap's `httpClient`. */
function take(
  _location: string,
  envelope: string,
  respond: Respond,
  headers: TakenRequest["headers"],
  options: SoapCallOptions,
): void {
  options.taken = { envelope, headers, respond };
}

function nothing(): void {}
