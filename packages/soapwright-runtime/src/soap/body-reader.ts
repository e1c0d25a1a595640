import type { ResponseError } from "../errors/response-error";
import {
  codeOf,
  type DecodeScope,
  type ElementDecoder,
  type ElementNode,
  type EncodedBody,
  type NoteTaker,
  type OwnDeparture,
} from "../schema/codec";
import type { XmlName } from "../xml/events";
import { missingElement, nameDeparture, readEmptyBody } from "./departing-bodies";
import { FaultReader } from "./fault-reader";
import type { HeaderBlocks, PartChild } from "./header-blocks";
import type { Misfit, NamedElement, ResponsePlan, SoapVersion } from "./operation-plan";

/** The envelope around a Body. */
interface Envelope extends NoteTaker {
  readonly plan: ResponsePlan;
  readonly scope: DecodeScope;
  readonly onItem: ((item: unknown) => void) | undefined;
  readonly version: SoapVersion | undefined;
  readonly namespace: string;
  readonly header: HeaderBlocks | undefined;
  /** Set when the response is sent to another address. */
  readonly elsewhere: Misfit | undefined;
  refusesHeader(isFault: boolean): boolean;
  refusesBlocks(): boolean;
  refuse(misfit: Misfit): undefined;
  refusal(misfit: Misfit, place: { readonly line: number; readonly column: number }): ResponseError;
}

/** Reads the Body of one response: the elements of the operation's output, or a fault. */
export class BodyReader {
  readonly #envelope: Envelope;
  readonly #plan: ResponsePlan;
  readonly #scope: DecodeScope;
  #children = 0;
  /** The element that the current child is, and its decoder. Undefined for a fault and for encoded content. */
  #element: ElementNode | undefined;
  #decoder: ElementDecoder | undefined;
  #encoded: EncodedBody | undefined;
  /** How the name of the response element departs from the contract, if only `lenient` reads it. */
  #departure: OwnDeparture | undefined;
  /** By the keys of their elements. Undefined before the first value. */
  values: { [key: string]: unknown } | undefined;
  fault: FaultReader | undefined;
  /** Whether the refusal says more than the HTTP status: something is beside a Fault, or it is of another message. */
  outranksStatus = false;

  constructor(envelope: Envelope) {
    this.#envelope = envelope;
    this.#plan = envelope.plan;
    this.#scope = envelope.scope;
  }

  start(name: XmlName): PartChild | undefined {
    const envelope = this.#envelope;
    this.#element = undefined;
    const isFault = name.local === "Fault" && name.namespace === envelope.namespace;
    const position = this.#children++;
    if (this.fault !== undefined || (isFault && position > 0)) {
      this.outranksStatus = true;
      return envelope.refuse({ what: "its Body has a Fault and something beside it" });
    }
    if (isFault) return this.#startFault(name);
    if (envelope.refusesBlocks()) return undefined;
    if (envelope.elsewhere !== undefined) return envelope.refuse(envelope.elsewhere);
    if (envelope.version !== this.#plan.terms.version) return this.#refuseVersion();
    if (this.#encoded !== undefined) return { reader: this.#encoded.next(), name };
    const expected = this.#plan.bodyElement(name, position);
    if ("what" in expected) return envelope.refuse(expected);
    const { departs } = expected;
    if (departs === undefined) this.#departure = undefined;
    else {
      const place = this.#scope.position();
      this.#departure = nameDeparture(departs, name, (each): ResponseError => envelope.refusal(each, place));
    }
    if (this.#plan.encoded) return { reader: this.#startEncoded(expected).next(), name };
    this.#decoder = this.#open(expected.element, this.#scope);
    this.#element = expected.element;
    const { namespace, local } = expected.name;
    // The decoder accepts only the declared name, but an rpc response may have another.
    const isDeclared = name.local === local && name.namespace === namespace;
    return { reader: this.#decoder, name: isDeclared ? name : { namespace, local, raw: name.raw } };
  }

  childEnded(): void {
    if (this.#element === undefined) return;
    this.values ??= Object.create(null) as { [key: string]: unknown };
    this.values[this.#element.key] = this.#decoder?.value;
  }

  /** Decodes encoded content, which refers to later elements. */
  end(): void {
    const body = this.#encoded;
    if (body === undefined) return;
    const { element } = body;
    if (body.root === undefined) {
      this.#envelope.refuse({
        what: `its Body has values that are referred to, and no ${this.#plan.expected}`,
      });
      return;
    }
    this.values = Object.create(null) as { [key: string]: unknown };
    this.values[element.key] = body.decode(body.root, (scope) => this.#open(element, scope));
  }

  /** Refuses a Body that lacks an element. `lenient` reads an empty one as an element without content, where its type allows that. */
  requireContent(): void {
    if (this.#children > 0) {
      this.#requireParts();
      return;
    }
    if (this.#plan.emptyBody || this.#envelope.elsewhere !== undefined) return;
    const read = readEmptyBody(this.#plan);
    if ("what" in read) {
      this.#envelope.refuse(read);
      return;
    }
    const { element, name } = this.#plan.onlyElement!;
    const path = `Envelope/Body/${name.local}`;
    this.#envelope.note({ place: path, came: "", read: "the element without content", path: () => path });
    this.values = Object.create(null) as { [key: string]: unknown };
    this.values[element.key] = read.value;
  }

  /** A message with several parts has an element for each. Encoded parts are in one element. */
  #requireParts(): void {
    if (this.#encoded !== undefined) return;
    for (const element of this.#plan.elementsAfter(this.#children)) {
      const misfit = missingElement(this.#plan, element);
      if (misfit !== undefined) {
        this.#envelope.refuse(misfit);
        return;
      }
      const path = `Envelope/Body/${element.name.local}`;
      this.#envelope.note({ place: path, came: "", read: "undefined", path: () => path });
    }
  }

  #startFault(name: XmlName): PartChild | undefined {
    const envelope = this.#envelope;
    this.outranksStatus = envelope.refusesHeader(true);
    if (this.outranksStatus) return undefined;
    this.fault = new FaultReader(this.#plan, this.#scope, envelope.header?.faultBlocks);
    return { reader: this.fault, name };
  }

  #refuseVersion(): undefined {
    return this.#envelope.refuse({
      what: `it is SOAP ${this.#envelope.version}, the request was SOAP ${this.#plan.terms.version}`,
      advice: [{ action: "set", option: "soapVersion" }],
    });
  }

  #startEncoded(response: NamedElement): EncodedBody {
    const { codec, operation } = this.#plan;
    const { validation } = codec.settings;
    const isRpc = operation.style === "rpc";
    const terms = { response, input: operation.input.body, isRpc, validation, notes: this.#envelope };
    this.#encoded = new (codeOf(codec.settings)!.Body)(terms, this.#scope);
    return this.#encoded;
  }

  #open(element: ElementNode, scope: DecodeScope): ElementDecoder {
    const { onItem } = this.#envelope;
    const { codec, encoded } = this.#plan;
    const stream = onItem && this.#plan.streamTarget(element, onItem);
    const decoder = codec.decoder(element, scope, { path: "Envelope/Body", stream, notes: this.#envelope, encoded });
    if (this.#departure !== undefined) decoder.depart(this.#departure);
    return decoder;
  }
}
