import { type Advice, LENIENT_ADVICE } from "../errors/advice";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { Refusal } from "../feature";
import {
  codeOf,
  type DecodeOptions,
  type DecodeScope,
  type ElementDecoder,
  type ElementNode,
  type EncodedBody,
  type Noted,
  type NoteTaker,
  type OwnDeparture,
  ResponseNotes,
} from "../schema/codec";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { nameDeparture, readEmptyBody } from "./departing-bodies";
import { FaultReader } from "./fault-reader";
import { HeaderBlocks, type Understood } from "./header-blocks";
import { expandedName, type ResponsePlan, type SoapVersion, soapVersionOf } from "./operation-plan";

const BEFORE = 0;
const ENVELOPE = 1;
const HEADER = 2;
const BODY = 3;
const AFTER = 4;

const NO_BLOCKS: ReadonlyMap<string, readonly unknown[]> = new Map();

const SKIP: XmlEvents = { startElement() {}, endElement() {}, text() {} };

/**
 * Reads an Envelope (SOAP 1.1, section 4; SOAP 1.2 Part 1, section 5). Refuses an envelope that is not the response to
 * the operation, and passes the events of its elements to their decoders.
 */
export class EnvelopeReader implements XmlEvents, NoteTaker {
  readonly #plan: ResponsePlan;
  /** Set before the first event. */
  declare scope: DecodeScope;
  readonly #onItem: ((item: unknown) => void) | undefined;
  #state = BEFORE;
  #version: SoapVersion | undefined;
  #namespace = "";
  #headerSeen = false;
  /** Receives the events of the current header block, body element or fault, to which `#depth` is relative. */
  #inner: XmlEvents | undefined;
  #depth = 0;
  #decoder: ElementDecoder | undefined;
  #element: ElementNode | undefined;
  /** Undefined before the first value. */
  values: { [key: string]: unknown } | undefined;
  readonly #understood: Understood | undefined;
  /** Set when the response is sent to another address. */
  readonly #elsewhere: Refusal | undefined;
  blocks: HeaderBlocks | undefined;
  fault: FaultReader | undefined;
  #bodyChildren = 0;
  #refusal: ResponseError | undefined;
  /** The first departure of an element, which is the error unless another one is found. */
  #held: ResponseError | undefined;
  /** Whether there is a sibling of a Fault. The error takes precedence over the HTTP status. */
  faultBeside = false;
  /** Whether there is a fault of another message. The error takes precedence over the HTTP status. */
  isMisrelated = false;
  #encodedBody: EncodedBody | undefined;
  /** What lenient validation read although it departs from the schema. */
  notes: ResponseNotes | undefined;
  /** How the name of the response element departs from the contract, if only `lenient` reads it. */
  #departure: OwnDeparture | undefined;

  constructor(plan: ResponsePlan, onItem?: (item: unknown) => void, understood?: Understood) {
    this.#plan = plan;
    this.#understood = understood;
    this.#onItem = onItem;
    for (const { repliesElsewhere } of understood?.features ?? []) this.#elsewhere ??= repliesElsewhere;
  }

