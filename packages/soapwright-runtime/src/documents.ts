/** Parses and formats documents without a SOAP envelope, whose root is a global element of a schema. */
import { ArgumentError } from "./errors/argument-error";
import { ResponseError } from "./errors/response-error";
import { kindOf, mismatchText } from "./kind-of";
import {
  Codec,
  type DecodeScope,
  type DocumentElement,
  type ElementDecoder,
  type ElementNode,
  type Validation,
} from "./schema/codec";
import { soapEncoding } from "./schema/soap-encoding";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "./xml/events";
import { DEFAULT_LIMITS, type ReaderLimits } from "./xml/limits";
import { XmlReader } from "./xml/reader";
import { XmlTextDecoder } from "./xml/text-decoder";

/** Options for parsing a document. Names, meanings and defaults are the ones of a client's options for responses. */
export interface ParseOptions extends Partial<ReaderLimits> {
  /** How strictly the document is checked: `strict`, `standard` or `lenient`. Default `standard`. */
  readonly validation?: Validation;
}

const LIMITS = Object.keys(DEFAULT_LIMITS) as (keyof ReaderLimits)[];
const VALIDATIONS: readonly Validation[] = ["strict", "standard", "lenient"];
const codecs = new Map<Validation, Codec>();

/**
 * Returns the value of a document whose root is `element`, from text, or from bytes in the encoding that the document
 * declares. Skips comments and processing instructions.
 *
 * @throws {ResponseError} with path, line and column when the document is not well-formed, has a DTD or another root,
 *   does not fit the schema, or is over a limit.
 * @throws {ArgumentError} when `document` or an option is wrong.
 */
export function parseDocument<T>(
  element: DocumentElement<T>,
  document: string | Uint8Array,
  options: ParseOptions = {},
): T {
  const { validation = "standard", ...limits } = checkedOptions(options);
  const forgiving = validation === "lenient";
  const subject = "document";
  const events = new RootReader(element, codecOf(validation));
  const reader = new XmlReader(events, { limits: { ...DEFAULT_LIMITS, ...limits }, forgiving, subject });
  events.scope = reader;
  if (typeof document === "string") reader.write(document.startsWith("\ufeff") ? document.slice(1) : document);
  else if (document instanceof Uint8Array) {
    const decoder = new XmlTextDecoder(undefined, { forgiving, subject });
    reader.write(decoder.write(document));
    reader.write(decoder.end());
  } else throw wrong("document", "a string or bytes", document);
  reader.end();
  return events.decoder?.value as T;
}

/**
 * Returns the value as XML text: one element, without an XML declaration and without white space between elements.
 *
 * @throws {ArgumentError} with the path of what does not fit the schema.
 */
export function formatDocument<T>(element: DocumentElement<T>, value: T): string {
  return codecOf("standard").encode(element, value, element.name.local, { selfContained: true });
}

function codecOf(validation: Validation): Codec {
  const codec = codecs.get(validation) ?? new Codec({ validation, soapEncoding });
  codecs.set(validation, codec);
  return codec;
}

/** Drops undefined options. Throws an `ArgumentError` for an invalid one. */
function checkedOptions(options: ParseOptions): ParseOptions {
  const setOptions = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of setOptions) {
    if (name === "validation") {
      if (!(VALIDATIONS as readonly unknown[]).includes(value)) throw wrong(name, VALIDATIONS.join(", "), value);
    } else if (!(LIMITS as readonly string[]).includes(name)) {
      throw wrong(name, `one of the options validation, ${LIMITS.join(", ")}`, value);
    } else if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(name, "a whole number from 1", value);
  }
  return Object.fromEntries(setOptions);
}

function wrong(path: string, expected: string, value: unknown): ArgumentError {
  const received = kindOf(value);
  return new ArgumentError(mismatchText(path, expected, received), {
    reason: "document-argument",
    path,
    expected,
    received,
  });
}

/** Passes events to a decoder after checking that the root is the expected element. */
class RootReader implements XmlEvents {
  scope!: DecodeScope;
  decoder: ElementDecoder | undefined;
  readonly #element: ElementNode;
  readonly #codec: Codec;

  constructor(element: ElementNode, codec: Codec) {
    this.#element = element;
    this.#codec = codec;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.decoder ??= this.#begin(name);
    this.decoder.startElement(name, attributes);
  }

  endElement(name: XmlName): void {
    this.decoder!.endElement(name);
  }

  text(text: string): void {
    this.decoder?.text(text);
  }

  leaf(name: XmlName, text: string): boolean {
    return this.decoder?.leaf?.(name, text) === true;
  }

  isBinary(): boolean {
    return this.decoder?.isBinary?.() ?? false;
  }

  #begin({ local, namespace, raw }: XmlName): ElementDecoder {
    const { name } = this.#element;
    if (local === name.local && namespace === name.namespace) return this.#codec.decoder(this.#element, this.scope);
    const wanted = name.namespace === "" ? "in no namespace" : `in the namespace ${JSON.stringify(name.namespace)}`;
    const found = namespace === "" ? "in no namespace" : `in ${JSON.stringify(namespace)}`;
    const { line, column } = this.scope.position();
    throw new ResponseError(
      `The root of the document is ${raw} ${found}, but ${name.local} ${wanted} is expected (line ${line}, column ${column}).`,
      { reason: "value", path: raw, line, column },
    );
  }
}
