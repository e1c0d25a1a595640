import { LENIENT_ADVICE } from "../errors/advice";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { Refusal } from "../feature";
import { type DecodeScope, type Noted, type NoteTaker, ResponseNotes } from "../schema/codec";
import { printable } from "../text/printable";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { BodyReader } from "./body-reader";
import { HeaderBlocks, type HeaderTerms, type PartChild } from "./header-blocks";
import { expandedName, type Misfit, type ResponsePlan, type SoapVersion, soapVersionOf } from "./operation-plan";

/** Reads Header or Body. */
interface EnvelopePart {
  /** Returns undefined after it has refused the envelope. */
  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): PartChild | undefined;
  /** The last child has ended without an error. */
  childEnded(): void;
  end?(): void;
}

const NO_BLOCKS: ReadonlyMap<string, readonly unknown[]> = new Map();

export interface EnvelopeTerms extends HeaderTerms {
  readonly plan: ResponsePlan;
  /** Called as soon as an item is decoded. */
  readonly onItem: ((item: unknown) => void) | undefined;
}

/** What comes inside a child of Header or Body goes to the receiver that it is delegated to. */
export interface EnvelopeScope extends DecodeScope {
  /** See `XmlReader.delegate`. */
  delegate(events: XmlEvents): void;
}

/**
 * Reads an Envelope (SOAP 1.1, section 4; SOAP 1.2 Part 1, section 5): gives the children of Header and Body to the readers
 * that these parts have for them. Refuses an envelope that is not the response to the operation.
 */
export class EnvelopeReader implements XmlEvents, NoteTaker {
  readonly plan: ResponsePlan;
  /** Set before the first event. */
  declare scope: EnvelopeScope;
  readonly onItem: ((item: unknown) => void) | undefined;
  readonly #terms: EnvelopeTerms;
  /** Set when the response is sent to another address. */
  readonly elsewhere: Refusal | undefined;
  /** Undefined before the root. */
  version: SoapVersion | undefined;
  namespace = "";
  header: HeaderBlocks | undefined;
  body: BodyReader | undefined;
  /** The one whose children come. */
  #part: EnvelopePart | undefined;
  /** The receiver of the child of the part that is open. */
  #child: XmlEvents | undefined;
  #refusal: ResponseError | undefined;
  /** The first departure of a child, which is the error unless another one is found. */
  #held: ResponseError | undefined;
  /** What lenient validation read although it departs from the schema. */
  notes: ResponseNotes | undefined;

  constructor(terms: EnvelopeTerms) {
    this.#terms = terms;
    this.plan = terms.plan;
    this.onItem = terms.onItem;
    for (const { repliesElsewhere } of terms.features) this.elsewhere ??= repliesElsewhere;
  }

  /** The content of an Envelope may be personal data. */
  get isEnvelope(): boolean {
    return this.version !== undefined;
  }

  /** Whether the document is not the response to the operation. */
  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.#refusal !== undefined) return;
    if (this.#part !== undefined) {
      const child = this.#part.start(name, attributes);
      if (child === undefined) return;
      this.#child = child.reader;
      this.scope.delegate(child.reader);
      child.reader.startElement(child.name, attributes);
    } else if (this.version === undefined) this.#startEnvelope(name);
    else this.#startPart(name);
  }

  text(text: string): void {
    if (this.#refusal === undefined && /[^ \t\r\n]/.test(text))
      this.refuse({ what: "there is text between the elements of the Envelope" });
  }

  endElement(name: XmlName): void {
    if (this.#refusal !== undefined) return;
    if (this.#child !== undefined) this.#endChild(this.#child, name);
    else if (this.#part !== undefined) {
      const part = this.#part;
      this.#part = undefined;
      part.end?.();
    } else if (this.body === undefined) this.refuse({ what: "it has no Body" });
  }

  /** Throws a `ResponseError` when the document is not the response to the operation. */
  end(): void {
    const fault = this.body?.fault;
    if (this.#refusal === undefined && fault === undefined && !this.refusesBlocks()) this.body?.requireContent();
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#held !== undefined && fault === undefined) throw this.#held;
  }

  #startEnvelope(name: XmlName): void {
    const version = soapVersionOf(name.namespace);
    if (name.local !== "Envelope" || version === undefined) {
      this.refuse({ what: `its root is ${expandedName(name)}, not a SOAP Envelope` });
      return;
    }
    this.version = version;
    this.namespace = name.namespace;
  }

  #startPart(name: XmlName): void {
    const { namespace, version, body, header } = this;
    if (body !== undefined) this.refuse({ what: `${expandedName(name)} is after the Body` });
    else if (name.namespace === namespace && name.local === "Body") {
      this.body = new BodyReader(this);
      this.#part = this.body;
    } else if (name.namespace === namespace && name.local === "Header" && header === undefined) {
      this.header = new HeaderBlocks(this.plan, this.scope, version!, this.#terms, this);
      this.#part = this.header;
    } else this.refuse({ what: `${expandedName(name)} is where Header or Body belongs` });
  }

  #endChild(child: XmlEvents, name: XmlName): void {
    this.#child = undefined;
    try {
      child.endElement(name);
    } catch (error) {
      this.#holdDeparture(error);
      return;
    }
    this.#part!.childEnded();
  }

  /**
   * Whether `lenient` reads the response, as a departure says, is known at the end of the envelope: a second element in
   * the Body and a fault take precedence. The items of a stream are delivered at once, so that none may follow.
   */
  #holdDeparture(error: unknown): void {
    const isStreamed = this.onItem !== undefined;
    if (isStreamed || !isResponseError(error) || !LENIENT_ADVICE.every((each) => error.advice.includes(each)))
      throw error;
    this.#held ??= error;
  }

  note(note: Noted): void {
    this.notes ??= new ResponseNotes();
    this.notes.note(note);
  }

  /** Returns whether a feature finds that the response belongs to another message or has invalid headers. */
  refusesHeader(isFault: boolean): boolean {
    for (const feature of this.#terms.features) {
      const misfit = feature.headers?.(this.header?.named ?? NO_BLOCKS, isFault);
      if (misfit === undefined) continue;
      this.refuse({ what: misfit });
      return true;
    }
    return false;
  }

  /**
   * Returns whether a mandatory header block is not understood. Not called for faults, which are more useful than this
   * refusal.
   */
  refusesBlocks(): boolean {
    if (this.refusesHeader(false)) return true;
    const block = this.header?.notUnderstood;
    if (block === undefined) return false;
    this.refuse(block);
    return true;
  }

  /**
   * The rest of the document is parsed and ignored: a document that is not well-formed is not an envelope at all, and
   * that error is more useful.
   */
  refuse(misfit: Misfit): undefined {
    this.#refusal = this.refusal(misfit, this.scope.position());
    return undefined;
  }

  /** Namespaces of the response are any text, and messages are lines of logs. */
  refusal(
    { reason = "envelope", what, advice, received }: Misfit,
    { line, column }: ReturnType<DecodeScope["position"]>,
  ): ResponseError {
    return new ResponseError(`The response is not the one to ${this.plan.operation.name}: ${printable(what)}.`, {
      reason,
      line,
      column,
      advice,
      received,
    });
  }
}