  /** The content of an Envelope may be personal data. */
  get isEnvelope(): boolean {
    return this.#state !== BEFORE;
  }
  get inBody(): boolean {
    return this.#state >= BODY;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.#inner !== undefined) {
      this.#depth++;
      this.#inner.startElement(name, attributes);
      return;
    }
    switch (this.#state) {
      case BEFORE:
        this.#startEnvelope(name);
        break;
      case ENVELOPE:
        this.#startPart(name);
        break;
      case HEADER:
        this.#startHeaderBlock(name, attributes);
        break;
      case BODY:
        this.#startBodyElement(name, attributes);
        break;
      default:
        this.#refuse(`${expandedName(name)} is after the Body`);
    }
  }

  text(text: string): void {
    if (this.#inner !== undefined) this.#inner.text(text);
    else if (/[^ \t\r\n]/.test(text)) this.#refuse("there is text between the elements of the Envelope");
  }

  leaf(name: XmlName, text: string): boolean {
    return this.#inner?.leaf?.(name, text) === true;
  }

  isBinary(): boolean {
    return this.#inner?.isBinary?.() === true;
  }

  endElement(name: XmlName): void {
    if (this.#inner !== undefined) {
      if (--this.#depth > 0) this.#inner.endElement(name);
      else this.#endInner(this.#inner, name);
      return;
    }
    if (this.#state === HEADER) this.#state = ENVELOPE;
    else if (this.#state === BODY) {
      this.#state = AFTER;
      if (this.#encodedBody !== undefined) this.#endEncoded(this.#encodedBody);
    } else if (this.#state === ENVELOPE) this.#refuse("it has no Body");
  }

  /** Throws a `ResponseError` when the document is not the response to the operation. */
  end(): void {
    const isRefused = this.#refusal !== undefined || (this.fault === undefined && this.#refuseBlocks());
    if (!isRefused && this.fault === undefined && this.#bodyChildren === 0) {
      const mayBeEmpty = this.#plan.emptyBody || this.#elsewhere !== undefined;
      if (!mayBeEmpty) this.#readEmpty();
    }
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#held !== undefined && this.fault === undefined) throw this.#held;
  }

  /** `lenient` reads an empty Body as an element without content, where its type allows that. */
  #readEmpty(): void {
    const read = readEmptyBody(this.#plan);
    if ("what" in read) {
      this.#refuse(read.what, read.advice);
      return;
    }
    const { element, name } = this.#plan.onlyElement!;
    const path = `Envelope/Body/${name.local}`;
    this.note({ place: path, came: "", read: "the element without content", path: () => path });
    this.values = Object.create(null) as { [key: string]: unknown };
    this.values[element.key] = read.value;
  }

  #startEnvelope(name: XmlName): void {
    const version = soapVersionOf(name.namespace);
    if (name.local !== "Envelope" || version === undefined) {
      this.#refuse(`its root is ${expandedName(name)}, not a SOAP Envelope`);
      return;
    }
    this.#version = version;
    this.#namespace = name.namespace;
    this.#state = ENVELOPE;
  }

  #startPart(name: XmlName): void {
    if (name.namespace === this.#namespace && name.local === "Body") {
      this.#state = BODY;
    } else if (name.namespace === this.#namespace && name.local === "Header" && !this.#headerSeen) {
      this.#headerSeen = true;
      this.#state = HEADER;
    } else {
      this.#refuse(`${expandedName(name)} is where Header or Body belongs`);
    }
  }

  #startHeaderBlock(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.blocks ??= new HeaderBlocks(this.#plan, this.scope, this.#version ?? "1.1", this.#understood, this);
    const block = this.blocks.start(name, attributes);
    this.#start(block.reader, block.name, attributes);
  }

  /** Returns whether a feature finds that the response belongs to another message or has invalid headers. */
  #refuseHeaders(isFault: boolean): boolean {
    for (const feature of this.#understood?.features ?? []) {
      const misfit = feature.headers?.(this.blocks?.named ?? NO_BLOCKS, isFault);
      if (misfit === undefined) continue;
      this.#refuse(misfit);
      return true;
    }
    return false;
  }

  /**
   * Returns whether a mandatory header block is not understood. Not called for faults, which are more useful than this
   * refusal.
   */
  #refuseBlocks(): boolean {
    const { features = [] } = this.#understood ?? {};
    if (features.length > 0 && this.#refuseHeaders(false)) return true;
    const block = this.blocks?.notUnderstood;
    if (block === undefined) return false;
    this.#refuse(block.what, block.advice);
    return true;
  }

  #startBodyElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const isFault = name.namespace === this.#namespace && name.local === "Fault";
    const position = this.#bodyChildren++;
    if (this.fault !== undefined || (isFault && position > 0)) {
      this.#refuse("its Body has a Fault and something beside it");
      this.faultBeside = true;
      return;
    }
    if (isFault) {
      this.isMisrelated = this.#refuseHeaders(true);
      if (this.isMisrelated) return;
      this.fault = new FaultReader(this.#plan, this.scope, this.blocks?.faultBlocks);
      this.#start(this.fault, name, attributes);
      return;
    }
    if (this.#refuseBlocks()) return;
    const elsewhere = this.#elsewhere;
    if (elsewhere !== undefined) {
      this.#refuse(elsewhere.what, elsewhere.advice);
      return;
    }
    if (this.#version !== this.#plan.terms.version) {
      this.#refuse(`it is SOAP ${this.#version}, the request was SOAP ${this.#plan.terms.version}`, [
        { action: "set", option: "soapVersion" },
      ]);
      return;
    }
    if (this.#encodedBody !== undefined) {
      this.#start(this.#encodedBody.next(), name, attributes);
      return;
    }
    const expected = this.#plan.bodyElement(name, position);
    if ("what" in expected) {
      this.#refuse(expected.what, expected.advice);
      return;
    }
    const { element } = expected;
    const { codec, encoded, operation } = this.#plan;
    if (expected.departs !== undefined) {
      const place = this.scope.position();
      this.#departure = nameDeparture(expected.departs, name, ({ what, advice }) => this.#error(what, place, advice));
    } else this.#departure = undefined;
    if (encoded) {
      const { validation } = codec.settings;
      const isRpc = operation.style === "rpc";
      const terms = { response: expected, input: operation.input.body, isRpc, validation, notes: this };
      this.#encodedBody = new (codeOf(codec.settings)!.Body)(terms, this.scope);
      this.#start(this.#encodedBody.next(), name, attributes);
      return;
    }
    this.#decoder = this.#open(element, this.scope);
    this.#element = element;
    const { namespace, local } = expected.name;
    const isDeclared = name.local === local && name.namespace === namespace;
    // The decoder accepts only the declared name, but an rpc response may have another.
    this.#start(this.#decoder, isDeclared ? name : { namespace, local, raw: name.raw }, attributes);
  }

  #endEncoded(body: EncodedBody): void {
    const { element } = body;
    if (body.root === undefined) {
      this.#refuse(`its Body has values that are referred to, and no ${this.#plan.expected}`);
      return;
    }
    this.values = Object.create(null) as { [key: string]: unknown };
    this.values[element.key] = body.decode(body.root, (scope) => this.#open(element, scope));
  }

  #open(element: ElementNode, scope: DecodeScope): ElementDecoder {
    const decoder = this.#plan.codec.decoder(element, scope, this.#optionsFor(element));
    if (this.#departure !== undefined) decoder.depart(this.#departure);
    return decoder;
  }

  #optionsFor(element: ElementNode): DecodeOptions {
    const stream = this.#onItem === undefined ? undefined : this.#plan.streamTarget(element, this.#onItem);
    return { path: "Envelope/Body", stream, notes: this, encoded: this.#plan.encoded };
  }

  note(note: Noted): void {
    this.notes ??= new ResponseNotes();
    this.notes.note(note);
  }

  #start(inner: XmlEvents, name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#inner = inner;
    this.#depth = 1;
    inner.startElement(name, attributes);
  }

  #endInner(inner: XmlEvents, name: XmlName): void {
    this.#inner = undefined;
    try {
      inner.endElement(name);
    } catch (error) {
      this.#holdDeparture(error);
      return;
    }
    if (this.#state === HEADER) {
      this.blocks?.end();
      return;
    }
    const element = this.#element;
    if (element === undefined) return;
    this.values ??= Object.create(null) as { [key: string]: unknown };
    this.values[element.key] = this.#decoder?.value;
    this.#decoder = undefined;
    this.#element = undefined;
  }

  /**
   * Whether `lenient` reads the response, as a departure says, is known at the end of the envelope: a second element in
   * the Body and a fault take precedence. The items of a stream are delivered at once, so that none may follow.
   */
  #holdDeparture(error: unknown): void {
    const isStreamed = this.#onItem !== undefined;
    if (isStreamed || !isResponseError(error) || !LENIENT_ADVICE.every((each) => error.advice.includes(each)))
      throw error;
    this.#held ??= error;
    this.#decoder = undefined;
    this.#element = undefined;
  }

  /**
   * The rest of the document is parsed and ignored: a document that is not well-formed is not an envelope at all, and
   * that error is more useful.
   */
  #refuse(what: string, advice?: readonly Advice[]): void {
    this.#refusal = this.#error(what, this.scope.position(), advice);
    this.#inner = SKIP;
    this.#depth = Infinity;
  }

  #error(
    what: string,
    { line, column }: ReturnType<DecodeScope["position"]>,
    advice?: readonly Advice[],
  ): ResponseError {
    return new ResponseError(`The response is not the one to ${this.#plan.operation.name}: ${what}.`, {
      reason: "envelope",
      line,
      column,
      advice,
    });
  }
}
