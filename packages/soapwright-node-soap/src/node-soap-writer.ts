import type { ServiceError } from "soapwright-runtime/errors";
import type {
  CallWriter,
  EnvelopeCall,
  EnvelopeWriter,
  FeatureClient,
  SoapResponse,
  UnverifiedBlock,
  WrittenEnvelope,
} from "soapwright-runtime/extend";
import type { Respond } from "#node-soap-client";
import { bare } from "./bare";
import { MaskedSoap } from "./masked-soap";
import { KeptResponse } from "./soap-call";
import { SoapEngine } from "./soap-engine";

/** Writes the envelopes of one client, and of its `with()` clients whose `soap` nobody has read, by node-soap. */
export class NodeSoapWriter implements EnvelopeWriter {
  readonly soap: MaskedSoap;
  readonly #client: FeatureClient;
  readonly #origin: string;
  readonly #own: SoapEngine;
  #elsewhere: SoapEngine | undefined;

  constructor(client: FeatureClient, origin = client.origin) {
    this.#client = client;
    this.#origin = origin;
    this.#own = new SoapEngine(client);
    this.soap = new MaskedSoap(this.#own, client);
  }

  get hasSecurity(): boolean {
    return this.#own.hasSecurity;
  }

  derive(origin: string): NodeSoapWriter {
    const derived = new NodeSoapWriter(this.#client, origin);
    if (origin === this.#origin) derived.#own.adopt(this.#own);
    derived.soap.repeat(this.soap);
    return derived;
  }

  call(call: EnvelopeCall): CallWriter {
    return new NodeSoapCall(this.#engineFor(call.origin), this.soap, call);
  }

  /** Another origin gets neither security object nor header blocks, which may hold credentials. */
  #engineFor(origin: string): SoapEngine {
    if (origin === this.#origin) return this.#own;
    if (this.#elsewhere === undefined) {
      this.#elsewhere = new SoapEngine(this.#client);
      this.soap.hear(this.#elsewhere);
    }
    return this.#elsewhere;
  }
}

class NodeSoapCall implements CallWriter {
  readonly #engine: SoapEngine;
  readonly #soap: MaskedSoap;
  readonly #call: EnvelopeCall;
  #respond: Respond | undefined;

  constructor(engine: SoapEngine, soap: MaskedSoap, call: EnvelopeCall) {
    this.#engine = engine;
    this.#soap = soap;
    this.#call = call;
  }

  get varies(): boolean {
    return this.#engine.varies;
  }
  get unverified(): UnverifiedBlock | undefined {
    return this.#engine.hasSecurity ? SECURITY_BLOCK : undefined;
  }
  get wantsText(): boolean {
    return this.#soap.wantsText;
  }

  write(header: string, body: string, httpHeaders: object | undefined): WrittenEnvelope {
    const written = this.#engine.write(this.#call, { header, body, httpHeaders });
    const { taken, secretBlocks, transport } = written;
    this.#respond = taken.respond;
    const headers = transport?.headers === undefined ? taken.headers : { ...taken.headers, ...transport.headers };
    return { envelope: taken.envelope, httpHeaders: headers, secretBlocks, tls: transport?.tls };
  }

  /** node-soap emits `response`, and would parse the text, which is decoded already. */
  responded(text: string | null, head: SoapResponse | undefined): void {
    const respond = this.#respond;
    this.#respond = undefined;
    const response = head && new KeptResponse(head);
    // A client of `with()` got a node-soap client of its own after another one had written the request.
    if (respond === undefined) this.#engine.client.emit("response", text, response, this.#call.exchangeId);
    else if (response === undefined) respond(NO_RESPONSE);
    else respond(null, response, text);
    this.#soap.forget(this.#engine);
  }

  /** node-soap does not emit `soapError` for errors of ours. */
  failed(error: ServiceError): void {
    this.#engine.client.emit("soapError", error, this.#call.exchangeId);
  }
}

/** A security object writes this block into requests, and verifies none in responses. */
const SECURITY_BLOCK: UnverifiedBlock = {
  name: "{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security",
  note: "Responses have a wsse:Security header block, which is read and not verified.",
};

const NO_RESPONSE = bare({ message: "No response." });
